"""The tables' pages: permissions, content, refusals that keep the entered data."""

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
from tests.floor_ui.conftest import sign_in_client
from tests.tables.room import create_plaque, create_staff
from tests.tables.waitlist.desk import Desk, create_desk

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
        "plaque": {"plaque": "Limit 4/8"},
        "close": {"reason": "Game broke"},
    }
    return fields.get(action, {})


ACTS = ("open", "draw", "button", "plaque", "leave", "close", "seat", "lock", "unlock")


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
        "desk": ["seat", "lock", "unlock"],
        "supervisor": all_actions,
        "manager": all_actions,
    }
    assert allowed == actions_by_role.get(role, [])


def test_anonymous_client_is_asked_to_sign_in(desk: Desk) -> None:
    response = Client().get(reverse("floor:table", args=["T1"]))
    assert response.headers["Location"] == "/floor/sign-in?next=/floor/tables/T1/"
    assert post_form(Client(), "open")[0] == 401


def test_the_list_says_open_short_closed_and_why(desk: Desk, rowan_client: Client) -> None:
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


def test_from_nothing_to_a_table_that_plays(desk: Desk, rowan_client: Client) -> None:
    for seat in (1, 2, 3, 4):
        desk.room.execute(LeaveSeat(seat=seat))
    desk.room.execute(CloseTable())
    assert post_form(rowan_client, "open")[0] == 422
    desk.add("Hat", "Crane", "Kettle")
    numbers = [str(desk.entry_number(name)) for name in ("Hat", "Crane")]
    assert f'value="{numbers[0]}" checked' in table_page(rowan_client)
    status, text = post_form(rowan_client, "draw", name=numbers, others="Lantern, Quill")
    assert status == 200
    assert "Seats drawn: Hat S" in visible_text(text)
    assert desk.names == ["Kettle"]
    status, text = post_form(rowan_client, "open")
    assert (status, "4 of 9" in visible_text(text)) == (200, True)
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
            assert f'value="{value}"' in text


def test_another_plaque_in_a_hand_says_with_the_next_hand(desk: Desk, rowan_client: Client) -> None:
    create_plaque(name="Limit 10/20", small_bet=1000, big_bet=2000, blinds=[500, 1000])
    desk.room.execute(Deal())
    status, text = post_form(rowan_client, "plaque", plaque="Limit 10/20")
    assert status == 200
    assert "Limit hold\u2019em 10/20 next hand" in visible_text(text)
    desk.room.execute(NextHand())
    assert "Limit $10 and $20" in visible_text(table_page(rowan_client))


def test_separated_player_is_not_seated(desk: Desk, rowan_client: Client) -> None:
    player, other_player = (
        Player.objects.get(alias="Pebble 1"),
        Player.objects.create(alias="Bobbin"),
    )
    separation_decide(
        one=player, other=other_player, apart=True, reason="x", by="staff.2", now=desk.now
    )
    status, message = post_form(rowan_client, "seat", seat=6, who="Bobbin")
    assert status == 422
    assert "Bobbin can\u2019t play in the same game as Pebble 1, seat 1." in message
    assert not Sitting.objects.filter(visit__player=other_player).exists()


def test_sent_twice_it_is_done_once(desk: Desk, rowan_client: Client) -> None:
    for _ in range(2):
        assert post_form(rowan_client, "lock", seat="6", reason="x", command="once")[0] == 200
    assert Entry.objects.filter(name="seat.locked").count() == 1


def test_a_table_of_another_room_is_found_by_its_number(desk: Desk, rowan_client: Client) -> None:
    table = Table.objects.get()
    response = rowan_client.get(reverse("floor:table-at", args=[table.pk]))
    assert response.headers["Location"] == f"/floor/tables/T1/?room={table.room_id}"
    other_room = Room.objects.create(name="Another room")
    nav = rowan_client.get(
        reverse("floor:table", args=["T1"]) + f"?room={table.room_id}"
    ).content.decode()
    for url in ("/floor/map/", "/floor/tables/", "/floor/dealers/", "/floor/drop/"):
        assert f'href="{url}?room={table.room_id}"' in nav, "the room goes along"
    assert f'href="/desk/{table.room_id}/"' in nav
    redirect = Client().get(f"/floor/map/?room={table.room_id}")
    assert (
        redirect.headers["Location"] == f"/floor/sign-in?next=/floor/map/%3Froom%3D{table.room_id}"
    )
    missing = rowan_client.get(reverse("floor:table", args=["T1"]) + f"?room={other_room.pk}")
    assert missing.status_code == 404


def test_the_tables_are_few_questions(
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


def test_numbers_longer_than_any_are_nobodys(rowan_client: Client) -> None:
    for long_number in ("9" * 19, "9" * 30):
        assert rowan_client.get(f"/floor/tables/at/{long_number}").status_code == 404
    status, text = post_form(rowan_client, "draw", name="9" * 5000)
    assert (status, "Who draws a seat? Check names" in text) == (422, True)
