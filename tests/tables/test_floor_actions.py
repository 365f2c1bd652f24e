"""Chairs by lot with the lists, tables closed, and plaques put up: service tests."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connections

from journal.models import Entry
from journal.verify import verify
from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from players.separation import separation_decide
from poker import codec
from poker.commands import CloseTable, Deal, LeaveSeat, NextHand
from poker.events import SeatsDrawn
from poker.refusal import Refusal
from poker.waitlist import commands as c
from tables.actions import CommandResult
from tables.floor_actions import SeatDraw, plaque_post, seats_draw, table_close
from tables.models import ListChange, Table
from tables.random_draws import button_cards, shuffle
from tables.seat_locks import seat_lock
from tests.tables.lists.desk import Desk, desk_of
from tests.tables.room import ACTOR, plaque

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    return desk_of()


def refused(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def draw(desk: Desk, *listed: str, others: tuple[str, ...] = (), **said: object) -> CommandResult:
    data: dict[str, object] = {"command_id": str(uuid4()), "actor": ACTOR, "now": desk.now} | said
    lot = SeatDraw(numbers=[desk.number(name) for name in listed], others=others)
    return seats_draw(table=Table.objects.get(), draw=lot, **data)  # type: ignore[arg-type]


def record() -> tuple[Entry, SeatsDrawn]:
    entry = Entry.objects.get(name="seats.drawn")
    event = codec.decode_event(entry.name, entry.version, entry.data)
    assert isinstance(event, SeatsDrawn)
    return entry, event


def test_names_leave_their_list_for_drawn_chairs_and_the_log_has_the_draw(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Kettle")
    result = draw(desk, "Hat", "Kettle", others=("Lantern",), actor="staff.7")
    entry, event = record()
    assert entry.actor == "staff.7"
    assert [name for _, name in event.players] == ["Hat", "Kettle", "Lantern"]
    assert sorted(event.order) == [5, 6, 7, 8, 9]
    sitting = {seat["seat"]: seat["name"] for seat in result.view["seats"]}
    assert [sitting[seat] for seat in event.order[:3]] == ["Hat", "Kettle", "Lantern"]
    assert all(not sitting[seat] for seat in event.order[3:])
    assert desk.names == ["Crane"]
    rows = ListChange.objects.filter(event="name.seated").order_by("seq")
    assert [(row.name, row.table, row.seat) for row in rows] == [
        ("Hat", "T1", event.order[0]),
        ("Kettle", "T1", event.order[1]),
    ]
    assert rows[1].reason == "seat draw at T1"
    verify(stream=desk.room.table.stream)


def test_a_name_that_is_written_and_waits_here_leaves_the_list_too(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    draw(desk, "Hat", others=("crane", "Hat"))
    assert desk.names == []
    assert [name for _, name in record()[1].players] == ["Hat", "Crane"]


def test_two_supervisors_draw_for_one_name_and_one_is_told(desk: Desk) -> None:
    desk.add("Hat")
    lot, table, ready = SeatDraw(numbers=[desk.number("Hat")]), Table.objects.get(), Barrier(2)

    def ask(actor: str) -> str:
        ready.wait()
        try:
            seats_draw(table=table, draw=lot, command_id=f"draw-{actor}", actor=actor, now=desk.now)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "drawn"

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(ask, ("staff.7", "staff.8")))
    assert answers == ["drawn", "not_on_a_list"]
    seats = Table.objects.select_related("stream").get().view["seats"]
    assert [seat["name"] for seat in seats].count("Hat") == 1


def test_a_draw_holds_whole_or_not_at_all(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    sanction_give(
        player=Player.objects.get(alias="Crane"), kind="bar", until=None, reason="x", by="staff.2", now=desk.now
    )  # fmt: skip
    with refused("player_barred"):
        draw(desk, "Hat", "Crane")
    barred = player_named(key="", alias="Nettle")
    sanction_give(player=barred, kind="bar", until=None, reason="x", by="staff.2", now=desk.now)
    with refused("player_barred"):
        draw(desk, "Hat", others=("Nettle",))
    with refused("player_seated"):
        draw(desk, "Hat", others=("Pebble 1",))
    with refused("draw_chairs"):
        draw(desk, "Hat", others=("A1", "B2", "C3", "D4", "E5"))
    assert not Player.objects.filter(alias="E5").exists()
    with refused("draw_nobody"):
        draw(desk)
    apart = [Player.objects.get(alias=name) for name in ("Hat", "Crane", "Pebble 1")]
    separation_decide(one=apart[0], other=apart[2], apart=True, reason="x", by="s", now=desk.now)
    with refused("draw_apart"):
        draw(desk, "Hat")
    separation_decide(one=apart[0], other=apart[2], apart=False, reason="x", by="s", now=desk.now)
    separation_decide(one=apart[0], other=apart[1], apart=True, reason="x", by="s", now=desk.now)
    with refused("draw_apart"):
        draw(desk, "Hat", "Crane")
    desk.room.do(Deal())
    with refused("hand_in_progress"):
        draw(desk, "Hat")
    assert desk.names == ["Hat", "Crane"]
    assert not Entry.objects.filter(name="seats.drawn").exists()


def test_chairs_that_are_kept_are_not_in_the_draw(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 6))
    seat_lock(
        table=desk.room.table, seat=7, name="", reason="x", minutes=None, command_id="l", actor=ACTOR, now=desk.now
    )  # fmt: skip
    draw(desk, "Crane")
    assert sorted(record()[1].order) == [5, 8, 9]


def test_sent_twice_it_is_drawn_once(desk: Desk) -> None:
    desk.add("Hat")
    number, twice = desk.number("Hat"), "draw-1"
    first = draw(desk, "Hat", command_id=twice)
    again = seats_draw(
        table=Table.objects.get(), draw=SeatDraw(numbers=[number]), command_id=twice, actor=ACTOR, now=desk.now
    )  # fmt: skip
    assert (again.seq, again.repeated) == (first.seq, True)


def test_a_shuffle_is_of_all_and_differs() -> None:
    orders = {tuple(shuffle(range(9))) for _ in range(50)}
    assert all(sorted(order) == list(range(9)) for order in orders)
    assert len(orders) > 40


def test_the_room_draws_for_the_button(desk: Desk) -> None:
    command = button_cards(table_id=desk.room.table.pk)
    assert (sorted(command.cards), command.system) == ([1, 2, 3, 4], True)
    result = desk.room.do(command)
    entry = Entry.objects.get(name="button.drawn")
    assert '"system":true' in str(entry.data)
    assert sum(seat["button"] for seat in result.view["seats"]) == 1


def close(desk: Desk, reason: str = "game broke") -> CommandResult:
    return table_close(
        table=desk.room.table, reason=reason, command_id=str(uuid4()), actor=ACTOR, now=desk.now
    )


def test_a_table_closes_when_everybody_has_left(desk: Desk) -> None:
    with refused("players_sit"):
        close(desk)
    with refused("close_reason"):
        close(desk, " ")
    desk.room.do(Deal())
    with refused("hand_in_progress"):
        close(desk)
    desk.room.do(NextHand())
    for seat in (1, 2, 3, 4):
        desk.room.do(LeaveSeat(seat=seat))
    message = close(desk).view["table"]
    assert (message["open"], message["why"]) == (False, "game broke")
    assert message["since"] == int(desk.now.timestamp() * 1000)
    with refused("table_closed"):
        close(desk)


def test_another_plaque_in_a_hand_counts_from_the_next_one(desk: Desk) -> None:
    other = plaque(name="Limit 10/20", small_bet=1000, big_bet=2000, blinds=[500, 1000])
    desk.room.do(Deal())
    plaque_post(table=Table.objects.get(), plaque=other, command_id="p", actor=ACTOR, now=desk.now)
    table = Table.objects.select_related("stream").get()
    assert table.view["game"]["small_bet"] == 400
    assert table.view["next_game"]["small_bet"] == 1000
    assert table.plaque == other
    view = desk.room.do(NextHand()).view
    assert (view["game"]["small_bet"], view["next_game"]) == (1000, None)
    verify(stream=table.stream)


def test_a_closed_table_takes_another_plaque_at_once(desk: Desk) -> None:
    other = plaque(name="Limit 10/20", small_bet=1000, big_bet=2000, blinds=[500, 1000])
    desk.room.do(CloseTable())
    plaque_post(table=Table.objects.get(), plaque=other, command_id="p", actor=ACTOR, now=desk.now)
    assert Table.objects.get().plaque == other
    draw_game = plaque(name="2-7", game="deuce7_triple")
    with refused("too_many_seats"):  # nine chairs, dealt to six (S-022)
        plaque_post(
            table=Table.objects.get(), plaque=draw_game, command_id="q", actor=ACTOR, now=desk.now
        )
