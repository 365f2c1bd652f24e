"""The desk's pages on the server: roles, forms, invalid input, two taps."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from config import error_pages
from floor_ui.map.tiles import tiles
from journal.caches import clear_caches
from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from poker.commands import Act, CloseTable, Deal, FinishHand, LeaveSeat, LockSeat
from poker.refusal import Refusal
from staff.models import Room, Staff
from tests.support.desk import KEY, Desk
from tests.support.desk_fixtures import ROLES, sign_in_client
from tests.support.page_roles import PageContent
from waitlist.actions import load_waitlists
from waitlist.models import CallPage, WaitlistChange
from waitlist.pages.pages import CLOSING_REASONS, REMOVAL_REASONS
from waitlist.pages.room_snapshot import current_room_snapshot
from waitlist.rules import commands as c
from waitlist.rules.state import WaitlistPolicy
from waitlist.visits import players_merge

pytestmark = pytest.mark.django_db(transaction=True)
DESK_ROLES = {"desk", "supervisor", "manager"}


def post_form(client: Client, desk: Desk, path: str = "do", **fields: Any):
    data = {"list": KEY, "command": str(uuid4())} | fields
    return client.post(f"/desk/{desk.room_id}/{path}", data)


@pytest.mark.parametrize("role", ROLES)
def test_roles_that_manage_waitlists(desk: Desk, role: str) -> None:
    client = sign_in_client(role)
    page = client.get(f"/desk/{desk.room_id}/")
    assert page.status_code == (200 if role in DESK_ROLES else 302)
    if role in DESK_ROLES:
        assert PageContent(page).link("Drop").href == f"/floor/drop/?room={desk.room_id}"
        assert client.get("/floor/drop/").status_code == 200
    added = post_form(client, desk, "add", who="Paper Crane")
    assert added.status_code == (302 if role in DESK_ROLES else 401)
    assert desk.names == (["Paper Crane"] if role in DESK_ROLES else [])


@pytest.mark.parametrize("role", sorted(set(ROLES) - DESK_ROLES))
def test_floor_session_does_not_admit_other_roles(desk: Desk, role: str) -> None:
    client = sign_in_client(role)
    session = client.session
    session["floor.staff"] = Staff.objects.get(badge="401").pk
    session["floor.since"] = "2999-01-01T00:00:00+00:00"
    session.save()
    assert client.get(f"/desk/{desk.room_id}/").status_code == 403
    assert post_form(client, desk, "add", who="Paper Crane").status_code == 403


def test_sign_in_does_not_redirect_in_a_loop(desk: Desk, client: Client) -> None:
    path = f"/desk/{desk.room_id}/"
    assert client.get(path)["Location"] == f"/desk/sign-in?next={path}"
    assert post_form(client, desk, "add", who="Hat").status_code == 401
    failed = client.post("/desk/sign-in", {"badge": "9", "pin": "1"})
    assert failed.status_code == 403
    assert "4 tries left" in PageContent(failed).alert()
    external_redirect = client.get("/desk/sign-in?next=https://example.org/")
    assert 'value="/desk/"' in external_redirect.content.decode()


def test_called_player_whose_page_failed_is_marked(desk: Desk, desk_client: Client) -> None:
    desk.add("Hat")
    Player.objects.filter(alias="Hat").update(email="hat@example.org")
    number = desk.entry_number("Hat")
    desk.execute(c.CallPlayer(number, "T1", 5))
    path = f"/desk/{desk.room_id}/?list={KEY}&name={number}"
    assert "to answer" in desk_client.get(path).content.decode()
    CallPage.objects.update(state=CallPage.State.DEAD)
    text = desk_client.get(path).content.decode()
    assert "not paged" in text
    assert "Call the name out, or page again." in text


def test_desk_opens_the_room_of_the_address_and_names_it(desk: Desk, desk_client: Client) -> None:
    first = desk.room.table.room
    groups = PageContent(desk_client.get(f"/desk/{first.pk}/")).names("group")
    assert f"Room {first.name}" not in groups
    other = Room.objects.create(name="Night of the long lists")
    response = desk_client.get(f"/desk/?room={other.pk}")
    assert (response.status_code, response["Location"]) == (302, f"/desk/{other.pk}/")
    page = desk_client.get(response["Location"]).content.decode()
    rooms = PageContent(page).group(f"Room {other.name}")
    assert rooms.link(re.compile(f"^{first.name}")).href == f"/desk/{first.pk}/"
    assert desk_client.get("/desk/?room=999999").status_code == 404
    assert desk_client.get("/desk/?room=x")["Location"] == f"/desk/{other.pk}/"


def test_seat_is_filled_in_two_taps(desk: Desk, desk_client: Client) -> None:
    desk.add("Paper Crane", "Copper Kettle")
    page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}"))
    assert page.link("Fill T1·S5").href == f"?list={KEY}&at=T1.5"  # tap 1
    picked_page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}&at=T1.5"))
    assert "Seat Paper Crane in T1·S5" in picked_page.names("button")
    number = desk.entry_number("Paper Crane")
    seat_response = post_form(
        desk_client, desk, ask="seated", number=number, table="T1", seat=5
    )  # tap 2
    assert seat_response.status_code == 302
    assert desk.names == ["Copper Kettle"]
    desk.room.table.stream.refresh_from_db()
    assert desk.room.table.view.seats[4].name == "Paper Crane"


def test_a_reason_is_one_tap_and_a_written_one_counts(desk: Desk, desk_client: Client) -> None:
    desk.add("Paper Crane", "Copper Kettle", "Blue Hat")
    first = desk.entry_number("Paper Crane")
    second = desk.entry_number("Copper Kettle")
    page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}&name={first}"))
    keys = [field.value for field in page.fields() if field.element.get("name") == "why"]
    assert [*REMOVAL_REASONS] == ["No-show", "Left", "Wrong game", "Double"]
    assert keys == [*CLOSING_REASONS, *REMOVAL_REASONS]
    fields: dict[str, Any] = {"ask": "take_off", "number": first, "reason": ""}
    assert post_form(desk_client, desk, **fields).status_code == 422
    assert post_form(desk_client, desk, **fields, why="No-show").status_code == 302
    fields |= {"number": second, "reason": "Went to dinner"}
    assert post_form(desk_client, desk, **fields, why="No-show").status_code == 302
    reasons = WaitlistChange.objects.filter(event="name.off").order_by("seq")
    assert list(reasons.values_list("reason", flat=True)) == ["No-show", "Went to dinner"]
    closed = post_form(desk_client, desk, ask="close_line", key=KEY, reason="", why="Game broke")
    assert closed.status_code == 302


def test_a_row_shows_every_place_of_its_player(desk: Desk, desk_client: Client) -> None:
    pebble = Player.objects.get(alias="Pebble 2")
    for key, title in (("stud", "Stud"), ("omaha", "Omaha")):
        desk.execute(c.OpenWaitlist(key, title))
        desk.execute(c.AddPlayer(key, pebble.key, pebble.alias))
    desk.add("Pebble 2", "Paper Crane")
    url = f"/desk/{desk.room_id}/?list={KEY}"
    assert "in T1·S2, also on Stud and Omaha" in PageContent(desk_client.get(url)).text
    # The same person under another key.
    crane = Player.objects.get(alias="Paper Crane")
    players_merge(surviving=crane, merged=pebble, reason="Same.", by="staff.2", now=desk.now)
    assert desk.names == ["Paper Crane"]
    assert "in T1·S2, also on Stud and Omaha" in PageContent(desk_client.get(url)).text


def test_seat_whose_hand_still_runs_is_called_for_and_not_filled(
    desk: Desk, desk_client: Client
) -> None:
    desk.add("Paper Crane")
    for seat in range(5, 10):
        desk.room.execute(LockSeat(seat, until=2**50, reason="kept"))
    desk.room.execute(Deal())
    desk.room.execute(Act(seat=4, what="fold"))
    desk.room.execute(LeaveSeat(4))
    with pytest.raises(Refusal, match="seat_in_hand"):
        desk.execute(c.ConfirmSeated(desk.entry_number("Paper Crane"), "T1", 4))
    page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}"))
    assert page.link("Call for T1·S4").href == f"?list={KEY}&at=T1.4"
    assert "open after this hand" in page.text
    assert "Call Paper Crane for T1·S4" in page.names("button")
    assert not [name for name in page.names("button") if name.startswith("Seat Paper Crane")]
    picked_page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}&at=T1.4"))
    assert "opens after this hand" in picked_page.text
    assert "Call Paper Crane for T1·S4" in picked_page.names("button")
    assert not [name for name in picked_page.names("button") if name.startswith("Seat ")]
    desk.execute(c.CallPlayer(desk.entry_number("Paper Crane"), "T1", 4))
    called_page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}"))
    assert not [name for name in called_page.names("button") if name.startswith("Seat ")]
    (tile,) = tiles(room_id=desk.room_id, now=desk.now)
    assert tile.after_hand == (4,)
    desk.room.execute(FinishHand(hand=1, by="Rowan", reason="Tablet dead"))
    over_page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}"))
    assert "Seat Paper Crane in T1·S4" in over_page.names("button")


def test_only_the_next_person_has_keys(desk: Desk, desk_client: Client) -> None:
    desk.add("Far Bell", present=False)
    desk.add("Paper Crane", "Copper Kettle")
    page = desk_client.get(f"/desk/{desk.room_id}/?list={KEY}").content.decode()
    assert re.findall(r'aria-label="Call ([\w ]+) for T1·S5"', page) == ["Paper Crane"]
    assert page.count("More for") == 3
    stale_response = post_form(
        desk_client,
        desk,
        ask="seated",
        number=desk.entry_number("Copper Kettle"),
        table="T1",
        seat=5,
    )
    assert stale_response.status_code == 422
    assert (
        "Copper Kettle isn\u2019t next: 1 ahead. Give a reason."
        in PageContent(stale_response).alert()
    )


def test_desk_calls_holds_passes_moves_and_checks_in(desk: Desk, desk_client: Client) -> None:
    desk.add("Hat", "Crane")
    desk.add("Bell", present=False)
    hat, crane, bell = (desk.entry_number(name) for name in desk.names)
    steps: tuple[dict[str, Any], ...] = (
        {"ask": "call_name", "number": hat, "table": "T1", "seat": 5},
        {"ask": "hold_seat", "number": hat},
        {"ask": "pass_on", "number": hat},
        {"ask": "arrive", "number": bell},
        {"ask": "move_name", "number": bell, "to": 1, "reason": "from a broken game"},
        {"ask": "take_off", "number": crane, "reason": "went home"},
    )
    for data in steps:
        assert post_form(desk_client, desk, **data).status_code == 302, data
    assert desk.names == ["Bell", "Hat"]
    page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}"))
    page.item("Bell moved from #3 to #1")
    page.item("from a broken game")
    assert "Cobalt desk" in page.text


def test_call_is_canceled_and_a_waitlist_closed_on_the_page(
    desk: Desk, desk_client: Client
) -> None:
    desk.add("Hat")
    number = desk.entry_number("Hat")
    post_form(desk_client, desk, ask="call_name", number=number, table="T1", seat=5)
    card = desk_client.get(f"/desk/{desk.room_id}/?list={KEY}&name={number}").content.decode()
    assert "Cancel the call" in PageContent(card).names("button")
    assert (
        post_form(
            desk_client, desk, ask="take_back", number=number, reason="wrong name"
        ).status_code
        == 302
    )
    page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}"))
    assert "call canceled, still waiting" in page.text
    assert "This takes 1 name off the list" in page.text
    assert post_form(desk_client, desk, ask="close_line", key=KEY, reason="").status_code == 422
    assert (
        post_form(desk_client, desk, ask="close_line", key=KEY, reason="no dealer").status_code
        == 302
    )
    assert load_waitlists(desk.room_id).waitlist(KEY) is None


def test_interest_list_shows_how_many_more_start_the_game(desk: Desk, desk_client: Client) -> None:
    desk.execute(c.OpenWaitlist("razz", "Razz 10/20", "interest", 2))
    page = f"/desk/{desk.room_id}/?list=razz"
    for name, expected_text in (
        ("Hat", "starts with 1 more"),
        ("Crane", "enough names to start: a supervisor opens"),
    ):
        post_form(desk_client, desk, "add", who=name, list="razz")
        message = PageContent(desk_client.get(page))
        assert expected_text in message.text
        assert "no seat has opened in" not in message.text


def test_form_sent_twice_is_executed_once(desk: Desk, desk_client: Client) -> None:
    for _ in range(2):
        assert post_form(desk_client, desk, "add", who="Hat", command="once").status_code == 302
    assert desk.names == ["Hat"]
    other = post_form(desk_client, desk, "add", who="Crane", command="once")
    assert other.status_code == 409
    assert "already sent with other values" in PageContent(other).alert()
    assert desk.names == ["Hat"]


@pytest.mark.parametrize("alias", ["🦊 Fox", "👩‍👩‍👧", "Ünï Çødé", "x" * 40, "<b>Bold</b>"])
def test_valid_alias_is_added(desk: Desk, desk_client: Client, alias: str) -> None:
    assert post_form(desk_client, desk, "add", who=alias).status_code == 302
    assert desk.names == [alias]
    page = desk_client.get(f"/desk/{desk.room_id}/?list={KEY}").content.decode()
    assert "<b>Bold" not in page


@pytest.mark.parametrize(
    ("fields", "status", "message"),
    [
        ({"who": "x" * 300}, 422, "at most 40 characters"),
        ({"who": "   "}, 422, "enter an alias"),
        ({"who": "nul\0"}, 400, error_pages.NUL),
        ({"who": "turned \u202e round"}, 422, "characters that can\u2019t be displayed"),
        ({"who": "Hat", "list": "bridge"}, 422, "no plaque with that name"),
        ({"who": "Hat", "list": ""}, 422, "no plaque with that name"),
    ],
)
def test_invalid_name_is_refused(
    desk: Desk, desk_client: Client, fields: dict[str, str], status: int, message: str
) -> None:
    response = post_form(desk_client, desk, "add", **fields)
    assert response.status_code == status
    assert message.casefold() in PageContent(response.content.decode().casefold()).alert()
    assert desk.names == []


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"ask": "seated", "number": 999, "table": "T1", "seat": 5}, 409),
        ({"ask": "seated", "number": "x", "table": "T1", "seat": 5}, 400),
        ({"ask": "seated", "number": 1, "table": "T99", "seat": 5}, 404),
        ({"ask": "seated", "number": 1, "table": "T1", "seat": 99}, 400),
        ({"ask": "seated", "number": 1, "table": "T1", "seat": 2}, 409),
        ({"ask": "seated", "number": 1, "table": "T1", "seat": -1}, 400),
        ({"ask": "take_off", "number": 1, "reason": " "}, 422),
        ({"ask": "take_off", "number": 1, "reason": "w" * 300}, 400),
        ({"ask": "move_name", "number": 1, "to": 10**12, "reason": "x"}, 400),
        ({"ask": "lapse"}, 400),
        ({"ask": "set_policy"}, 400),
        ({"ask": "drop table"}, 400),
        ({}, 400),
    ],
)
def test_invalid_form_is_refused(
    desk: Desk, desk_client: Client, fields: dict[str, Any], status: int
) -> None:
    desk.add("Hat")
    before = load_waitlists(desk.room_id)
    response = post_form(desk_client, desk, **fields)
    assert response.status_code == status
    assert PageContent(response).alert()
    assert load_waitlists(desk.room_id) == before


def test_waitlist_refuses_barred_player(desk: Desk, desk_client: Client) -> None:
    nettle = player_named(key="", alias="Nettle")
    sanction_give(player=nettle, kind="bar", until=None, reason="x", by="staff.2", now=desk.now)
    response = post_form(desk_client, desk, "add", who="nettle")
    assert response.status_code == 422
    assert "Nettle is barred" in PageContent(response).alert()
    assert post_form(desk_client, desk, "add", who="Hat").status_code == 302
    repeated_response = post_form(desk_client, desk, "add", who="HAT")
    assert "Hat is already on Limit 4/8." in PageContent(repeated_response).alert()


def test_card_number_finds_a_registered_player(desk: Desk, desk_client: Client) -> None:
    crane = player_named(key="", alias="Paper Crane")
    Player.objects.filter(pk=crane.pk).update(card_number="77001")
    post_form(desk_client, desk, "add", who="77001")
    assert desk.names == ["Paper Crane"]


def test_first_name_opens_the_list_of_a_running_game(desk: Desk, desk_client: Client) -> None:
    desk.execute(c.CloseWaitlist(KEY))
    added = post_form(desk_client, desk, "add", who="Hat")
    assert added.status_code == 302, "its first name opens it"
    assert desk.names == ["Hat"]
    unknown_game = post_form(desk_client, desk, "interest", plaque="Bridge", wants="6")
    assert unknown_game.status_code == 422


def test_waits_are_estimated_from_freed_seats(desk: Desk, desk_client: Client) -> None:
    desk.add("Hat")
    page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}"))
    assert "no seat has opened in the last hour" in page.text
    desk.room.now = timezone.now() - timedelta(minutes=1)
    desk.room.execute(LeaveSeat(seat=2))
    page = PageContent(desk_client.get(f"/desk/{desk.room_id}/?list={KEY}"))
    desk.room.table.stream.refresh_from_db()
    since = timezone.now().timestamp() - desk.room.table.view.table.since / 1000
    minutes = min(max(int(since // 60), 10), 60)
    seen = "in the last hour" if minutes == 60 else f"in {minutes} min"
    assert f"a seat opens every {minutes} min (1 {seen})" in page.text
    page.item("T1·S2")
    assert current_room_snapshot(desk.room_id, timezone.now()).wait(KEY, 1, 0) is None, (
        "one says too little"
    )
    assert current_room_snapshot(desk.room_id, timezone.now()).wait(KEY, 1, 1) is not None, (
        "a seat is open"
    )
    desk.room.execute(CloseTable())
    clear_caches()
    no_estimate = current_room_snapshot(desk.room_id, timezone.now()).wait(KEY, 1, 1)
    assert no_estimate is None, "nobody leaves a table that is closed"


def test_unknown_room_is_not_found_and_invalid_queries_are_ignored(
    desk: Desk, desk_client: Client
) -> None:
    assert desk_client.get("/desk/999999/").status_code == 404
    for query in ("?list=bridge", "?at=T1.99&name=x", "?name=999999999999999999999"):
        assert desk_client.get(f"/desk/{desk.room_id}/{query}").status_code == 200
    assert desk_client.get("/desk/")["Location"] == f"/desk/{desk.room_id}/"


POLICY = {
    "call_minutes": 3,
    "hold_minutes": 15,
    "call_in_minutes": 90,
    "passes": 1,
    "most_lists": 2,
}


@pytest.mark.parametrize("role", ["desk", "supervisor", "manager"])
def test_supervisors_set_how_the_lists_are_run(desk: Desk, role: str) -> None:
    client = sign_in_client(role)
    page = PageContent(client.get(f"/desk/{desk.room_id}/"))
    set_ = post_form(client, desk, "policy", **POLICY, locals_first="yes")
    if role == "desk":
        assert set_.status_code == 403
        assert "House policy" not in page.text
        return
    assert "House policy" in page.names("button")
    assert set_.status_code == 302
    assert load_waitlists(desk.room_id).policy == WaitlistPolicy(3, 15, 90, 1, 2, locals_first=True)
    post_form(client, desk, "add", who="Hat")
    post_form(client, desk, "add", who="Crane", local="yes")
    assert desk.names == ["Crane", "Hat"]
    repeated = post_form(client, desk, "policy", **POLICY, order_1="list")
    assert "use each of the four once" in PageContent(repeated).alert()
    order = {"order_1": "must_move", "order_2": "seat_change", "order_3": "table_change"}
    assert post_form(client, desk, "policy", **POLICY, **order, above_most="no").status_code == 302
    policy = load_waitlists(desk.room_id).policy
    assert (policy.order[0], policy.order[3], policy.above_most) == ("must_move", "list", False)


@pytest.mark.parametrize("number", ["0", "-1", "61", "", "x", "9" * 30, "\u0663"])
def test_invalid_policy_is_refused(desk: Desk, number: str) -> None:
    client = sign_in_client("manager")
    response = post_form(client, desk, "policy", **POLICY | {"call_minutes": number})
    assert response.status_code == 422
    assert "Minutes to answer a call: enter a number from 1 to 60." in PageContent(response).alert()
    assert load_waitlists(desk.room_id).policy == WaitlistPolicy()


def test_undo_without_scripts_undoes_the_act_shown_on_the_page(
    desk: Desk, desk_client: Client
) -> None:
    desk.add("Hat", "Crane")
    hat = desk.entry_number("Hat")
    crane = desk.entry_number("Crane")
    assert "undo_act" not in desk_client.get(f"/desk/{desk.room_id}/").content.decode()
    post_form(desk_client, desk, ask="take_off", number=hat, reason="went home")
    entry = undo_entry(desk_client, desk)
    post_form(desk_client, desk, ask="call_name", number=crane, table="T1", seat=5)
    assert undo_entry(desk_client, desk) != entry
    other_client = sign_in_client("supervisor", "402")
    assert "undo_act" not in other_client.get(f"/desk/{desk.room_id}/").content.decode()
    refused = post_form(other_client, desk, ask="undo_act", entry=entry)
    assert refused.status_code == 403
    assert "Only they can undo it" in PageContent(refused).alert()
    assert post_form(desk_client, desk, ask="undo_act", entry=entry).status_code == 302
    assert desk.names == ["Hat", "Crane"]
    assert desk.waitlist.entries[1].state == "called", "only the act that was named"
    page = desk_client.get(f"/desk/{desk.room_id}/").content.decode()
    assert "Hat removal undone, back at #1" in " ".join(re.sub("<[^>]+>", " ", page).split())
    for value in ("", "x", "0", "9" * 30):
        assert post_form(desk_client, desk, ask="undo_act", entry=value).status_code in (400, 404)


def undo_entry(client: Client, desk: Desk) -> str:
    """Return the number in the UNDO form of the page."""
    page = client.get(f"/desk/{desk.room_id}/").content.decode()
    entry_field = re.search(r'name="entry" value="(\d+)"', page)
    assert entry_field is not None
    return entry_field[1]
