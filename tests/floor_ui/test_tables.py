"""The tables' pages: permissions, content, refusals that keep the entered data."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from journal.models import Entry
from lineup.actions import load_lineup
from players.models import Player
from players.separation import separation_decide
from poker.codec import decode_event, decode_state
from poker.commands import (
    Act,
    CallFloor,
    CancelFloor,
    CloseStreet,
    CloseTable,
    Deal,
    LeaveSeat,
    NextHand,
    RenameTable,
    SeatPlayer,
    SetButton,
    SitOut,
    Undo,
)
from poker.events import HandEnded, SeatTaken
from poker.refusal import Refusal
from staff.models import Room, Staff
from tables import lifecycle
from tables.models import Device, SeatSession, Table
from tests.support.desk import Desk, create_desk
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import create_plaque, create_staff, pair_device
from tests.support.room_fixture import build_or_restore
from waitlist.rules import commands as c
from web.messages import refusals

pytestmark = pytest.mark.django_db(transaction=True)
BADGES = {
    "dealer": "101",
    "supervisor": "201",
    "manager": "301",
    "desk": "401",
    "surveillance": "501",
}


@pytest.fixture
def desk() -> Desk:
    return build_or_restore(_staffed_desk)


def _staffed_desk() -> Desk:
    for role, badge in BADGES.items():
        create_staff(role, alias=role.title(), badge=badge)
    return create_desk()


@pytest.fixture
def rowan_client(desk: Desk) -> Client:
    return sign_in_client(BADGES["supervisor"])


def post_form(client: Client, action: str, **fields: object) -> tuple[int, str]:
    """Return the status of the response, after its redirect, and its page."""
    data = {"command": str(uuid4())} | fields
    response = client.post(reverse("floor:table-act", args=["T1", action]), data, follow=True)
    return response.status_code, response.content.decode()


def test_address_with_a_former_name_leads_to_the_table(desk: Desk, rowan_client: Client) -> None:
    desk.room.execute(RenameTable("Main 1"))
    response = rowan_client.get(reverse("floor:table", args=["T1"]), follow=True)
    assert response.redirect_chain[0][0].startswith(reverse("floor:table", args=["Main 1"]))
    PageContent(response).heading("Main 1")
    # A page that was open before the rename still acts on its table.
    status, page = post_form(rowan_client, "lock", seat="6", reason="broken chair", minutes="")
    assert (status, "broken chair" in page) == (200, True)
    assert "Renamed Main 1" in page
    hand = reverse("replay:hand", args=[desk.room_id, "T1", 1])
    desk.room.execute(Deal())
    assert rowan_client.get(hand).status_code == 200
    assert rowan_client.get(reverse("floor:table", args=["T99"])).status_code == 404


def test_page_of_a_former_name_acts_on_its_own_table(desk: Desk, rowan_client: Client) -> None:
    """Another table has the name since: what was open before must not act on that one."""
    table = desk.room.table
    room = desk.room.table.room
    desk.room.execute(RenameTable("Main 1"))
    other = lifecycle.table_create(
        room=room, name="T1", seats=9, plaque=None, actor="system.test", now=desk.room.now
    )
    data = {"id": str(table.pk), "seat": "6", "reason": "broken chair", "minutes": ""}
    status, page = post_form(rowan_client, "lock", **data)
    assert (status, "Main 1" in page, "broken chair" in page) == (200, True, True)
    assert not any(seat.lock for seat in Table.objects.get(pk=other.pk).view.seats)
    for pk in ("x", "9" * 30, str(10**6)):
        assert post_form(rowan_client, "lock", **(data | {"id": pk}))[0] == 404


def table_page(client: Client) -> str:
    return client.get(reverse("floor:table", args=["T1"])).content.decode()


def visible_text(text: str) -> str:
    """Return the text of a page without its tags."""
    body = re.sub(r"<(select|noscript).*?</\1>", " ", text.partition("<main")[2], flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def form_data_for(action: str) -> dict[str, object]:
    fields: dict[str, dict[str, object]] = {
        "seat": {"who": "Kettle", "seat": "6"},
        "lock": {"seat": "7", "reason": "broken chair"},
        "unlock": {"seat": "7"},
        "draw": {"others": "Lantern"},
        "leave": {"seat": "1"},
        "away": {"seat": "2"},
        "undo": {"undone": "none"},
        "plaque": {"plaque": "Limit 4/8"},
        "close": {"reason": "Game broke"},
        "finish": {"how": "void", "hand": "1", "reason": "Tablet dead"},
        "push": {"dealer": "staff.1"},
    }
    return fields.get(action, {})


ACTS = (
    "open",
    "draw",
    "button",
    "plaque",
    "leave",
    "close",
    "finish",
    "push",
    "away",
    "seat",
    "lock",
    "unlock",
    "undo",
)


@pytest.mark.parametrize("role", ["dealer", "surveillance", "desk", "supervisor", "manager"])
def test_permissions_are_checked_on_the_server(desk: Desk, role: str) -> None:
    client = sign_in_client(BADGES[role])
    seen = client.get(reverse("floor:tables")).status_code
    assert seen == (403 if role == "dealer" else 200)
    allowed = []
    for act in ACTS:
        before = desk.room.seq
        status, text = post_form(client, act, **form_data_for(act))
        if status != 403:
            allowed.append(act)
        else:
            assert desk.room.seq == before
            assert role == "dealer" or "only" in text
    all_actions = list(ACTS)
    actions_by_role = {
        "desk": ["leave", "seat", "lock", "unlock", "undo"],
        "supervisor": all_actions,
        "manager": all_actions,
    }
    assert allowed == actions_by_role.get(role, [])


def test_anonymous_client_is_asked_to_sign_in(desk: Desk) -> None:
    response = Client().get(reverse("floor:table", args=["T1"]))
    assert response.headers["Location"] == "/floor/sign-in?next=/floor/tables/T1/"
    assert post_form(Client(), "open")[0] == 401


def test_list_shows_open_short_and_closed_tables_with_reasons(
    desk: Desk, rowan_client: Client
) -> None:
    text = visible_text(rowan_client.get(reverse("floor:tables")).content.decode())
    # The day stands there too, unless the test runs on it.
    since = "no dealer since Nov 21 21:42" if "Nov 21" in text else "no dealer since 21:42"
    assert f"Open 1 T1 Limit hold\u2019em 4/8 4 / 9 seated Short 5 open {since}" in text
    for seat in (1, 2, 3, 4):
        desk.room.execute(LeaveSeat(seat=seat))
    desk.room.execute(CloseTable("Game broke"))
    text = visible_text(rowan_client.get(reverse("floor:tables")).content.decode())
    assert "Closed 1 T1 Limit 4/8 0 / 9 seated Game broke" in text


def test_page_has_plaque_seats_absences_missed_blinds_and_locks(
    desk: Desk, rowan_client: Client
) -> None:
    room = desk.room
    room.execute(SitOut(seat=2))
    room.execute(Deal())
    room.execute(NextHand())
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 6))
    post_form(rowan_client, "lock", seat="7", who="Kettle", minutes="20")
    text = visible_text(table_page(rowan_client))
    assert "Limit $4 and $8 Forced bets Blinds $2 and $4 Collection Rake 10% of the pot" in text
    assert "Buy-in $40 to $400" in text
    assert re.search(r"2 Pebble 2 Away \d+ min Missed (small blind|both blinds)", text)
    assert re.search(r"6 Called until \d\d:\d\d Hat", text)
    assert re.search(r"7 Locked up until \d\d:\d\d Kettle Unlock", text)
    assert "Short, 4 of 9" in text
    status, text = post_form(rowan_client, "unlock", seat="7")
    assert status == 200
    assert re.search(r"7 Open", visible_text(text))


def test_closed_table_is_filled_and_opened(desk: Desk, rowan_client: Client) -> None:
    for seat in (1, 2, 3, 4):
        desk.room.execute(LeaveSeat(seat=seat))
    desk.room.execute(CloseTable())
    assert post_form(rowan_client, "open")[0] == 422
    desk.add("Hat", "Crane", "Kettle")
    numbers = [str(desk.entry_number(name)) for name in ("Hat", "Crane")]
    names = PageContent(table_page(rowan_client)).fields()
    assert numbers[0] in [field.value for field in names if field.is_checked]
    status, text = post_form(rowan_client, "draw", name=numbers, others="Lantern, Quill")
    assert status == 200
    assert "Seats drawn: Hat S" in visible_text(text)
    assert desk.names == ["Kettle"]
    status, text = post_form(rowan_client, "open")
    assert (status, "4 of 9" in visible_text(text)) == (200, True)
    assert "T1 is open with no dealer in the box." in visible_text(text)
    status, text = post_form(rowan_client, "button")
    assert status == 200
    assert "Floorbook drew for the button: S" in visible_text(text)
    assert Entry.objects.filter(name="button.drawn").count() == 1


@pytest.mark.parametrize(
    ("act", "form", "status", "message"),
    [
        ("seat", {"who": "Kettle", "seat": "1"}, 422, "Pebble 1 is in seat 1."),
        ("seat", {"who": "Pebble 1", "seat": "6"}, 422, "is already in seat 1"),
        ("seat", {"who": " ", "seat": "6"}, 422, "alias missing"),
        ("seat", {"who": "Kettle", "seat": "sofa"}, 400, "isn\u2019t a seat"),
        ("seat", {"who": "Kettle", "seat": "6", "chips": "9"}, 422, "buy-in"),
        (
            "seat",
            {"who": "Kettle", "seat": "6", "chips": "lots"},
            422,
            "isn\u2019t an amount in USD",
        ),
        ("seat", {"who": "Kettle", "seat": "6", "chips": "-4"}, 422, "isn\u2019t an amount in USD"),
        (
            "seat",
            {"who": "Kettle", "seat": "6", "chips": "9", "reason": "related"},
            422,
            "short reason",
        ),
        ("seat", {"who": "Kettle", "seat": "6", "reason": "must_move"}, 422, "one of the reasons"),
        ("lock", {"seat": "6"}, 422, "who or what is seat 6 locked up for"),
        ("lock", {"seat": "6", "who": "Kettle", "minutes": "999"}, 422, "for 1 to 720"),
        ("draw", {}, 422, "Who draws a seat?"),
        ("draw", {"name": "77"}, 409, "no longer on a list"),
        ("plaque", {"plaque": "none such"}, 422, "no plaque"),
        ("close", {"reason": "Game broke"}, 422, "Players still seated: 4"),
        ("close", {}, 422, "Why close T1?"),
        ("open", {}, 422, "already open"),
    ],
)
def test_refusal_gives_the_reason_and_changes_nothing(
    desk: Desk, rowan_client: Client, act: str, form: dict[str, str], status: int, message: str
) -> None:
    before = desk.room.seq
    response, text = post_form(rowan_client, act, **form)
    assert response == status
    assert message.lower() in visible_text(text).lower()
    assert desk.room.seq == before
    for value in form.values():
        if value.strip() and act in ("seat", "lock") and value in ("Kettle", "999"):
            assert value in [field.value for field in PageContent(text).fields()]


def test_plaque_posted_during_a_hand_is_announced_for_the_next_hand(
    desk: Desk, rowan_client: Client
) -> None:
    create_plaque(name="Limit 10/20", small_bet=1000, big_bet=2000, blinds=[500, 1000])
    desk.room.execute(Deal())
    status, text = post_form(rowan_client, "plaque", plaque="Limit 10/20")
    assert status == 422
    assert (
        "T1 is open. To change its plaque to Limit 10/20, confirm it." in PageContent(text).alert()
    )
    status, text = post_form(rowan_client, "plaque", plaque="Limit 10/20", sure="yes")
    assert status == 200
    assert "Limit hold\u2019em 10/20 next hand" in visible_text(text)
    desk.room.execute(NextHand())
    assert "Limit $10 and $20" in visible_text(table_page(rowan_client))


def undo_form(client: Client) -> dict[str, str]:
    """Return the fields of the bar with UNDO; empty without one."""
    form = re.search(r'name="undone" value="([^"]*)"', table_page(client))
    return {"undone": form[1]} if form else {}


def seat_names(desk: Desk) -> dict[int, str]:
    table = Table.objects.select_related("stream").get(pk=desk.room.table.pk)
    return {seat.seat: seat.name for seat in table.view.seats if seat.name}


@pytest.mark.parametrize("badge", ["201", "401"])
def test_player_left_is_one_tap_with_undo_and_a_log_line(desk: Desk, badge: str) -> None:
    client = sign_in_client(badge)
    page = PageContent(table_page(client))
    assert "Pebble 3, seat 3: left" in page.names("button")
    assert not page.fields("Player"), "nothing is preselected"
    assert post_form(client, "leave", seat="3")[0] == 200
    text = visible_text(table_page(client))
    assert "Pebble 3 left seat 3" in text
    assert 3 not in seat_names(desk)
    other = sign_in_client("301")
    assert undo_form(other) == {}, "another person's action"
    assert post_form(client, "undo", **undo_form(client))[0] == 200
    assert seat_names(desk)[3] == "Pebble 3"
    assert "Pebble 3 left seat 3, undone" in visible_text(table_page(client))
    assert undo_form(client) == {}
    call_command("verify_journal")


def test_seating_on_the_page_is_undone_with_the_spot_on_the_list(
    desk: Desk, rowan_client: Client
) -> None:
    desk.add("Hat", "Crane")
    before = desk.waitlist.entries
    assert post_form(rowan_client, "seat", who="Hat", seat="6")[0] == 200
    assert desk.names == ["Crane"]
    assert "Hat seated in seat 6" in visible_text(table_page(rowan_client))
    form = undo_form(rowan_client)
    assert post_form(rowan_client, "undo", **form)[0] == 200
    assert desk.waitlist.entries == before
    assert 6 not in seat_names(desk)
    assert post_form(rowan_client, "undo", **form)[0] == 409
    call_command("verify_journal")


def test_a_player_in_the_hand_stays_and_a_dealt_hand_ends_undo(
    desk: Desk, rowan_client: Client
) -> None:
    assert post_form(rowan_client, "leave", seat="3")[0] == 200
    desk.room.execute(Deal())
    assert undo_form(rowan_client) == {}
    page = PageContent(table_page(rowan_client))
    assert not [name for name in page.names("button") if name.endswith(": left")]
    assert post_form(rowan_client, "leave", seat="1")[0] == 422
    assert seat_names(desk)[1] == "Pebble 1"


def test_undo_of_leaving_is_refused_once_the_seat_is_called_for(
    desk: Desk, rowan_client: Client
) -> None:
    assert post_form(rowan_client, "leave", seat="3")[0] == 200
    form = undo_form(rowan_client)
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 3))
    assert undo_form(rowan_client) == {}
    status, text = post_form(rowan_client, "undo", **form)
    assert status in (409, 422)
    assert "Hat" in PageContent(text).alert()
    assert 3 not in seat_names(desk)


def test_away_is_one_tap(desk: Desk, rowan_client: Client) -> None:
    assert post_form(rowan_client, "away", seat="2")[0] == 200
    assert re.search(r"2 Pebble 2 Away \d+ min", visible_text(table_page(rowan_client)))
    assert "Pebble 2, seat 2: away" not in PageContent(table_page(rowan_client)).names("button")


def test_separated_player_is_not_seated(desk: Desk, rowan_client: Client) -> None:
    player = Player.objects.get(alias="Pebble 1")
    other_player = Player.objects.create(alias="Bobbin")
    separation_decide(
        one=player, other=other_player, apart=True, reason="x", by="staff.2", now=desk.now
    )
    status, message = post_form(rowan_client, "seat", seat=6, who="Bobbin")
    assert status == 422
    assert (
        "Bobbin can\u2019t play in the same game as Pebble 1, seat 1."
        in PageContent(message).alert()
    )
    assert not SeatSession.objects.filter(visit__player=other_player).exists()


def test_form_sent_twice_is_executed_once(desk: Desk, rowan_client: Client) -> None:
    for _ in range(2):
        assert post_form(rowan_client, "lock", seat="6", reason="x", command="once")[0] == 200
    assert Entry.objects.filter(name="seat.locked").count() == 1


def test_table_number_redirects_to_its_room(desk: Desk, rowan_client: Client) -> None:
    table = Table.objects.get()
    response = rowan_client.get(reverse("floor:table-at", args=[table.pk]))
    assert response.headers["Location"] == f"/floor/tables/T1/?room={table.room_id}"
    other_room = Room.objects.create(name="Another room")
    url = reverse("floor:table", args=["T1"]) + f"?room={table.room_id}"
    menu = PageContent(rowan_client.get(url)).region("Main menu")
    hrefs = {link.href for link in menu.links()}
    for url in ("/floor/map/", "/floor/tables/", "/floor/dealers/", "/floor/drop/"):
        assert f"{url}?room={table.room_id}" in hrefs, "the room goes along"
    assert menu.link("Waitlist").href == f"/desk/{table.room_id}/"
    redirect = Client().get(f"/floor/map/?room={table.room_id}")
    assert (
        redirect.headers["Location"] == f"/floor/sign-in?next=/floor/map/%3Froom%3D{table.room_id}"
    )
    missing = rowan_client.get(reverse("floor:table", args=["T1"]) + f"?room={other_room.pk}")
    assert missing.status_code == 404


def test_table_list_takes_few_queries(
    desk: Desk, rowan_client: Client, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    desk.room.execute(SetButton(seat=1))
    desk.now += timedelta(seconds=1)
    with django_assert_max_num_queries(16):  # type: ignore[attr-defined]
        rowan_client.get(reverse("floor:tables"))


def test_house_transfer_allows_a_short_buy_in_with_a_reason(
    desk: Desk, rowan_client: Client
) -> None:
    data = {"who": "Kettle", "seat": "6", "chips": "15", "reason": "limit_changed"}
    status, text = post_form(sign_in_client(BADGES["desk"]), "seat", **data)
    assert (status, "supervisors" in text) == (403, True)
    assert post_form(rowan_client, "seat", **data)[0] == 200
    entry = Entry.objects.filter(name="seat.taken").order_by("-seq")[0]
    event = decode_event(entry.name, entry.version, entry.data)
    assert isinstance(event, SeatTaken)
    assert (event.stack, event.reason) == (1500, "limit_changed")
    assert event.by.startswith("staff.")


def test_oversized_numbers_are_not_found_or_refused(rowan_client: Client) -> None:
    for long_number in ("9" * 19, "9" * 30):
        assert rowan_client.get(f"/floor/tables/at/{long_number}").status_code == 404
    status, text = post_form(rowan_client, "draw", name="9" * 5000)
    assert (status, "Who draws a seat? Check names" in text) == (422, True)


def test_floor_pays_the_count_of_a_hand_whose_tablet_is_dead(
    desk: Desk, rowan_client: Client
) -> None:
    assert "End hand" not in visible_text(table_page(rowan_client))
    desk.room.execute(Deal())
    desk.room.execute(Act(4, "raise", 800))
    assert "End hand 1 without the tablet" in visible_text(table_page(rowan_client))
    fields = {"hand": "1", "how": "count", "reason": "Tablet dead"}
    for more, text in (
        ({}, "isn"),
        ({"pot": "30"}, "Who won"),
        ({"pot": "30", "winner": "x"}, "seat"),
        ({"pot": "30", "winner": ["1", "4"], "share-1": "20"}, "Enter an amount for each winner"),
        (
            {"pot": "30", "winner": ["4"], "share-4": "20"},
            "The shares add up to $20; the pot after rake is $30.",
        ),
        ({"pot": "30", "winner": ["4"], "reason": ""}, "Give a reason"),
        ({"pot": "30", "winner": ["4"], "hand": "7"}, "Hand 7 is already over"),
        ({"how": ""}, "Choose the dealer"),
    ):
        before = desk.room.seq
        status, page = post_form(rowan_client, "finish", **fields | more)
        assert status in (400, 409, 422), more
        assert text in visible_text(page), (text, visible_text(page)[:900])
        assert desk.room.seq == before
    desk.room.execute(CallFloor())
    status, page = post_form(rowan_client, "finish", **fields, pot="30", winner=["4"])
    assert "A floor call is open at this table." in visible_text(page)
    desk.room.execute(CancelFloor("solved"))
    status, page = post_form(rowan_client, "finish", **fields, pot="30", winner=["4"], flop="yes")
    assert status == 200
    text = visible_text(page)
    assert "Hand 1 ended by the dealer's count, without the tablet: Tablet dead" in unescape(text)
    assert "hand 2" not in text
    entry = Entry.objects.get(stream=desk.room.table.stream, name="hand.finished")
    assert entry.actor == Staff.objects.get(badge=BADGES["supervisor"]).key
    ended = Entry.objects.get(stream=desk.room.table.stream, name="hand.ended")
    event = decode_event(ended.name, ended.version, ended.data)
    assert isinstance(event, HandEnded)
    assert event.partial
    call_command("verify_journal")


def test_held_tap_of_a_finished_hand_is_refused_with_a_sentence(
    desk: Desk, rowan_client: Client
) -> None:
    desk.room.execute(Deal())
    seen = desk.room.seq
    post_form(rowan_client, "finish", hand="1", how="void", reason="Tablet dead")
    for command in (Act(4, "fold"), Deal(), Undo(), CloseStreet(4)):
        with pytest.raises(Refusal, match=r"^hand_finished ") as caught:
            desk.room.execute(command, seen=seen)
        assert refusals.refusal(caught.value) == (
            "Supervisor ended hand 1 without this tablet. Discard this tap and start the next hand."
            " (Rule S-012)"
        )
    desk.room.execute(LeaveSeat(seat=3), seen=seen)  # the player left, whatever became of the hand
    desk.room.execute(Deal(), seen=desk.room.seq)


def test_void_returns_every_chip_and_the_table_closes(desk: Desk, rowan_client: Client) -> None:
    for seat in (1, 2, 3, 4):
        desk.room.execute(LeaveSeat(seat=seat))
    for seat in (1, 2, 3):
        desk.room.execute(SeatPlayer(seat, f"x{seat}", f"Player {seat}", 20000))
    desk.room.execute(SetButton(seat=1))
    desk.room.execute(Deal())
    desk.room.execute(Act(1, "raise", 800))
    assert post_form(rowan_client, "close", reason="Game broke")[0] == 422
    status, _ = post_form(rowan_client, "finish", hand="1", how="void", written="No power")
    assert status == 200
    desk.room.table.stream.refresh_from_db()
    state = decode_state(bytes(desk.room.table.stream.state))
    assert [seat.stack for seat in state.seats[:3]] == [20000] * 3
    for seat in (1, 2, 3):
        assert post_form(rowan_client, "leave", seat=str(seat))[0] == 200
    assert post_form(rowan_client, "close", reason="Game broke")[0] == 200


def test_dealer_is_pushed_without_the_tablet(desk: Desk, rowan_client: Client) -> None:
    device, _ = pair_device(desk.room.table)
    wren = Staff.objects.get(badge=BADGES["dealer"])
    Device.objects.filter(pk=device.pk).update(dealer=wren)
    other = create_staff("dealer", alias="Plover", badge="102")
    assert post_form(rowan_client, "push", dealer="staff.999")[0] == 422
    desk.room.execute(Deal())
    assert post_form(rowan_client, "push", dealer=other.key)[0] == 422
    post_form(rowan_client, "finish", hand="1", how="void", reason="Tablet dead")
    status, page = post_form(rowan_client, "push", dealer=other.key)
    assert status == 200
    assert "Plover in the box" in visible_text(page)
    assert "Plover pushed in Supervisor" in visible_text(page)
    device.refresh_from_db()
    assert device.dealer is None, "whoever is next signs in"
    box = load_lineup(desk.room_id).box("T1")
    assert box is not None
    assert box.dealer == other.key
