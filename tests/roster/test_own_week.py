"""A dealer's own week on the phone: give-up, swap, pick-up, call-off, time off, wishes, and the calendar."""

from datetime import UTC, timedelta
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from roster.crew_log import load_crew
from roster.rules import week_commands as c
from roster.rules.people import Window, Wish
from roster.week_log import open_week
from tests.support.room import create_staff
from tests.support.roster_pages import (
    MONDAY,
    NEXT_MONDAY,
    SATURDAY,
    RosterRoom,
    page_at,
    post,
    roster_room,
    sign_in_client,
)

SUNDAY = "2026-11-22"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY)


@pytest.fixture
def roster(db: None) -> RosterRoom:
    """Wren works on Sunday evening, Finch on Sunday by day, Osprey not at all."""
    roster = roster_room()
    wren, finch, _ = roster.dealers
    roster.place(wren, SUNDAY, template="swing")
    roster.place(finch, SUNDAY, "10:00", "18:00", template="day")
    roster.publish()
    return roster


def act(client: Client, roster: RosterRoom, ask: str, **form: object) -> tuple[int, str]:
    form = {"monday": MONDAY, **form}
    status, page = post(client, "roster:mine-act", [roster.room.pk], ask=ask, **form)
    return status, page.text


def dealer_of(roster: RosterRoom, number: int) -> str:
    shift = roster.week().shift(number)
    assert shift is not None
    return shift.dealer


def test_the_next_shift_comes_first_and_others_are_not_shown(roster: RosterRoom) -> None:
    page = page_at(sign_in_client("101"), "roster:mine", room=roster.room.pk)
    assert "Tomorrow, Sun, Nov 22 18:00 to 02:00" in page.text
    assert "in 25 h" in page.text
    assert "Finch" not in page.text
    page = page_at(sign_in_client("103"), "roster:mine", room=roster.room.pk)
    assert "No shift ahead" in page.text


def test_the_shift_of_sunday_night_stays_after_the_week_has_ended(
    roster: RosterRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    wren = roster.dealers[0]
    roster.now = SATURDAY + timedelta(days=1, hours=1)  # Sunday, 18:00
    roster.send(c.ClockIn(wren.key))
    after_midnight = SATURDAY + timedelta(days=1, hours=8)  # Monday, 01:00
    monkeypatch.setattr("django.utils.timezone.now", lambda: after_midnight)
    client = sign_in_client("101")
    page = page_at(client, "roster:mine", room=roster.room.pk)
    assert "On now" in page.text
    assert "Last night" in page.text
    status, text = act(client, roster, "ask_early_out")
    assert status == 200
    assert "first" in text
    assert "Last night" not in page_at(sign_in_client("102"), "roster:mine").text


def test_a_shift_is_given_up_taken_and_approved(roster: RosterRoom) -> None:
    wren, osprey, rowan = (sign_in_client(badge) for badge in ("101", "103", "201"))
    status, text = act(wren, roster, "give_up", shift=1)
    assert status == 200
    assert "Offered to everyone" in text
    offers = page_at(osprey, "roster:mine-part", "offers", room=roster.room.pk)
    assert "Wren gives it up" in offers.text
    status, _ = act(osprey, roster, "take_shift", request=1, part="offers")
    assert status == 200
    day = page_at(rowan, "roster:day", room=roster.room.pk)
    assert "gives up a shift to Osprey" in day.text
    form = {"ask": "decide_request", "number": 1, "is_approved": "yes"}
    assert post(rowan, "roster:day-act", [roster.room.pk, MONDAY], **form)[0] == 200
    assert dealer_of(roster, 1) == roster.dealers[2].key
    assert "No shift ahead" in page_at(wren, "roster:mine", room=roster.room.pk).text


def test_a_refusal_needs_a_reason_that_the_dealer_sees(roster: RosterRoom) -> None:
    wren, osprey, rowan = (sign_in_client(badge) for badge in ("101", "103", "201"))
    act(wren, roster, "give_up", shift=1)
    act(osprey, roster, "take_shift", request=1)
    form = {"ask": "decide_request", "number": 1, "is_approved": "no"}
    status, _ = post(rowan, "roster:day-act", [roster.room.pk, MONDAY], **form)
    assert status == 422
    post(rowan, "roster:day-act", [roster.room.pk, MONDAY], **form, reason="Needed at stud")
    page = page_at(wren, "roster:mine-part", "offers", room=roster.room.pk)
    assert "refused: Needed at stud" in page.text


def test_an_offer_that_breaks_rest_is_shown_with_its_rule_and_refused(
    roster: RosterRoom,
) -> None:
    wren, finch = (sign_in_client(badge) for badge in ("101", "102"))
    act(wren, roster, "give_up", shift=1)
    page = page_at(finch, "roster:mine-part", "offers", room=roster.room.pk)
    assert "You can\N{RIGHT SINGLE QUOTATION MARK}t take it" in page.text
    status, _text = act(finch, roster, "take_shift", request=1, part="offers")
    assert status == 409
    assert dealer_of(roster, 1) == roster.dealers[0].key


def test_a_swap_is_offered_only_within_the_rules(roster: RosterRoom) -> None:
    wren, finch = (sign_in_client(badge) for badge in ("101", "102"))
    page = page_at(wren, "roster:mine-swap", roster.room.pk, MONDAY, 1, day=SUNDAY)
    assert "Finch" in page.text
    status, _ = act(wren, roster, "propose_swap", shift=1, other=2)
    assert status == 200
    offers = page_at(finch, "roster:mine-part", "offers", room=roster.room.pk)
    assert "Wren offers it for your shift" in offers.text
    osprey = page_at(sign_in_client("103"), "roster:mine-part", "offers", room=roster.room.pk)
    assert "Wren" not in osprey.text, "a swap is offered to one dealer"
    assert act(finch, roster, "give_up", shift=2)[0] == 409, "the swap about the shift comes first"
    assert "Decline" in offers.names("button")
    assert act(finch, roster, "withdraw_request", number=1, part="offers")[0] == 200
    assert act(finch, roster, "give_up", shift=2)[0] == 200


def test_a_dealer_acts_only_for_themselves(roster: RosterRoom) -> None:
    wren, finch, _ = roster.dealers
    client = sign_in_client("102")
    status, _ = act(client, roster, "give_up", shift=1, dealer=wren.key)
    assert status == 403
    assert not roster.week().requests
    act(client, roster, "set_bid", member=wren.key, **{"rank-1": "day"})
    assert load_crew(roster.room.pk).members[wren.key].bid == ()
    assert load_crew(roster.room.pk).members[finch.key].bid == ("day",)


def test_a_call_off_opens_the_shift(roster: RosterRoom) -> None:
    wren = sign_in_client("101")
    assert act(wren, roster, "call_off", shift=1, reason="")[0] == 422
    status, _text = act(wren, roster, "call_off", shift=1, reason="Flu")
    assert status == 200
    assert dealer_of(roster, 1) == ""
    day = page_at(sign_in_client("201"), "roster:day", room=roster.room.pk, day=SUNDAY)
    assert "Wren called off: Flu" in day.text
    offers = page_at(sign_in_client("103"), "roster:mine-part", "offers", room=roster.room.pk)
    assert "Open shift" in offers.text


def test_time_off_is_asked_for_and_decided(roster: RosterRoom) -> None:
    wren, manager = sign_in_client("101"), sign_in_client("301")
    form = {"first": "2026-12-24", "last": "2026-12-26", "note": "Family", "part": "time-off"}
    status, text = act(wren, roster, "ask_time_off", **form)
    assert status == 200
    assert "not decided yet" in text
    crew = page_at(manager, "roster:crew", room=roster.room.pk, part="time-off")
    assert "Family" in crew.text
    decision = {"ask": "decide_time_off", "number": 1, "is_approved": "yes", "part": "time-off"}
    assert post(manager, "roster:crew-act", [roster.room.pk], **decision)[0] == 200
    page = page_at(wren, "roster:mine-part", "time-off", room=roster.room.pk)
    assert "approved" in page.text


def test_time_off_over_a_new_year_names_the_years(roster: RosterRoom) -> None:
    wren = sign_in_client("101")
    form = {"first": "2026-12-30", "last": "2027-01-02", "part": "time-off"}
    status, text = act(wren, roster, "ask_time_off", **form)
    assert status == 200
    assert "Wed, Dec 30, 2026 to Sat, Jan 2, 2027" in text


def test_a_form_answers_at_the_address_of_its_tab(roster: RosterRoom) -> None:
    wren = sign_in_client("101")
    page = page_at(wren, "roster:mine", room=roster.room.pk)
    own = reverse("roster:mine-act", args=[roster.room.pk])
    for label, part in (("Shifts", "shifts"), ("Wishes", "wishes"), ("More", "more")):
        form = {"ask": "set_wishes", "part": part, "command": str(uuid4())}
        answer = wren.post(own, form)
        assert answer.status_code == 302
        assert urlsplit(answer["Location"]).path == urlsplit(page.link(label).href).path, label


def test_availability_and_wishes_are_typed_as_local_times(roster: RosterRoom) -> None:
    wren = sign_in_client("101")
    form = {"from-0": "18", "to-0": "02:30", "from-5": "8:00", "to-5": "24:00", "part": "wishes"}
    assert act(wren, roster, "set_availability", **form)[0] == 200
    wishes = {"wish-2": "off", "wish-3": "any", "wish-4": "swing", "part": "wishes"}
    assert act(wren, roster, "set_wishes", **wishes)[0] == 200
    member = load_crew(roster.room.pk).members[roster.dealers[0].key]
    assert member.windows == (Window(0, 1080, 1590), Window(5, 480, 1440))
    assert member.wishes == (Wish(2, likes=False), Wish(3), Wish(4, "swing"))
    page = page_at(wren, "roster:mine-part", "wishes", room=roster.room.pk)
    assert (page.field("Mon from").value, page.field("Mon to").value) == ("18:00", "02:30")
    assert page.field("Wish for Fri").value == "swing"


def test_a_wrong_time_keeps_what_was_typed(roster: RosterRoom) -> None:
    form = {"ask": "set_availability", "part": "wishes", "from-0": "25:00", "to-0": "2"}
    status, page = post(sign_in_client("101"), "roster:mine-act", [roster.room.pk], **form)
    assert status == 422
    assert page.field("Mon from").value == "25:00"
    status, page = post(
        sign_in_client("101"),
        "roster:mine-act",
        [roster.room.pk],
        ask="set_availability",
        part="wishes",
    )
    assert status == 422, "no day at all is a mistake, not a dealer who never works"


def test_the_early_out_list_has_the_order_of_asking(roster: RosterRoom) -> None:
    wren, finch, _osprey = roster.dealers
    for staff in (wren, finch):
        roster.send(c.ClockIn(staff.key))
    assert act(sign_in_client("102"), roster, "ask_early_out")[0] == 200
    assert act(sign_in_client("101"), roster, "ask_early_out")[0] == 200
    assert act(sign_in_client("103"), roster, "ask_early_out")[0] == 409
    rowan = sign_in_client("201")
    day = page_at(rowan, "roster:day", room=roster.room.pk)
    assert "1. Finch" in day.text
    assert "2. Wren" in day.text
    args = [roster.room.pk, MONDAY]
    assert post(rowan, "roster:day-act", args, ask="let_go", number=2)[0] == 409
    assert post(rowan, "roster:day-act", args, ask="let_go", number=1)[0] == 200
    assert roster.week().early_outs[0].status == "let_go"
    day = page_at(rowan, "roster:day", room=roster.room.pk)
    assert "let go at 17:00" in day.region("On duty 2").text
    assert "Finch let go at 17:00" in page_at(rowan, "lineup:dealers", room=roster.room.pk).text


def test_a_dealer_of_another_room_sees_nothing_of_this_one(roster: RosterRoom) -> None:
    other = roster.room.__class__.objects.create(name="Elsewhere")
    open_week(other, SATURDAY.date() - timedelta(days=5), actor="system.test", now=SATURDAY)
    create_staff("dealer", alias="Stranger", badge="109", rooms=[other])
    stranger = sign_in_client("109")
    assert stranger.get("/roster/mine/", {"room": roster.room.pk}).status_code == 404
    page = page_at(stranger, "roster:mine")
    assert "Riverside" not in page.text
    assert "Wren" not in page.text
    for ask in ("take_shift", "give_up", "call_off"):
        form = {"ask": ask, "monday": MONDAY, "shift": 1, "reason": "x"}
        answer = stranger.post(reverse("roster:mine-act", args=[roster.room.pk]), form)
        assert answer.status_code == 404
    swap = reverse("roster:mine-swap", args=[roster.room.pk, MONDAY, 1])
    assert stranger.get(swap).status_code == 404


def test_a_swap_page_of_another_dealers_shift_is_not_found(roster: RosterRoom) -> None:
    swap = reverse("roster:mine-swap", args=[roster.room.pk, MONDAY, 1])
    assert sign_in_client("102").get(swap).status_code == 404


def calendar_link(client: Client, roster: RosterRoom) -> str:
    _, page = post(client, "roster:calendar-renew", [roster.room.pk])
    link = page.field("Calendar link").value
    assert link.endswith(".ics")
    return link.removeprefix("http://testserver")


def events(link: str) -> dict[str, tuple[str, int, str]]:
    """Return the events of a calendar by id: start in UTC, sequence, status."""
    answer = Client().get(link)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    calendar = Calendar.from_ical(answer.content)
    return {
        str(event["uid"]): (
            f"{event.decoded('dtstart').astimezone(UTC):%Y%m%dT%H%M%SZ}",
            event.decoded("sequence"),
            str(event["status"]),
        )
        for event in calendar.walk("VEVENT")
    }


def test_the_calendar_follows_the_plan_with_the_same_ids(roster: RosterRoom) -> None:
    wren = roster.dealers[0]
    link = calendar_link(sign_in_client("101"), roster)
    ((uid, event),) = events(link).items()
    assert event == ("20261122T180000Z", 0, "CONFIRMED")
    shift = roster.week().shift(1)
    assert shift is not None
    hour = 3_600_000
    roster.send(c.ChangeShift(1, shift.start + hour, shift.end, wren.key))
    assert events(link)[uid][1] == 0, "a draft is not in the calendar"
    roster.publish()
    assert events(link)[uid] == ("20261122T190000Z", 1, "CONFIRMED")
    roster.send(c.CallOff(wren.key, 1, "Flu"))
    assert events(link)[uid] == ("20261122T190000Z", 2, "CANCELLED")
    roster.send(c.RemoveShift(2))
    roster.publish()
    finch = events(calendar_link(sign_in_client("102"), roster))
    assert [event[2] for event in finch.values()] == ["CANCELLED"]


def test_an_old_calendar_link_shows_what_to_do(roster: RosterRoom) -> None:
    client = sign_in_client("101")
    old = calendar_link(client, roster)
    new = calendar_link(client, roster)
    assert old != new
    answer = Client().get(old)
    assert answer.status_code == 404
    assert "This calendar link no longer works" in answer.content.decode()
    assert "Open my week" in answer.content.decode()
    assert events(new)
    user = roster.dealers[0].user
    user.is_active = False
    user.save()
    assert Client().get(new).status_code == 404, "the calendar of a dealer who left"


def test_a_dealer_without_a_crew_is_told_what_to_do(roster: RosterRoom) -> None:
    create_staff("dealer", alias="Newcomer", badge="108", rooms=[roster.room])
    page = page_at(sign_in_client("108"), "roster:mine", room=roster.room.pk)
    assert "You aren\N{RIGHT SINGLE QUOTATION MARK}t in the crew of Riverside yet" in page.text


def test_next_week_has_its_own_heading(roster: RosterRoom) -> None:
    roster.place(roster.dealers[0], "2026-11-25", monday=NEXT_MONDAY)
    page = page_at(sign_in_client("101"), "roster:mine", room=roster.room.pk)
    assert "Next week 0 h Not published yet." in page.text
    roster.publish(NEXT_MONDAY)
    page = page_at(sign_in_client("101"), "roster:mine", room=roster.room.pk)
    assert "Wed, Nov 25 18:00 to 02:00" in page.text


def test_notices_go_to_the_dealers_address(roster: RosterRoom) -> None:
    wren = sign_in_client("101")
    args: list[object] = [roster.room.pk]
    status, page = post(wren, "roster:notice-address", args, phone="12", email="wren@example.com")
    assert status == 422
    assert page.field("Phone for texts, with country code").value == "12"
    phone = "+1 702 555 0142"
    status, page = post(wren, "roster:notice-address", args, phone=phone, email="")
    assert status == 200
    assert page.field("Phone for texts, with country code").value == "+17025550142"


def test_a_dealers_phone_is_allowed_and_removed(roster: RosterRoom) -> None:
    wren = sign_in_client("101")
    form = {"endpoint": "http://example.com/push", "public_key": "x", "auth_secret": "y"}
    status, _ = post(wren, "roster:own-phone", [roster.room.pk], **form)
    assert status == 422, "a push service needs https and real keys"
    status, page = post(wren, "roster:own-phone", [roster.room.pk], act="remove")
    assert status == 200
    page.button("Allow notices on this phone")
