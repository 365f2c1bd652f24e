"""The public board on the server: what it shows, and what it never shows."""

import json
import re
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connection
from django.db.models import CharField
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.asgi import application
from floor_ui.desk.columns import COLUMNS_PER_PAGE, ROWS_PER_COLUMN, BoardColumn, BoardName, pages
from floor_ui.desk.messages import table, wait_range
from floor_ui.desk.short_names import short_name
from players.models import Player
from poker.commands import LeaveSeat
from poker.waitlist import commands as c
from poker.waitlist.wait_estimate import WaitEstimate
from tables.demo import PLAQUES
from tables.models import Plaque
from tables.waitlist.execute import load_waitlists
from tests.support.desk import ACTOR, KEY, Desk, create_desk
from tests.support.desk_sockets import open_socket
from tests.support.page_roles import PageContent

db = pytest.mark.django_db(transaction=True)


def board_html(desk: Desk) -> str:
    response = Client().get(f"/board/{desk.room_id}")
    assert response.status_code == 200
    return response.content.decode()


def section_text(page: str, label: str) -> str:
    """Return the text of a section by its label."""
    match = re.search(rf'<section[^>]*aria-label="{label}">(.*?)</section>', page, re.S)
    assert match, page
    return " ".join(re.sub(r"<[^>]+>", " ", match[1]).split())


@db
def test_board_shows_lists_calls_and_open_seats(desk: Desk) -> None:
    page = board_html(desk)
    assert "Seats open now LHE 4/8, 5 seats" in section_text(page, "Seats open now")
    assert "No one right now" in section_text(page, "Now calling")
    desk.add("Blue Hat", "Paper Crane")
    page = board_html(desk)
    assert section_text(page, "LHE 4/8") == "LHE 4/8 no wait 1 table 1 Blue Hat 2 Paper Crane"
    assert "No open seats" in section_text(page, "Seats open now"), "somebody waits for them"
    desk.execute(c.CallPlayer(desk.entry_number("Blue Hat"), "T1", 5))
    page = board_html(desk)
    calling = section_text(page, "Now calling")
    assert re.fullmatch(
        r"Now calling Blue Hat Table 1, LHE 4/8 until \d{1,2}:\d\d [ap]m",
        calling.replace("&nbsp;", " "),
    )
    assert "1 Blue Hat → T1 2 Paper Crane" in section_text(page, "LHE 4/8")
    desk.execute(c.ConfirmSeated(desk.entry_number("Blue Hat"), "T1", 5))
    assert "Blue Hat" not in board_html(desk), "who sits is nobody's business"


@db
def test_many_calls_are_shown_in_groups(desk: Desk) -> None:
    """The newest is in the first group; every other one has its turn."""
    names = ("Blue Hat", "Paper Crane", "Copper Kettle")
    desk.add(*names)
    for seat, name in enumerate(names, 5):
        desk.execute(c.CallPlayer(desk.entry_number(name), "T1", seat))
    groups = re.findall(
        r"<ul( hidden)?>(.*?)</ul>", board_html(desk).split('class="lists"')[0], re.S
    )
    assert [
        (bool(is_hidden), re.findall("<strong>(.*?)<", text)) for is_hidden, text in groups
    ] == [
        (False, ["Copper Kettle", "Paper Crane"]),
        (True, ["Blue Hat"]),
    ]


@db
def test_interest_list_shows_the_missing_players(desk: Desk) -> None:
    desk.execute(c.OpenWaitlist("badugi", "Badugi 5/10", "interest", 5))
    player = Player.objects.create(alias="Old Map")
    desk.execute(c.AddPlayer("badugi", player.key, "Old Map"))
    assert (
        section_text(board_html(desk), "Badugi 5/10") == "Badugi 5/10 starts with 4 more 1 Old Map"
    )
    desk.execute(c.OpenWaitlist(KEY, "Limit 4/8", "interest", 6))
    page = board_html(desk)
    assert "LHE 4/8" not in PageContent(page).names("region"), (
        "it runs and nobody waits: a list like any other"
    )
    assert "LHE 4/8, 5 seats" in section_text(page, "Seats open now")


@db
def test_board_shows_only_aliases(desk: Desk) -> None:
    """The board shows no legal name, card, phone, key, token, number, reason or staff member, and no
    seated player.
    """
    desk.add("Blue Hat", "Paper Crane", "Copper Kettle")
    for player in Player.objects.all():
        for field in Player._meta.fields:
            if isinstance(field, CharField) and field.name != "alias":
                text = f"secret-{player.pk}-{field.name}"
                setattr(player, field.name, text[: field.max_length])
        player.save()
    desk.execute(c.CallPlayer(desk.entry_number("Blue Hat"), "T1", 5))
    desk.execute(c.ChangePosition(desk.entry_number("Copper Kettle"), 2, "friend of the house"))
    page = board_html(desk)
    waitlists = load_waitlists(desk.room_id).lists
    hidden_names = [entry.token for waitlist in waitlists.lines for entry in waitlist.places]
    hidden_names += [entry.player for waitlist in waitlists.lines for entry in waitlist.places]
    hidden_names += ["secret-", "friend of the house", ACTOR, KEY, "csrf", "sessionid"]
    desk.room.table.stream.refresh_from_db()
    hidden_names += [s.name for s in desk.room.table.view.seats if s.name]
    assert len(hidden_names) > 14
    for fact in hidden_names:
        assert not re.search(rf"(?<![\w-]){re.escape(fact)}", page), fact


@db
def test_boards_told_of_one_change_share_one_read(desk: Desk) -> None:
    desk.add("Blue Hat")

    def fetch(change: str) -> tuple[str, int]:
        with CaptureQueriesContext(connection) as queries:
            page = Client().get(f"/board/{desk.room_id}", headers={"x-change": change})
        return page.content.decode(), len(queries)

    PageContent(fetch("7.1")[0]).item("Blue Hat")
    desk.add("Paper Crane")
    page, count = fetch("7.2")
    PageContent(page).item("Paper Crane")
    again, again_count = fetch("7.2")
    PageContent(again).item("Paper Crane")
    assert again_count <= 2 < count, "the currency and the room"
    desk.add("Copper Kettle")
    PageContent(fetch("")[0]).item("Copper Kettle")
    PageContent(fetch("x" * 5000)[0]).item("Copper Kettle")


@db
def test_boards_share_one_cached_page(desk: Desk) -> None:
    desk.add("Blue Hat")
    first = board_html(desk)
    with CaptureQueriesContext(connection) as queries:
        assert section_text(board_html(desk), "LHE 4/8") == section_text(first, "LHE 4/8")
    assert len(queries) <= 4, "the currency, the room, whether chairs changed, whether lists did"
    desk.add("Paper Crane")
    PageContent(board_html(desk)).item("Paper Crane")
    desk.room.execute(LeaveSeat(seat=2))
    assert section_text(board_html(desk), "LHE 4/8") != section_text(first, "LHE 4/8")


@db
def test_board_urls_and_headers(desk: Desk, client: Client) -> None:
    assert client.get("/board")["Location"] == f"/board/{desk.room_id}"
    response = client.get(f"/board/{desk.room_id}")
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"
    assert not response.cookies, "nobody is followed"
    assert client.get("/board/999999").status_code == 404
    assert client.post(f"/board/{desk.room_id}").status_code == 405


@db
def test_alias_is_escaped(desk: Desk) -> None:
    desk.add("<b>Hat</b>", "Moon 🌙")
    page = PageContent(board_html(desk))
    page.item("b>Hat")
    page.item("Moon 🌙")


@db
async def test_socket_publishes_a_signal_without_data() -> None:
    desk = await sync_to_async(create_desk)()
    socket = WebsocketCommunicator(
        application,
        f"/ws/board/{desk.room_id}/",
        headers=[(b"origin", b"http://localhost"), (b"host", b"localhost")],
    )
    assert (await socket.connect())[0]
    await sync_to_async(desk.add)("Hat")
    changes = [json.loads(await socket.receive_from(5))]
    await sync_to_async(desk.room.execute)(LeaveSeat(seat=2))
    changes.append(json.loads(await socket.receive_from(5)))
    assert [change.keys() for change in changes] == [{"type", "change"}] * 2
    assert all(re.fullmatch(r"\d+\.\d+", change["change"]) for change in changes)
    assert changes[0]["change"] != changes[1]["change"]
    await socket.send_to(text_data="?")
    assert json.loads(await socket.receive_from(5)) == {"type": "here"}
    await socket.send_to(text_data=str(uuid4()) * 1000)
    assert await socket.receive_nothing()
    await socket.disconnect()
    desks = open_socket(Client(), desk.room_id)
    await desks.connect()
    assert (await desks.receive_output(5))["code"] == 4401, "the desk's own stays closed"
    nowhere = WebsocketCommunicator(
        application,
        "/ws/board/999999/",
        headers=[(b"origin", b"http://localhost"), (b"host", b"localhost")],
    )
    assert not (await nowhere.connect())[0]


def make_column(title: str, names: int) -> BoardColumn:
    rows = tuple(BoardName(position=at, name=f"N{at}", table="") for at in range(1, names + 1))
    return BoardColumn(key=title, title=title, tables="", wait="", names=rows)


def test_eight_lists_fit_on_two_pages() -> None:
    board_pages = pages([make_column(f"L{at}", 5 + at * 9) for at in range(8)])
    assert [len(page) for page in board_pages] == [4, 4]
    for page in board_pages:
        for column_data in page:
            assert sum(len(block) for block in column_data.blocks) + column_data.hidden == len(
                column_data.names
            )
            assert len(column_data.blocks[-1]) + bool(column_data.hidden) <= ROWS_PER_COLUMN


def test_a_short_night_is_one_page_with_even_columns() -> None:
    board_pages = pages(
        [make_column("NL 1/3", 12), make_column("NL 2/5", 7), make_column("PLO 2/5", 5)]
    )
    assert [[column.width for column in page] for page in board_pages] == [[2, 1, 1]]
    assert [len(block) for block in board_pages[0][0].blocks] == [6, 6]
    assert pages([]) == [[]]


@pytest.mark.parametrize("list_count", [0, 1, 4, 5, 8, 9, 17])
@pytest.mark.parametrize("names", [0, 1, 7, 8, 14, 15, 21, 22, 300])
def test_every_list_is_on_a_page_that_fits(list_count: int, names: int) -> None:
    board_pages = pages([make_column(f"L{at}", names) for at in range(list_count)])
    assert sorted(column.title for page in board_pages for column in page) == sorted(
        f"L{at}" for at in range(list_count)
    )
    assert all(sum(column.width for column in page) <= COLUMNS_PER_PAGE for page in board_pages)
    assert len(board_pages) <= 2 or list_count > 8
    for page in board_pages:
        for column_data in page:
            assert all(len(block) <= ROWS_PER_COLUMN for block in column_data.blocks)
            assert sum(len(block) for block in column_data.blocks) + column_data.hidden == names


def test_game_names_are_abbreviated() -> None:
    data = {name: short_name(Plaque(name=name, **fields)) for name, fields in PLAQUES.items()}
    assert data == {
        "Limit hold'em 4/8": "LHE 4/8",
        "Limit hold'em 4/8, by streets": "LHE 4/8",
        "No-limit hold'em 1/3": "NL 1/3",
        "Pot-limit Omaha 1/2": "PLO 1/2",
        "Seven-card stud 10/20": "STUD 10/20",
        "Razz 10/20": "RAZZ 10/20",
        "Stud eight-or-better 10/20": "STUD8 10/20",
        "2-7 triple draw 4/8": "2-7 TD 4/8",
        "Omaha eight-or-better 4/8 with a kill": "O8 4/8 kill",
        "Omaha eight-or-better 10/20": "O8 10/20",
        "HORSE 10/20": "HORSE 10/20",
    }
    cents = Plaque(name="x", game="holdem", limit="spread", small_bet=50, big_bet=550)
    assert short_name(cents) == "Spread .50\u20135.50"
    omaha = Plaque(name="x", game="omaha8", limit="pot", small_bet=500, blinds=[200, 500])
    assert short_name(omaha) == "PLO8 2/5"


def test_wait_ranges_and_table_names_are_formatted() -> None:
    assert wait_range(WaitEstimate(29, 9)) == "20\u201338 min"
    assert wait_range(WaitEstimate(40, 0, more=True)) == "over 40 min"
    assert wait_range(WaitEstimate(3, 3)) == "0\u20136 min"
    assert wait_range(WaitEstimate(0, 0)) == "no wait"
    assert wait_range(None) == "no estimate yet"
    assert [table(name) for name in ("T2", "T", "Main 4")] == ["Table 2", "Table T", "Table Main 4"]
