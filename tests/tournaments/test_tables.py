"""Tables follow their event, and the event follows its tables."""

from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest

from dealer_ui.rendering import rendered
from journal.unix_time import milliseconds
from poker import commands as p
from poker.refusal import Refusal
from rulings.calls.models import Call
from tables.models import EffectiveRules, Table
from tables.models.rooms import state_view
from tables.seat_occupancy import seat_occupancy
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import create_plaque, create_staff
from tests.tournaments.event_room import EventRoom, create_event_room
from tests.tournaments.event_tables import Tables, even_draws, seated
from tournaments.rules import commands as c
from tournaments.tasks import sync_running_events
from web.messages.refusals import refusal_message

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def draws() -> Iterator[None]:
    with even_draws():
        yield


@pytest.fixture
def event_room(transactional_db: None) -> EventRoom:
    return create_event_room(tables=2)


@pytest.fixture
def tables(event_room: EventRoom) -> Tables:
    """Two tables in play, with five players or so each."""
    event_room.enter(*(f"Player {number}" for number in range(1, 11)))
    event_room.execute(c.StartClock())
    return Tables(event_room)


def expected(event_room: EventRoom, name: str) -> dict[int, str]:
    return {entry.seat: entry.name for entry in event_room.event.at_table(name)}


def test_start_opens_the_tables_with_their_players_under_the_tournament_rules(
    event_room: EventRoom, tables: Tables
) -> None:
    for name in ("T1", "T2"):
        state = tables.state(name)
        assert state.is_open
        assert state.rules.button == "dead"
        assert state.plaque.blinds == (100, 200)
        assert seated(state) == expected(event_room, name)
        assert state.event is not None
        assert state.event.since == event_room.event.clock.since


def test_paused_clock_holds_every_table(event_room: EventRoom, tables: Tables) -> None:
    tables.send("T1", p.SetButton(min(seated(tables.state("T1")))))
    event_room.execute(c.PauseClock())
    with pytest.raises(Refusal, match="event_hold"):
        tables.send("T1", p.Deal())
    event_room.execute(c.StartClock())
    tables.send("T1", p.Deal())
    assert tables.state("T1").hand is not None


def test_late_entry_sits_down_at_its_table(event_room: EventRoom, tables: Tables) -> None:
    event_room.enter("Late Lantern")
    entry = event_room.event.entries[-1]
    assert seated(tables.state(entry.table))[entry.seat] == "Late Lantern"


def test_bust_at_the_tablet_takes_the_entry_out_and_undo_brings_it_back(
    event_room: EventRoom, tables: Tables
) -> None:
    seat = min(seated(tables.state("T1")))
    entry = next(entry for entry in event_room.event.at_table("T1") if entry.seat == seat)
    tables.send("T1", p.BustPlayer(seat), "bust-1")
    assert event_room.event.entries[entry.number - 1].status == "out"
    assert seat not in seated(tables.state("T1"))
    tables.send("T1", p.Undo("bust-1"))
    assert event_room.event.entries[entry.number - 1].status == "seated"
    assert seated(tables.state("T1"))[seat] == entry.name


def test_player_does_not_leave_without_a_bust_or_a_move(
    event_room: EventRoom, tables: Tables
) -> None:
    seat = min(seated(tables.state("T1")))
    with pytest.raises(Refusal, match="event_leave"):
        tables.send("T1", p.LeaveSeat(seat))
    assert seat in seated(tables.state("T1"))


def test_ordered_move_holds_the_table_until_the_player_has_left(
    event_room: EventRoom, tables: Tables
) -> None:
    state = tables.state("T1")
    seat = min(seated(state))
    name = seated(state)[seat]
    entry = next(entry for entry in event_room.event.at_table("T1") if entry.seat == seat)
    free = min(set(range(1, 9)) - set(seated(tables.state("T2"))))
    event_room.execute(c.OrderMoves((c.MoveOrder(entry.number, "T1", seat, "T2", free),)))
    held = tables.state("T1").event
    assert held is not None
    assert held.hold is not None
    assert held.hold.kind == "balance"
    tables.send("T1", p.LeaveSeat(seat))
    assert tables.state("T1").event.hold is None  # type: ignore[union-attr]
    assert seated(tables.state("T2"))[free] == name
    assert event_room.event.entries[entry.number - 1].coming


def test_broken_table_closes_and_its_players_sit_elsewhere(
    event_room: EventRoom, tables: Tables
) -> None:
    for entry in event_room.event.at_table("T1"):
        if len(event_room.event.at_table("T1")) + len(event_room.event.at_table("T2")) > 7:
            event_room.execute(c.BustPlayer(entry.number))
    event_room.execute(c.BreakTable("T1"))
    state = tables.state("T1")
    assert (state.is_open, state.event, seated(state)) == (False, None, {})
    assert seated(tables.state("T2")) == expected(event_room, "T2")


def test_hand_for_hand_opens_the_next_hand_once_every_table_has_finished(
    event_room: EventRoom, tables: Tables
) -> None:
    for name in ("T1", "T2"):
        tables.send(name, p.SetButton(min(seated(tables.state(name)))))
    event_room.execute(c.BeginHandForHand())
    for name in ("T1", "T2"):
        tables.send(name, p.Deal())
        while (hand := tables.state(name).hand) is not None and len(hand.live()) > 1:
            due = hand.parts[hand.round.due].seat
            tables.send(name, p.Act(due, "fold"))
        if tables.state(name).hand is not None:
            winner = tables.state(name).hand.live()[0].seat  # type: ignore[union-attr]
            tables.send(name, p.AwardPot(seats=(winner,)))
        if name == "T1":
            with pytest.raises(Refusal, match="event_hold"):
                tables.send("T1", p.Deal())
    current = event_room.event.hand_for_hand
    assert current is not None
    assert current.round == 2
    tables.send("T1", p.Deal())


def test_players_arrive_with_their_first_hand(event_room: EventRoom, tables: Tables) -> None:
    event_room.enter("Late Lantern")
    entry = event_room.event.entries[-1]
    assert entry.coming
    name = entry.table
    tables.send(name, p.SetButton(min(seated(tables.state(name)))))
    tables.deal_out(name)
    if event_room.event.entries[-1].coming:  # the seat was between button and small blind
        tables.deal_out(name)
    assert not event_room.event.entries[-1].coming


def test_dealer_seats_nobody_without_a_draw(event_room: EventRoom, tables: Tables) -> None:
    free = min(set(range(1, 9)) - set(seated(tables.state("T1"))))
    with pytest.raises(Refusal, match="event_seat_drawn"):
        tables.send("T1", p.SeatPlayer(free, "p999999", "Stranger"))


def test_table_in_a_hand_is_not_broken(event_room: EventRoom, tables: Tables) -> None:
    tables.send("T1", p.SetButton(min(seated(tables.state("T1")))))
    tables.send("T1", p.Deal())
    with pytest.raises(Refusal, match="table_in_hand"):
        event_room.execute(c.BreakTable("T1"))


def test_task_repairs_tables_that_a_stopped_server_left_behind(
    event_room: EventRoom, tables: Tables
) -> None:
    with patch("tournaments.table_sync.sync_tables"):
        event_room.enter("Late Lantern")
    entry = event_room.event.entries[-1]
    assert entry.seat not in seated(tables.state(entry.table))
    assert sync_running_events() == 1
    assert seated(tables.state(entry.table))[entry.seat] == "Late Lantern"


def test_tournament_table_offers_no_seat_to_the_waitlist(
    event_room: EventRoom, tables: Tables
) -> None:
    plaque = create_plaque()
    Table.objects.filter(name="T1").update(plaque=plaque)
    (occupancy,) = seat_occupancy(event_room.room.pk)
    assert occupancy.name == "T1"
    assert not occupancy.is_open


def test_penalty_counts_down_with_the_hands_of_its_table_and_undo_brings_the_hand_back(
    event_room: EventRoom, tables: Tables
) -> None:
    seat = min(seated(tables.state("T1")))
    number = next(entry.number for entry in event_room.event.at_table("T1") if entry.seat == seat)
    tables.send("T1", p.SetButton(seat))
    event_room.execute(c.Penalize(number, "hands", "late", 2))
    fold_out(tables)
    assert penalty_left(event_room, number) == 1
    assert hands_left(tables, seat) == 1
    tables.send("T1", p.Undo())
    assert penalty_left(event_room, number) == 2
    assert hands_left(tables, seat) == 2
    tables.send("T1", p.AwardPot())
    assert penalty_left(event_room, number) == 1
    fold_out(tables)
    assert penalty_left(event_room, number) == 0
    assert hands_left(tables, seat) == 0
    tables.send("T1", p.Deal())
    hand = tables.state("T1").hand
    assert hand is not None
    assert hand.served == ()


def test_penalty_in_rounds_is_a_hand_for_each_player_at_the_table(
    event_room: EventRoom, tables: Tables
) -> None:
    entry = event_room.event.at_table("T1")[0]
    event_room.execute(c.Penalize(entry.number, "rounds", "late", 2))
    assert penalty_left(event_room, entry.number) == 2 * len(event_room.event.at_table("T1"))
    assert hands_left(tables, entry.seat) == penalty_left(event_room, entry.number)


def test_penalty_that_ends_during_a_hand_is_not_counted_down(
    event_room: EventRoom, tables: Tables
) -> None:
    seat = min(seated(tables.state("T1")))
    number = next(entry.number for entry in event_room.event.at_table("T1") if entry.seat == seat)
    tables.send("T1", p.SetButton(seat))
    event_room.execute(c.Penalize(number, "hands", "late", 2))
    tables.send("T1", p.Deal())
    event_room.execute(c.EndPenalty(number))
    fold_out(tables)
    assert penalty_left(event_room, number) == 0
    assert hands_left(tables, seat) == 0


def test_room_chooses_the_rules_of_its_tournaments(event_room: EventRoom) -> None:
    EffectiveRules.objects.create(
        room=event_room.room,
        version=2,
        settings={"absent_hand": "turn", "button": "moving"},
        effective_from=event_room.now,
    )
    event_room.enter(*(f"Player {number}" for number in range(1, 11)))
    event_room.execute(c.StartClock())
    rules = Tables(event_room).state("T1").rules
    assert (rules.absent_hand, rules.button, rules.all_in_hands) == ("turn", "dead", "all_up")


def test_refusal_at_a_tournament_table_writes_chips(event_room: EventRoom, tables: Tables) -> None:
    seat = min(seated(tables.state("T1")))
    tables.send("T1", p.SetButton(seat))
    tables.send("T1", p.Deal())
    hand = tables.state("T1").hand
    assert hand is not None
    with pytest.raises(Refusal) as refused:
        tables.send("T1", p.Act(hand.parts[hand.round.due].seat, "raise", 300))
    assert "400" in refusal_message(refused.value)
    assert "$" not in refusal_message(refused.value)
    assert "$4" in refusal_message(Refusal(refused.value.code, "", **refused.value.facts))


def test_screen_from_the_server_shows_the_level_of_now_between_hands(
    event_room: EventRoom, tables: Tables
) -> None:
    """A tablet that cannot run the engine gets its screen from the server; no entry is stored as a level begins."""
    tables.send("T1", p.SetButton(min(seated(tables.state("T1")))))
    stream = tables.row("T1").stream
    for minutes, fronts in ((1, {"100", "200"}), (31, {"200", "400"})):
        now = milliseconds(event_room.now + timedelta(minutes=minutes))
        shown = rendered(table_id=stream.pk, seq=stream.seq, view=state_view(stream), now_ms=now)
        assert {pod.front for pod in shown.pods if pod.front} == fronts


def test_floor_pages_show_who_is_not_there_and_write_chips(
    event_room: EventRoom, tables: Tables
) -> None:
    create_staff("supervisor", alias="Juniper", badge="201")
    floor = sign_in_client("201")
    away, penalized, *_ = sorted(seated(tables.state("T1")))
    tables.send("T1", p.SetButton(away))
    tables.send("T1", p.SitOut(away))
    number = next(
        entry.number for entry in event_room.event.at_table("T1") if entry.seat == penalized
    )
    event_room.execute(c.Penalize(number, "hands", "late", 2))
    text = floor.get("/floor/tables/T1/", follow=True).content.decode()
    assert "Away, blinded off" in text
    assert "Penalty, 2 hands" in text
    tables.send("T1", p.Deal())
    tables.send("T1", p.CallFloor())
    call = Call.objects.get()
    page = floor.get(f"/floor/calls/{call.pk}/").content.decode()
    assert "200" in page
    assert "$" not in page.partition("<main")[2]
    replay = floor.get(f"/replay/{event_room.room.pk}/T1/1/").content.decode()
    assert "$" not in replay.partition("<main")[2]


def fold_out(tables: Tables) -> None:
    """Play the hand of T1, dealt or not, until all but one have folded."""
    if tables.state("T1").hand is None:
        tables.send("T1", p.Deal())
    while (hand := tables.state("T1").hand) is not None and len(hand.live()) > 1:
        tables.send("T1", p.Act(hand.parts[hand.round.due].seat, "fold"))
    tables.send("T1", p.AwardPot())


def penalty_left(event_room: EventRoom, number: int) -> int:
    penalty = event_room.event.penalty_of(number)
    return penalty.left if penalty else 0


def hands_left(tables: Tables, seat: int) -> int:
    event = tables.state("T1").event
    assert event is not None
    return event.hands_left(seat)
