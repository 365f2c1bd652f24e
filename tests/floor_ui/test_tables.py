"""The tables' pages: who may do what, what they say, what is refused with what was typed kept."""

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from journal.models import Entry
from players.models import Player
from players.separation import separation_decide
from poker.codec import decode_event
from poker.commands import CloseTable, Deal, LeaveSeat, NextHand, SetButton, SitOut
from poker.events import SeatTaken
from poker.waitlist import commands as c
from tables.models import Room, Sitting, Table
from tests.floor_ui.conftest import signed_in
from tests.tables.lists.desk import Desk, desk_of
from tests.tables.room import plaque, staff

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
    for role, badge in BADGES.items():
        staff(role, alias=role.title(), badge=badge)
    return desk_of()


@pytest.fixture
def rowan(desk: Desk) -> Client:
    return signed_in(BADGES["supervisor"])


def post(client: Client, act: str, **said: object) -> tuple[int, str]:
    """The status of the answer, after its redirect, and its page."""
    data = {"command": str(uuid4())} | said
    answer = client.post(reverse("floor:table-act", args=["T1", act]), data, follow=True)
    return answer.status_code, answer.content.decode()


def page(client: Client) -> str:
    return client.get(reverse("floor:table", args=["T1"])).content.decode()


def said(text: str) -> str:
    """The words of a page, without its tags."""
    body = re.sub(r"<(select|noscript).*?</\1>", " ", text.partition("<main")[2], flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def name_of(act: str) -> dict[str, object]:
    fields: dict[str, dict[str, object]] = {
        "seat": {"who": "Kettle", "seat": "6"},
        "lock": {"seat": "7", "reason": "broken chair"},
        "unlock": {"seat": "7"},
        "draw": {"others": "Lantern"},
        "leave": {"seat": "1"},
        "plaque": {"plaque": "Limit 4/8"},
        "close": {"reason": "Game broke"},
    }
    return fields.get(act, {})


ACTS = ("open", "draw", "button", "plaque", "leave", "close", "seat", "lock", "unlock")


@pytest.mark.parametrize("role", ["dealer", "surveillance", "desk", "supervisor", "manager"])
def test_who_does_what_is_asked_at_the_server(desk: Desk, role: str) -> None:
    client = signed_in(BADGES[role])
    seen = client.get(reverse("floor:tables")).status_code
    assert seen == (403 if role == "dealer" else 200)
    allowed = []
    for act in ACTS:
        before = desk.room.seq
        status, text = post(client, act, **name_of(act))
        if status != 403:
            allowed.append(act)
        else:
            assert desk.room.seq == before
            assert role == "dealer" or "only" in text
    everything = list(ACTS)
    ours = {"desk": ["seat", "lock", "unlock"], "supervisor": everything, "manager": everything}
    assert allowed == ours.get(role, [])


def test_nobody_signed_in_is_asked_to(desk: Desk) -> None:
    answer = Client().get(reverse("floor:table", args=["T1"]))
    assert answer.headers["Location"] == "/floor/sign-in?next=/floor/tables/T1/"
    assert post(Client(), "open")[0] == 401


def test_the_list_says_open_short_closed_and_why(desk: Desk, rowan: Client) -> None:
    text = said(rowan.get(reverse("floor:tables")).content.decode())
    # The day stands there too, unless the test runs on it.
    since = "no dealer since Nov 21 21:42" if "Nov 21" in text else "no dealer since 21:42"
    assert f"Open 1 T1 Limit hold\u2019em 4/8 4 / 9 seated Short 5 open {since}" in text
    for seat in (1, 2, 3, 4):
        desk.room.do(LeaveSeat(seat=seat))
    desk.room.do(CloseTable("Game broke"))
    text = said(rowan.get(reverse("floor:tables")).content.decode())
    assert "Closed 1 T1 Limit 4/8 0 / 9 seated Game broke" in text


def test_the_page_has_plaque_chairs_absence_missed_blinds_and_locks(
    desk: Desk, rowan: Client
) -> None:
    room = desk.room
    room.do(SitOut(seat=2))
    room.do(Deal())
    room.do(NextHand())
    desk.add("Hat")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 6))
    post(rowan, "lock", seat="7", who="Kettle", minutes="20")
    text = said(page(rowan))
    assert "Limit $4 and $8 Forced bets Blinds $2 and $4 Collection Rake 10% of the pot" in text
    assert "Buy-in $40 to $400" in text
    assert re.search(r"2 Pebble 2 Away \d+ min Missed (small blind|both blinds)", text)
    assert re.search(r"6 Called until \d\d:\d\d Hat", text)
    assert re.search(r"7 Locked up until \d\d:\d\d Kettle Unlock", text)
    assert "Short, 4 of 9" in text
    status, text = post(rowan, "unlock", seat="7")
    assert status == 200
    assert re.search(r"7 Open", said(text))


def test_from_nothing_to_a_table_that_plays(desk: Desk, rowan: Client) -> None:
    for seat in (1, 2, 3, 4):
        desk.room.do(LeaveSeat(seat=seat))
    desk.room.do(CloseTable())
    assert post(rowan, "open")[0] == 422
    desk.add("Hat", "Crane", "Kettle")
    numbers = [str(desk.number(name)) for name in ("Hat", "Crane")]
    assert f'value="{numbers[0]}" checked' in page(rowan)
    status, text = post(rowan, "draw", name=numbers, others="Lantern, Quill")
    assert status == 200
    assert "Seats drawn: Hat S" in said(text)
    assert desk.names == ["Kettle"]
    status, text = post(rowan, "open")
    assert (status, "4 of 9" in said(text)) == (200, True)
    status, text = post(rowan, "button")
    assert status == 200
    assert "Floorbook drew for the button: S" in said(text)
    assert Entry.objects.filter(name="button.drawn").count() == 1


@pytest.mark.parametrize(
    ("act", "form", "status", "says"),
    [
        ("seat", {"who": "Kettle", "seat": "1"}, 422, "Pebble 1 is in seat 1."),
        ("seat", {"who": "Pebble 1", "seat": "6"}, 422, "is already in seat 1"),
        ("seat", {"who": " ", "seat": "6"}, 422, "alias missing"),
        ("seat", {"who": "Kettle", "seat": "sofa"}, 422, "isn\u2019t a seat"),
        ("seat", {"who": "Kettle", "seat": "6", "chips": "9"}, 422, "buy-in"),
        (
            "seat",
            {"who": "Kettle", "seat": "6", "chips": "lots"},
            422,
            "isn\u2019t a dollar amount",
        ),
        ("seat", {"who": "Kettle", "seat": "6", "chips": "-4"}, 422, "isn\u2019t a dollar amount"),
        (
            "seat",
            {"who": "Kettle", "seat": "6", "chips": "9", "reason": "related"},
            422,
            "short reason",
        ),
        ("seat", {"who": "Kettle", "seat": "6", "reason": "must_move"}, 422, "listed reason"),
        ("lock", {"seat": "6"}, 422, "who or what is seat 6 locked up for"),
        ("lock", {"seat": "6", "who": "Kettle", "minutes": "999"}, 422, "for 1 to 720"),
        ("draw", {}, 422, "Who draws a seat?"),
        ("draw", {"name": "77"}, 422, "no longer on a list"),
        ("plaque", {"plaque": "none such"}, 422, "no plaque"),
        ("close", {"reason": "Game broke"}, 422, "Players still seated: 4"),
        ("close", {}, 422, "Why close T1?"),
        ("open", {}, 422, "already open"),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(
    desk: Desk, rowan: Client, act: str, form: dict[str, str], status: int, says: str
) -> None:
    before = desk.room.seq
    answer, text = post(rowan, act, **form)
    assert answer == status
    assert says.lower() in said(text).lower()
    assert desk.room.seq == before
    for value in form.values():
        if value.strip() and act in ("seat", "lock") and value in ("Kettle", "999"):
            assert f'value="{value}"' in text


def test_another_plaque_in_a_hand_says_with_the_next_hand(desk: Desk, rowan: Client) -> None:
    plaque(name="Limit 10/20", small_bet=1000, big_bet=2000, blinds=[500, 1000])
    desk.room.do(Deal())
    status, text = post(rowan, "plaque", plaque="Limit 10/20")
    assert status == 200
    assert "Limit hold\u2019em 10/20 next hand" in said(text)
    desk.room.do(NextHand())
    assert "Limit $10 and $20" in said(page(rowan))


def test_who_may_not_share_the_game_is_not_seated_there(desk: Desk, rowan: Client) -> None:
    player, other = Player.objects.get(alias="Pebble 1"), Player.objects.create(alias="Bobbin")
    separation_decide(one=player, other=other, apart=True, reason="x", by="staff.2", now=desk.now)
    status, message = post(rowan, "seat", seat=6, who="Bobbin")
    assert status == 422
    assert "Bobbin can\u2019t play in the same game as Pebble 1, seat 1." in message
    assert not Sitting.objects.filter(visit__player=other).exists()


def test_sent_twice_it_is_done_once(desk: Desk, rowan: Client) -> None:
    for _ in range(2):
        assert post(rowan, "lock", seat="6", reason="x", command="once")[0] == 200
    assert Entry.objects.filter(name="seat.locked").count() == 1


def test_a_table_of_another_room_is_found_by_its_number(desk: Desk, rowan: Client) -> None:
    table = Table.objects.get()
    answer = rowan.get(reverse("floor:table-at", args=[table.pk]))
    assert answer.headers["Location"] == f"/floor/tables/T1/?room={table.room_id}"
    other = Room.objects.create(name="Another room")
    nav = rowan.get(reverse("floor:table", args=["T1"]) + f"?room={table.room_id}").content.decode()
    for place in ("/floor/map/", "/floor/tables/", "/floor/dealers/", "/floor/drop/"):
        assert f'href="{place}?room={table.room_id}"' in nav, "the room goes along"
    assert f'href="/desk/{table.room_id}/"' in nav
    door = Client().get(f"/floor/map/?room={table.room_id}")
    assert door.headers["Location"] == f"/floor/sign-in?next=/floor/map/%3Froom%3D{table.room_id}"
    missing = rowan.get(reverse("floor:table", args=["T1"]) + f"?room={other.pk}")
    assert missing.status_code == 404


def test_the_tables_are_few_questions(
    desk: Desk, rowan: Client, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    desk.room.do(SetButton(seat=1))
    desk.now += timedelta(seconds=1)
    with django_assert_max_num_queries(16):  # type: ignore[attr-defined]
        rowan.get(reverse("floor:tables"))


def test_whom_the_house_brings_keeps_a_short_stake_with_a_reason(desk: Desk, rowan: Client) -> None:
    data = {"who": "Kettle", "seat": "6", "chips": "15", "reason": "limit_changed"}
    status, text = post(signed_in(BADGES["desk"]), "seat", **data)
    assert (status, "supervisors" in text) == (403, True)
    assert post(rowan, "seat", **data)[0] == 200
    entry = Entry.objects.filter(name="seat.taken").order_by("-seq")[0]
    event = decode_event(entry.name, entry.version, entry.data)
    assert isinstance(event, SeatTaken)
    assert (event.stack, event.reason) == (1500, "limit_changed")
    assert event.by.startswith("staff.")


def test_numbers_longer_than_any_are_nobodys(rowan: Client) -> None:
    for long in ("9" * 19, "9" * 30):
        assert rowan.get(f"/floor/tables/at/{long}").status_code == 404
    status, text = post(rowan, "draw", name="9" * 5000)
    assert (status, "Who draws a seat? Check names" in text) == (422, True)
