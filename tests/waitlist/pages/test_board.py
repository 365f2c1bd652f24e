"""The public board on the server: what it shows, and what it never shows."""

import json
import re
from datetime import timedelta
from unittest.mock import patch
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.db import connection
from django.db.models import CharField
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.asgi import application
from ops.demo import PLAQUES
from players.models import Player
from poker.commands import LeaveSeat
from reports.export.short_names import short_name as report_name
from tables.models import Plaque
from tables.short_names import distinct_titles, short_name
from tests.support.desk import ACTOR, KEY, Desk, create_desk
from tests.support.desk_sockets import open_socket
from tests.support.page_roles import PageContent
from waitlist.actions import WAITLIST, lists_group, load_waitlists
from waitlist.board_messages import BoardMessage, write_messages
from waitlist.messages import page_label, table, wait_range
from waitlist.models import BoardSettings
from waitlist.rules import commands as c
from waitlist.rules.wait_estimate import WaitEstimate
from web.channel_layer import LATE

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
def test_board_shows_lists_calls_and_games_without_a_list(desk: Desk) -> None:
    page = board_html(desk)
    no_list = "No list, ask at the desk: LHE 4/8 5 open seats 1 table"
    assert section_text(page, "No list") == no_list
    assert section_text(page, "Called") == "No one called just now"
    desk.add("Blue Hat", "Paper Crane")
    page = board_html(desk)
    assert section_text(page, "LHE 4/8") == "LHE 4/8 no wait 1 table 1 Blue Hat 2 Paper Crane"
    assert "ask at the desk:" not in page, "the only game has a list"
    assert "Waitlists, 2 names" in page
    desk.execute(c.CallPlayer(desk.entry_number("Blue Hat"), "T1", 5))
    page = board_html(desk)
    assert section_text(page, "Called") == "Called, time left Blue Hat Table 1, seat 5"
    until = desk.waitlist.entries[0].until
    assert f'<b data-until="{until}">' in page, "the page counts the time down"
    assert re.search(r'<li class="called"><i>1</i>.*?Blue Hat', page)
    desk.execute(c.ConfirmSeated(desk.entry_number("Blue Hat"), "T1", 5))
    assert "Blue Hat" not in board_html(desk), "who sits is nobody's business"


@db
def test_called_players_are_shown_by_time_left(desk: Desk) -> None:
    names = ("Blue Hat", "Paper Crane", "Copper Kettle")
    desk.add(*names)
    for seat, name in enumerate(names, 5):
        desk.execute(c.CallPlayer(desk.entry_number(name), "T1", seat))
    called = board_html(desk).partition('id="lists"')[0]
    assert re.findall(r"<strong[^>]*><bdi>(.*?)<", called) == list(names)


@db
def test_interest_list_shows_the_missing_players(desk: Desk) -> None:
    desk.execute(c.OpenWaitlist("badugi", "Badugi 5/10", "interest", 5))
    assert section_text(board_html(desk), "Badugi 5/10") == "Badugi 5/10 starts with 5 more"
    player = Player.objects.create(alias="Old Map")
    desk.execute(c.AddPlayer("badugi", player.key, "Old Map"))
    assert (
        section_text(board_html(desk), "Badugi 5/10") == "Badugi 5/10 starts with 4 more 1 Old Map"
    )
    desk.execute(c.OpenWaitlist(KEY, "Limit 4/8", "interest", 6))
    page = board_html(desk)
    assert "LHE 4/8" not in PageContent(page).names("region"), (
        "it runs and nobody waits: a game without a list"
    )
    assert "LHE 4/8 5 open seats" in section_text(page, "No list")


@db
def test_house_messages_are_shown_while_they_are_in_force(desk: Desk) -> None:
    now = timezone.now()
    hour = timedelta(hours=1)
    texts = [
        BoardMessage("Omaha starts at 8"),
        BoardMessage("Over", ends=now - hour),
        BoardMessage("Later", begins=now + hour),
        BoardMessage("<i>Jackpot</i> 🏆", begins=now - hour, ends=now + hour),
    ]
    assert "From the house" not in board_html(desk)
    BoardSettings.objects.create(room_id=desk.room_id, messages=write_messages(texts))
    assert (
        section_text(board_html(desk), "From the house")
        == "From the house Omaha starts at 8 &lt;i&gt;Jackpot&lt;/i&gt; 🏆"
    )


@db
def test_voice_is_offered_only_where_the_house_wants_it(desk: Desk) -> None:
    assert "sound-key" not in board_html(desk)
    BoardSettings.objects.create(room_id=desk.room_id, voice=True)
    PageContent(board_html(desk)).button("Tap once to hear calls")


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
    waitlists = load_waitlists(desk.room_id)
    hidden_names = [entry.token for waitlist in waitlists.lists for entry in waitlist.entries]
    hidden_names += [entry.player for waitlist in waitlists.lists for entry in waitlist.entries]
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
    changes = [json.loads(await socket.receive_from(10))]
    await sync_to_async(desk.room.execute)(LeaveSeat(seat=2))
    changes.append(json.loads(await socket.receive_from(10)))
    assert [change.keys() for change in changes] == [{"type", "change"}] * 2
    assert all(re.fullmatch(r"\d+\.\d+", change["change"]) for change in changes)
    assert changes[0]["change"] != changes[1]["change"]
    late = {"type": "lists.look", "change": changes[0]["change"], LATE: True}
    await get_channel_layer().group_send(lists_group(desk.room_id), late)
    assert json.loads(await socket.receive_from(10)) == {"type": "changed", "change": ""}
    await socket.send_to(text_data="?")
    assert json.loads(await socket.receive_from(10)) == {"type": "here"}
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


@db
async def test_boards_of_a_room_are_notified_together() -> None:
    desk = await sync_to_async(create_desk)()
    boards = [
        WebsocketCommunicator(
            application,
            f"/ws/board/{desk.room_id}/",
            headers=[(b"origin", b"http://localhost"), (b"host", b"localhost")],
        )
        for _ in range(2)
    ]
    for board in boards:
        assert (await board.connect())[0]
    with patch("waitlist.pages.board_turns.PAUSE", 6.0):
        for alias in ("Hat", "Moon", "Star", "Tide"):
            await sync_to_async(desk.add)(alias)
        seq, _ = await sync_to_async(WAITLIST.load)(desk.room_id)
        notices = [await _notices_until(board, f".{seq}") for board in boards]
    assert notices[0] == notices[1]
    assert len(notices[0]) < 4, "names that are added together are one notice"
    for board in boards:
        await board.disconnect()


async def _notices_until(board: WebsocketCommunicator, last: str) -> list[str]:
    """Return the names of the changes that a board reports, up to one that ends with `last`."""
    names = [""]
    while not names[-1].endswith(last):
        names.append((await board.receive_json_from(20))["change"])
    return names[1:]


def test_game_names_are_abbreviated() -> None:
    data = {name: short_name(Plaque(name=name, **fields)) for name, fields in PLAQUES.items()}
    assert data == {
        "Limit hold'em 4/8": "LHE 4/8",
        "Limit hold'em 4/8, by streets": "LHE 4/8",
        "No-limit hold'em 1/3": "NL 1/3",
        "Pot-limit Omaha 1/2": "PLO 1/2",
        "Seven-card stud 10/20": "Stud 10/20",
        "Razz 10/20": "Razz 10/20",
        "Stud eight-or-better 10/20": "Stud 8 10/20",
        "2-7 triple draw 4/8": "2-7 TD 4/8",
        "Omaha eight-or-better 4/8 with a kill": "O8 4/8 kill",
        "Omaha eight-or-better 10/20": "O8 10/20",
        "HORSE 10/20": "HORSE 10/20",
    }
    # Reports know the names alone; what follows a comma is not in the short name of a plaque.
    assert all(report_name(name) == short for name, short in data.items() if "," not in name)
    cents = Plaque(name="x", game="holdem", limit="spread", small_bet=50, big_bet=550)
    assert short_name(cents) == "Spread .50\u20135.50"
    omaha = Plaque(name="x", game="omaha8", limit="pot", small_bet=500, blinds=[200, 500])
    assert short_name(omaha) == "PLO8 2/5"
    five = Plaque(name="x", game="omaha5", limit="pot", small_bet=500, blinds=[500, 500])
    assert short_name(five) == report_name("Pot-limit five-card Omaha 5/5") == "PLO5 5/5"
    big_o = Plaque(name="x", game="big_o", limit="split", small_bet=400, big_bet=800)
    assert short_name(big_o) == "Big O 4/8"
    pineapple = Plaque(name="x", game="crazy_pineapple", limit="split", small_bet=400, big_bet=800)
    assert short_name(pineapple) == report_name("Crazy pineapple 4/8") == "Crazy Pine 4/8"
    triple = Plaque(name="x", game="ace5_triple", limit="split", small_bet=400, big_bet=800)
    assert short_name(triple) == report_name("Ace-to-five triple draw 4/8") == "A-5 TD 4/8"


def test_equal_short_names_get_words_and_never_a_table() -> None:
    full = {"a": "Limit hold'em 4/8", "b": "Limit hold'em 4/8, by streets", "c": "Razz 10/20"}
    short = {"a": "LHE 4/8", "b": "LHE 4/8", "c": "Razz 10/20"}
    assert distinct_titles(short, full) == short | {"b": "LHE 4/8 by streets"}
    full = {"a": "Main game", "b": "Second game"}
    assert distinct_titles(dict.fromkeys(full, "LHE 4/8"), full) == full


def test_index_names_as_many_lists_as_fit() -> None:
    titles = ["O8 4/8", "LHE 10/20", "HORSE 10/20", "2-7 TD 4/8"]
    assert page_label(titles, 2500) == "O8 4/8, LHE 10/20, HORSE 10/20, 2-7 TD 4/8"
    assert page_label(titles, 1400) == "O8 4/8, and 3 more"
    assert page_label(titles, 700) == "O8 4/8 +3"
    assert page_label(["A" * 60], 700) == "A" * 60
    assert page_label([], 700) == ""


def test_wait_ranges_and_table_names_are_formatted() -> None:
    assert wait_range(WaitEstimate(29, 9)) == "20\u201338 min"
    assert wait_range(WaitEstimate(40, 0, more=True)) == "over 40 min"
    assert wait_range(WaitEstimate(3, 3)) == "0\u20136 min"
    assert wait_range(WaitEstimate(0, 0)) == "no wait"
    assert wait_range(None) == "not known"
    assert [table(name) for name in ("T2", "T", "Main 4")] == ["Table 2", "Table T", "Table Main 4"]


@db
@pytest.mark.parametrize("address", ["/board", "/board/"])
def test_address_without_a_room_leads_to_the_first_board(desk: Desk, address: str) -> None:
    assert Client().get(address)["Location"] == f"/board/{desk.room_id}"
