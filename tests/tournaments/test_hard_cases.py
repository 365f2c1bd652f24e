"""The cases in which simple tournament programs go wrong, each with the test that proves it here."""

import json
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from random import Random
from unittest.mock import patch

import pytest
from django.utils import timezone
from msgspec.structs import replace

from journal.verify import verify
from poker import button
from poker import commands as p
from poker.event_levels import level_at
from poker.refusal import Refusal
from tests.support.tournament_hands import Play
from tests.tournaments.event_room import ACTOR, EventRoom, create_event_room
from tests.tournaments.event_tables import Tables, even_draws
from tests.tournaments.plans import DAILY, MINUTE, START, Room
from tournaments.actions import draw_seats, tournament_create
from tournaments.pages.clock_plan import clock_json, shown_segments
from tournaments.rules import commands as c
from tournaments.rules.clock import read
from tournaments.rules.deals import propose_deal
from tournaments.rules.payouts import amounts_by_entry
from tournaments.rules.places import Place, places
from tournaments.rules.plan import PayoutColumn, PayoutTable
from tournaments.rules.seating import TableFacts, stopped_tables, suggest_moves
from tournaments.rules.state import SeatPosition
from tournaments.table_plan import TablePlans

CASES = {
    "two busts in one hand": "rules.test_money::test_two_busts_in_one_hand_rank_by_the_stack_before_it",
    "two busts at two tables in hand for hand": (
        "test_hard_cases::test_busts_of_one_hand_for_hand_hand_share_whichever_table_is_first"
    ),
    "a bust undone after its table broke": (
        "rules.test_seats::test_bust_undone_after_its_table_broke_gets_a_drawn_seat"
    ),
    "an alternate called to the seat at that moment": (
        "rules.test_seats::test_bust_undone_after_an_alternate_took_the_seat_gets_another"
    ),
    "a re-entry by a player still alive in another flight": (
        "test_hard_cases::test_player_with_a_bag_of_another_flight_gets_no_entry"
    ),
    "a registration of a player in a cash seat": (
        "test_actions::test_player_in_a_cash_game_gets_no_entry"
    ),
    "the next big blind all-in": (
        "rules.test_seats::test_all_in_big_blind_is_passed_over_and_named"
    ),
    "the next big blind absent": "test_hard_cases::test_absent_big_blind_moves_like_any_other",
    "the next big blind moved three hands ago": (
        "test_hard_cases::test_big_blind_who_moved_three_hands_ago_moves_again"
    ),
    "arrival between button and small blind": (
        "poker.test_tournament_hands"
        "::test_new_player_between_button_and_small_blind_waits_for_the_button"
    ),
    "heads-up button": "test_hard_cases::test_heads_up_nobody_has_the_big_blind_twice",
    "a table of five beside one of eight at another speed": (
        "test_hard_cases::test_table_of_eight_in_a_hand_gives_to_a_stopped_table_of_five"
    ),
    "a locked seat for special needs in the break draw": (
        "test_hard_cases::test_break_draws_no_reserved_seat"
    ),
    "ten players on the last table": "rules.test_seats::test_final_table_is_a_redraw_for_everyone",
    "guarantee with overlay": "rules.test_money::test_guarantee_is_filled_by_the_house",
    "payout rounded to the smallest chip, at least an entry": (
        "test_hard_cases::test_payouts_are_whole_chips_and_at_least_an_entry"
    ),
    "satellite remainder smaller than a seat": (
        "rules.test_money::test_satellite_pays_equal_seats_and_the_rest_in_cash"
    ),
    "a deal that leaves one prize": (
        "test_hard_cases::test_deal_that_leaves_one_prize_pays_it_to_the_winner"
    ),
    "a level change during a hand on an offline tablet": (
        "test_offline_tablet::test_hands_take_the_stakes_of_their_moment_and_keep_them"
    ),
    "daylight saving in the break": (
        "test_hard_cases::test_clock_runs_through_the_end_of_daylight_saving"
    ),
    "a voided entry after the pool was fixed": (
        "rules.test_entries::test_entry_is_not_voided_once_the_pool_is_fixed"
    ),
    "clock paused on one screen while another is offline": (
        "test_offline_tablet"
        "::test_hands_dealt_while_the_clock_was_paused_elsewhere_are_stored_as_dealt"
    ),
    "1,000 entries, no names": (
        "rules.test_entries::test_a_thousand_entries_without_names_are_numbers"
    ),
    "1,000 names": "test_hard_cases::test_thousand_names_have_a_seat_each_and_one_winner",
    "longest names": "browser.test_public_screens::test_wall_with_the_longest_texts",
}


@pytest.mark.parametrize("case", CASES)
def test_each_case_has_its_test(case: str) -> None:
    module, name = CASES[case].split("::")
    package = "tests" if module.startswith("poker.") else "tests.tournaments"
    assert callable(getattr(import_module(f"{package}.{module}"), name))


@pytest.fixture
def tables(transactional_db: None) -> Iterator[Tables]:
    """Two tables in play with five players each."""
    with even_draws():
        room = create_event_room(tables=2)
        room.enter(*(f"Player {number}" for number in range(1, 11)))
        room.execute(c.StartClock())
        tables = Tables(room)
        tables.set_buttons()
        yield tables


@pytest.mark.django_db(transaction=True)
def test_busts_of_one_hand_for_hand_hand_share_whichever_table_is_first(tables: Tables) -> None:
    room = tables.room
    room.execute(c.CloseRegistration())
    room.execute(c.FixPool())
    room.execute(c.BeginHandForHand())
    first = tables.lose_all_in("T1")
    second = tables.lose_all_in("T2")
    entries = {entry.place: entry.number for entry in room.event.seated()}
    tables.send("T1", p.BustPlayer(first), "bust-1")
    current = room.event.hand_for_hand
    assert current is not None
    assert (current.round, current.finished) == (1, ("T1",))
    tables.send("T2", p.BustPlayer(second), "bust-2")
    ranked = places(room.event)
    shared = Place(9, 10)
    assert ranked[entries[SeatPosition("T1", first)]] == shared
    assert ranked[entries[SeatPosition("T2", second)]] == shared
    current = room.event.hand_for_hand
    assert current is not None
    assert current.round == 2
    verify(stream=room.row.stream)


@pytest.mark.django_db(transaction=True)
def test_bust_undone_and_repeated_finishes_no_second_hand(tables: Tables) -> None:
    room = tables.room
    room.execute(c.BeginHandForHand())
    loser = tables.lose_all_in("T1")
    tables.send("T1", p.BustPlayer(loser), "bust-1")
    tables.deal_out("T2")
    tables.send("T1", p.Undo("bust-1"))
    tables.send("T1", p.BustPlayer(loser), "bust-2")
    current = room.event.hand_for_hand
    assert current is not None
    assert (current.round, current.finished) == (2, ())


@pytest.mark.django_db
def test_player_with_a_bag_of_another_flight_gets_no_entry(event_room: EventRoom) -> None:
    event_room.enter("Amber Spindle", "Brass Kettle")
    event_room.execute(c.StartClock())
    event_room.execute(c.PauseClock())
    event_room.execute(c.BagStack(1, 20_000))
    event_room.execute(c.VerifyBag(1, 20_000))
    event_room.execute(c.BagStack(2, 20_000))
    event_room.execute(c.VerifyBag(2, 20_000))
    event_room.execute(c.EndDay())
    flight = tournament_create(
        room=event_room.room,
        plan=replace(DAILY, name="Flight B", day_target="Sunday"),
        starts_at=event_room.now,
        actor=ACTOR,
        now=event_room.now,
    )
    second = EventRoom(event_room.room, flight, event_room.now)
    with pytest.raises(Refusal, match="player_in_event"):
        second.execute(c.Enter("Amber Spindle"))
    assert second.event.entries == ()


def seats_taken(room: Room, table: str) -> list[int]:
    return [entry.seat for entry in room.event.at_table(table)]


def room_of(**players: int) -> Room:
    """Return a running event with so many players at each table."""
    room = Room(tables=len(players))
    room.start(len(players) * DAILY.seats)
    for table, count in players.items():
        room.bust([entry.number for entry in room.event.at_table(table)[count:]])
    return room


def test_absent_big_blind_moves_like_any_other() -> None:
    """An absent player's stack is blinded off and moves by the rule, so the table's order stays fair."""
    room = room_of(T1=8, T2=6)
    absent = room.event.entry_at(SeatPosition("T1", 4))
    assert absent is not None
    room.send(c.Penalize(absent.number, "rounds", "late from the break", 2))
    facts = [TableFacts("T1", small=3, big=4), TableFacts("T2", 1, 2)]
    (move,) = suggest_moves(room.event, facts)
    assert (move.entry, move.skipped) == (absent.number, ())


def test_big_blind_who_moved_three_hands_ago_moves_again() -> None:
    room = room_of(T1=8, T2=6, T3=8)
    facts = [TableFacts("T1", 3, 4), TableFacts("T2", 1, 2), TableFacts("T3", 3, 4)]
    (move,) = suggest_moves(room.event, facts)
    order = c.MoveOrder(move.entry, move.table, move.seat, move.to_table, move.to_seat)
    room.send(c.OrderMoves((order,)))
    room.send(c.ReleaseMove(move.entry))
    seat = move.to_seat
    on_the_way = [TableFacts("T2", small=1, big=seat)]
    room.bust([entry.number for entry in room.event.at_table("T1")[:3]])
    (next_move, *_) = suggest_moves(room.event, on_the_way)
    assert next_move.entry != move.entry  # on the way to the seat: others move first
    room.send(c.FinishMove(move.entry))
    again = next(row for row in suggest_moves(room.event, on_the_way) if row.table == "T2")
    assert again.entry == move.entry


def test_heads_up_nobody_has_the_big_blind_twice() -> None:
    play = Play((None,) * 3)
    before = button.plan(play.table)
    play.send(p.Deal())
    while (hand := play.table.hand) is not None and len(hand.live()) > 1:
        play.send(p.Act(hand.parts[hand.round.due].seat, "fold"))
    if (hand := play.table.hand) is not None:
        play.send(p.AwardPot(seats=(hand.live()[0].seat,)))
    out = next(seat for seat in (1, 2, 3) if seat not in (before.big, before.small))
    play.send(p.BustPlayer(out))
    plan = button.plan(play.table)
    assert plan.big == before.small
    assert plan.small == plan.button == before.big


def test_table_of_eight_in_a_hand_gives_to_a_stopped_table_of_five() -> None:
    room = room_of(T1=8, T2=5)
    assert stopped_tables(room.event) == ("T2",)
    facts = [
        TableFacts("T1", small=7, big=8, in_hand=True, all_in=(8,)),
        TableFacts("T2", small=1, big=2),
    ]
    (move,) = suggest_moves(room.event, facts)
    assert (move.table, move.seat, move.to_table) == ("T1", 1, "T2")
    order = c.MoveOrder(move.entry, move.table, move.seat, move.to_table, move.to_seat)
    room.send(c.OrderMoves((order,)))
    room.send(c.FinishMove(move.entry))
    assert stopped_tables(room.event) == ()


def test_break_draws_no_reserved_seat() -> None:
    room = Room(tables=0)
    room.send(c.AddTable("T1", 8, (1, 8)))
    room.send(c.AddTable("T2", 8))
    room.start(14)
    room.bust([entry.number for entry in room.event.at_table("T1")[:4]])
    room.bust([entry.number for entry in room.event.at_table("T2")[4:]])
    room.send(c.BreakTable("T2", room.drawn(), room.numbers()))
    assert len(seats_taken(room, "T1")) == 6
    assert not {1, 8} & set(seats_taken(room, "T1"))


def test_payouts_are_whole_chips_and_at_least_an_entry() -> None:
    paid = DAILY.entry.paid
    shares = (4_000, 2_500, 1_500, 1_000, 500, 500)
    table = PayoutTable((PayoutColumn(1_000, shares),), minimum=paid, unit=500)
    room = Room(replace(DAILY, payouts=table))
    room.start(13)
    room.close_entries()
    fixed = room.event.pool
    assert fixed is not None
    assert sum(fixed.payouts) == 13 * DAILY.entry.pool
    assert min(fixed.payouts) >= paid
    assert all(amount % 500 == 0 for amount in fixed.payouts)


def test_deal_that_leaves_one_prize_pays_it_to_the_winner() -> None:
    room = Room(replace(DAILY, deal_minimum=20_000))
    room.start(9)
    room.close_entries()
    room.bust(room.alive()[:7])
    first, second = room.alive()
    shares = propose_deal(room.event, "even", {first: 1, second: 1}, 20_000, 1_000)
    room.send(c.AgreeDeal("even", shares, 20_000))
    assert room.event.deal is not None
    assert room.event.deal.left == 20_000
    room.bust([second])
    due = amounts_by_entry(room.event)
    assert due[first].amount == dict(shares)[first] + 20_000
    assert due[second].amount == dict(shares)[second]


def test_clock_runs_through_the_end_of_daylight_saving() -> None:
    """In New York the hour from 1:00 comes twice on November 1, 2026; a break of 15 minutes stays one."""
    change = 1_793_512_800_000  # 2:00 becomes 1:00
    room = Room()
    room.now = change - 67 * MINUTE
    room.start(4)
    with timezone.override("America/New_York"):
        in_break = change - MINUTE
        data = json.loads(clock_json(room.event, in_break))
        later = json.loads(clock_json(room.event, change))
    reading = read(DAILY, room.event.clock, in_break)
    assert (reading.is_break, reading.left) == (True, 9 * MINUTE)
    assert data["offset"] == -4 * 60 * MINUTE
    assert data["change"] == [change, -5 * 60 * MINUTE]
    assert (later["offset"], later["change"]) == (-5 * 60 * MINUTE, None)
    assert read(DAILY, room.event.clock, change + 8 * MINUTE).level == 3


def test_thousand_names_have_a_seat_each_and_one_winner() -> None:
    room = Room(replace(DAILY, seats=9), tables=112)
    room.start(1_000)
    assert len({entry.place for entry in room.event.seated()}) == 1_000
    room.close_entries()
    for number in range(1_000, 1, -1):
        room.bust([number])
    ranked = places(room.event)
    assert sorted(place.first for place in ranked.values()) == list(range(1, 1_001))
    assert ranked[1] == Place(1, 1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_seats_drawn_by_the_server_are_random(seed: int) -> None:
    """A chi-square test of 4,800 draws of 24 seats, by place in the draw (99.9 %, 23 degrees of freedom: 49.7)."""
    event = Room().event
    seats = [(table.name, seat) for table in event.tables for seat in range(1, table.seats + 1)]
    first = dict.fromkeys(seats, 0)
    last = dict.fromkeys(seats, 0)
    place_of_one = [0] * len(seats)
    source = Random(seed)
    with patch("tables.random_draws.SystemRandom", return_value=source):
        for _ in range(4_800):
            drawn = draw_seats(event)
            assert sorted(drawn) == sorted(seats)
            first[drawn[0]] += 1
            last[drawn[-1]] += 1
            place_of_one[drawn.index(seats[0])] += 1
    for counts in (list(first.values()), list(last.values()), place_of_one):
        assert chi_square(counts) < 49.7


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("minutes", [0, 1, 29, 30, 59, 61, 74, 75, 100, 300])
@pytest.mark.parametrize("is_paused", [False, True])
def test_all_clocks_compute_the_same_time(minutes: int, is_paused: bool) -> None:
    """Director, wall and phone read the plan, a tablet the copy that its table has."""
    room = Room()
    room.start(12)
    room.now += 12_345
    room.send(c.ShiftClock(3 * MINUTE))
    if is_paused:
        room.send(c.PauseClock())
    at = START + minutes * MINUTE + 20_000
    reading = read(DAILY, room.event.clock, at)
    tablet = TablePlans("1", room.event).table_event("T1")
    index, left = level_at(tablet, at)
    assert (index, left) == (reading.segment, reading.left)
    lengths = [segment.length for segment in shown_segments(DAILY)]
    assert lengths == [level.length for level in tablet.levels]
    assert timedelta(milliseconds=abs(left - reading.left)) < timedelta(seconds=1)
