"""Seat draws with the waitlists, closed tables, and posted plaques: service tests."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connections

from journal.models import Entry
from journal.verify import verify
from players.models import Player
from players.separation import separation_decide
from poker import codec
from poker.commands import CloseTable, Deal, LeaveSeat, NextHand
from poker.events import SeatsDrawn
from poker.refusal import Refusal
from poker.view.model import present
from tables.actions import CommandResult
from tables.closing import table_close
from tables.models import Table
from tables.plaques import plaque_post
from tables.random_draws import button_cards, shuffle
from tables.seat_locks import seat_lock
from tests.support.desk import Desk, create_desk
from tests.support.room import ACTOR, create_plaque
from waitlist.actions import load_waitlists
from waitlist.models import WaitlistChange
from waitlist.rules import commands as c
from waitlist.seat_draws import SeatDraw, seats_draw
from waitlist.undo_offer import last_undoable_action

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    return create_desk()


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def draw_seats(
    desk: Desk, *names: str, other_names: tuple[str, ...] = (), **fields: object
) -> CommandResult:
    data: dict[str, object] = {"command_id": str(uuid4()), "actor": ACTOR, "now": desk.now} | fields
    seat_draw = SeatDraw(numbers=[desk.entry_number(name) for name in names], others=other_names)
    return seats_draw(table=Table.objects.get(), draw=seat_draw, **data)  # type: ignore[arg-type]


def create_record() -> tuple[Entry, SeatsDrawn]:
    entry = Entry.objects.get(name="seats.drawn")
    event = codec.decode_event(entry.name, entry.version, entry.data)
    assert isinstance(event, SeatsDrawn)
    return entry, event


def test_drawn_players_leave_their_waitlist_and_the_draw_is_logged(desk: Desk) -> None:
    desk.add("Hat", "Crane", "Kettle")
    result = draw_seats(desk, "Hat", "Kettle", other_names=("Lantern",), actor="staff.7")
    entry, event = create_record()
    assert entry.actor == "staff.7"
    assert [name for _, name in event.players] == ["Hat", "Kettle", "Lantern"]
    assert sorted(event.order) == [5, 6, 7, 8, 9]
    names_by_seat = {seat.seat: seat.name for seat in result.view.seats}
    assert [names_by_seat[seat] for seat in event.order[:3]] == ["Hat", "Kettle", "Lantern"]
    assert all(not names_by_seat[seat] for seat in event.order[3:])
    assert desk.names == ["Crane"]
    rows = WaitlistChange.objects.filter(event="name.seated").order_by("seq")
    assert [(row.name, row.table, row.seat) for row in rows] == [
        ("Hat", "T1", event.order[0]),
        ("Kettle", "T1", event.order[1]),
    ]
    assert rows[1].reason == "seat draw at T1"
    verify(stream=desk.room.table.stream)


def test_drawn_player_named_by_alias_leaves_the_waitlist(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    draw_seats(desk, "Hat", other_names=("crane", "Hat"))
    assert desk.names == []
    assert [name for _, name in create_record()[1].players] == ["Hat", "Crane"]


def test_second_draw_of_the_same_entry_is_refused(desk: Desk) -> None:
    desk.add("Hat")
    seat_draw = SeatDraw(numbers=[desk.entry_number("Hat")])
    table = Table.objects.get()
    barrier = Barrier(2)

    def ask_for_draw(actor: str) -> str:
        barrier.wait()
        try:
            seats_draw(
                table=table, draw=seat_draw, command_id=f"draw-{actor}", actor=actor, now=desk.now
            )
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "drawn"

    with ThreadPoolExecutor(2) as pool:
        results = sorted(pool.map(ask_for_draw, ("staff.7", "staff.8")))
    assert results == ["drawn", "not_on_a_list"]
    seats = Table.objects.select_related("stream").get().view.seats
    assert [seat.name for seat in seats].count("Hat") == 1


def test_draw_is_executed_completely_or_not_at_all(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    with expect_refusal("player_seated"):
        draw_seats(desk, "Hat", other_names=("Pebble 1",))
    with expect_refusal("draw_chairs"):
        draw_seats(desk, "Hat", other_names=("A1", "B2", "C3", "D4", "E5"))
    assert not Player.objects.filter(alias="E5").exists()
    with expect_refusal("draw_nobody"):
        draw_seats(desk)
    separated = [Player.objects.get(alias=name) for name in ("Hat", "Crane", "Pebble 1")]
    separation_decide(
        one=separated[0], other=separated[2], apart=True, reason="x", by="s", now=desk.now
    )
    with expect_refusal("draw_apart"):
        draw_seats(desk, "Hat")
    separation_decide(
        one=separated[0], other=separated[2], apart=False, reason="x", by="s", now=desk.now
    )
    separation_decide(
        one=separated[0], other=separated[1], apart=True, reason="x", by="s", now=desk.now
    )
    with expect_refusal("draw_apart"):
        draw_seats(desk, "Hat", "Crane")
    desk.room.execute(Deal())
    with expect_refusal("hand_in_progress"):
        draw_seats(desk, "Hat")
    assert desk.names == ["Hat", "Crane"]
    assert not Entry.objects.filter(name="seats.drawn").exists()


def test_reserved_seats_are_not_in_the_draw(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 6))
    seat_lock(
        table=desk.room.table,
        seat=7,
        name="",
        reason="x",
        minutes=None,
        command_id="l",
        actor=ACTOR,
        now=desk.now,
    )
    draw_seats(desk, "Crane")
    assert sorted(create_record()[1].order) == [5, 8, 9]


def test_seat_draw_sent_twice_is_executed_once(desk: Desk) -> None:
    desk.add("Hat")
    number = desk.entry_number("Hat")
    draw_id = "draw-1"
    first = draw_seats(desk, "Hat", command_id=draw_id)
    repeated = seats_draw(
        table=Table.objects.get(),
        draw=SeatDraw(numbers=[number]),
        command_id=draw_id,
        actor=ACTOR,
        now=desk.now,
    )
    assert (repeated.seq, repeated.repeated) == (first.seq, True)


def test_shuffle_permutes_every_seat() -> None:
    orders = {tuple(shuffle(range(9))) for _ in range(50)}
    assert all(sorted(order) == list(range(9)) for order in orders)
    assert len(orders) > 40


def test_server_draws_for_the_button(desk: Desk) -> None:
    command = button_cards(table_id=desk.room.table.pk)
    assert (sorted(command.cards), command.system) == ([1, 2, 3, 4], True)
    result = desk.room.execute(command)
    entry = Entry.objects.get(name="button.drawn")
    assert '"system":true' in str(entry.data)
    assert sum(seat.button for seat in result.view.seats) == 1


def close_table(desk: Desk, reason: str = "game broke") -> CommandResult:
    return table_close(
        table=desk.room.table, reason=reason, command_id=str(uuid4()), actor=ACTOR, now=desk.now
    )


def test_table_closes_when_all_players_have_left(desk: Desk) -> None:
    with expect_refusal("players_sit"):
        close_table(desk)
    with expect_refusal("close_reason"):
        close_table(desk, " ")
    desk.room.execute(Deal())
    with expect_refusal("hand_in_progress"):
        close_table(desk)
    desk.room.execute(NextHand())
    for seat in (1, 2, 3, 4):
        desk.room.execute(LeaveSeat(seat=seat))
    message = close_table(desk).view.table
    assert (message.open, message.why) == (False, "game broke")
    assert message.since == int(desk.now.timestamp() * 1000)
    with expect_refusal("table_closed"):
        close_table(desk)


def test_seats_are_drawn_and_the_table_opened_or_neither(desk: Desk) -> None:
    for seat in (1, 2, 3, 4):
        desk.room.execute(LeaveSeat(seat=seat))
    close_table(desk)
    desk.add("Hat", "Crane")
    with expect_refusal("too_few_players"):
        draw_seats(desk, "Hat", opens=True)
    assert desk.names == ["Hat", "Crane"]
    assert not Entry.objects.filter(name="seats.drawn").exists()
    result = draw_seats(desk, "Hat", "Crane", opens=True)
    assert desk.names == []
    assert result.view.table.open
    assert {"Hat", "Crane"} <= {seat.name for seat in result.view.seats}


def test_players_called_to_a_closed_table_wait_again(desk: Desk) -> None:
    desk.add("Kettle", "Lantern")
    desk.execute(c.CallPlayer(desk.entry_number("Kettle"), "T1", 6))
    for seat in (1, 2, 3, 4):
        desk.room.execute(LeaveSeat(seat=seat))
    close_table(desk)
    entry = desk.waitlist.entries[0]
    assert (entry.name, entry.state, entry.table) == ("Kettle", "waiting", "")
    change = WaitlistChange.objects.get(event="name.released")
    assert (change.before, change.to) == (1, 1)
    assert last_undoable_action(desk.room_id, ACTOR, load_waitlists(desk.room_id), desk.now) is None
    with expect_refusal("undo_table_closed"):
        desk.execute(c.UndoAction(change.seq), actor=ACTOR)
    assert Table.objects.get().view.table.open is False


def test_plaque_posted_during_a_hand_takes_effect_at_the_next_hand(desk: Desk) -> None:
    next_plaque = create_plaque(
        name="Limit 10/20", small_bet=1000, big_bet=2000, blinds=[500, 1000]
    )
    desk.room.execute(Deal())
    plaque_post(
        table=Table.objects.get(), plaque=next_plaque, command_id="p", actor=ACTOR, now=desk.now
    )
    table = Table.objects.select_related("stream").get()
    assert present(table.view.game).small_bet == 400
    assert present(table.view.next_game).small_bet == 1000
    assert table.plaque == next_plaque
    view = desk.room.execute(NextHand()).view
    assert (present(view.game).small_bet, view.next_game) == (1000, None)
    verify(stream=table.stream)


def test_plaque_posted_at_a_closed_table_takes_effect_at_once(desk: Desk) -> None:
    next_plaque = create_plaque(
        name="Limit 10/20", small_bet=1000, big_bet=2000, blinds=[500, 1000]
    )
    desk.room.execute(CloseTable())
    plaque_post(
        table=Table.objects.get(), plaque=next_plaque, command_id="p", actor=ACTOR, now=desk.now
    )
    assert Table.objects.get().plaque == next_plaque
    draw_game = create_plaque(name="2-7", game="deuce7_triple")
    with expect_refusal("too_many_seats"):  # nine seats, dealt to six (S-022)
        plaque_post(
            table=Table.objects.get(), plaque=draw_game, command_id="q", actor=ACTOR, now=desk.now
        )
