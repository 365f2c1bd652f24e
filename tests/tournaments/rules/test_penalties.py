"""Penalties: in hands and in rounds, counted down, ended, withdrawn, and what the rulebook decides about them."""

import pytest
from msgspec.structs import replace

from poker.refusal import Refusal
from poker.rules import HouseRules
from tests.tournaments.plans import DAILY, MINUTE, Room
from tournaments.rules import commands as c
from tournaments.rules.color_up import color_up_by_rule
from tournaments.rules.house import with_house_rules
from tournaments.rules.plan import Level, stakes_of
from tournaments.table_plan import TablePlans


@pytest.fixture
def room() -> Room:
    """Two tables with five players each."""
    room = Room(DAILY, tables=2)
    seats = tuple((f"T{1 + number % 2}", 1 + number // 2) for number in range(16))
    for number in range(10):
        room.send(c.Enter(f"p{number}", f"P{number}", seats=(*seats[number:], *seats[:number])))
    room.send(c.StartClock())
    return room


def left(room: Room, number: int) -> int:
    penalty = room.event.penalty_of(number)
    return penalty.left if penalty else 0


@pytest.mark.parametrize(
    ("unit", "count", "rules", "hands"),
    [
        ("hands", 3, HouseRules(), 3),
        ("rounds", 2, HouseRules(), 10),
        ("rounds", 1, HouseRules(penalty_round="seats"), 8),
        ("hands", 3, HouseRules(penalty_units="hands"), 3),
    ],
)
def test_penalty_is_counted_in_hands(
    room: Room, unit: str, count: int, rules: HouseRules, hands: int
) -> None:
    """H-84, H-85."""
    command = c.Penalize(1, unit, "late", count)  # type: ignore[arg-type]  # of the table above
    room.send(with_house_rules(command, rules))
    assert left(room, 1) == hands


def test_house_that_gives_hands_only_refuses_rounds(room: Room) -> None:
    command = with_house_rules(
        c.Penalize(1, "rounds", "late", 1), HouseRules(penalty_units="hands")
    )
    with pytest.raises(Refusal, match="penalty_in_hands"):
        room.send(command)


def test_served_hands_count_down_and_one_can_be_taken_back(room: Room) -> None:
    room.send(c.Penalize(1, "hands", "late", 2))
    with pytest.raises(Refusal, match="no_penalty"):
        room.send(c.ReopenPenaltyHand(1))
    room.send(c.ServePenalty(1))
    room.send(c.ServePenalty(1))
    assert left(room, 1) == 0
    with pytest.raises(Refusal, match="no_penalty"):
        room.send(c.ServePenalty(1))
    room.send(c.ReopenPenaltyHand(1))
    assert left(room, 1) == 1


def test_ended_penalty_stays_ended_and_a_new_one_may_follow(room: Room) -> None:
    room.send(c.Penalize(1, "hands", "late", 3))
    with pytest.raises(Refusal, match="penalty_already"):
        room.send(c.Penalize(1, "hands", "again", 1))
    room.send(c.ServePenalty(1))
    room.send(c.EndPenalty(1))
    with pytest.raises(Refusal, match="no_penalty"):
        room.send(c.ReopenPenaltyHand(1))
    with pytest.raises(Refusal, match="no_penalty"):
        room.send(c.EndPenalty(1))
    room.send(c.Penalize(1, "hands", "again", 1))
    assert left(room, 1) == 1


def test_withdrawn_penalty_leaves_nothing(room: Room) -> None:
    room.send(c.Penalize(1, "hands", "late", 3))
    room.send(c.UndoPenalty(1))
    assert room.event.penalties == ()
    with pytest.raises(Refusal, match="no_penalty"):
        room.send(c.UndoPenalty(1))


def test_penalty_moves_with_the_player(room: Room) -> None:
    entry = room.event.entries[0]
    other = "T2" if entry.table == "T1" else "T1"
    room.send(c.Penalize(1, "hands", "late", 3))
    plans = TablePlans("1", room.event)
    assert plans.table_event(entry.table).hands_left(entry.seat) == 3
    assert plans.table_event(other).penalties == ()
    room.send(c.OrderMoves((c.MoveOrder(1, *entry.place, other, 8),)))
    room.send(c.ReleaseMove(1))
    plans = TablePlans("1", room.event)
    assert plans.table_event(entry.table).penalties == ()
    assert plans.table_event(other).hands_left(8) == 3


def test_hand_for_hand_takes_its_time_off_the_stopped_clock(room: Room) -> None:
    """H-87: two minutes for each hand of all tables, not for each table."""
    room.send(c.BeginHandForHand())
    before = room.event.clock.elapsed
    rules = HouseRules()
    for name in ("T1", "T2"):
        room.send(with_house_rules(c.FinishHand(name), rules))
    assert room.event.clock.elapsed == before + 2 * MINUTE
    for name in ("T1", "T2"):
        room.send(with_house_rules(c.FinishHand(name), replace(rules, hand_for_hand_time="none")))
    assert room.event.clock.elapsed == before + 2 * MINUTE


def test_odd_chips_are_raced_or_rounded_up_by_the_rulebook() -> None:
    """H-86: three odd 100s in all make one 500 in a race; rounded up, every player with odd chips gets one."""
    amounts = {1: 600, 2: 100, 3: 600}
    cards = {1: ("As",), 2: ("Kd",), 3: ("2c",)}
    others = dict.fromkeys(amounts, 1_000)
    raced = color_up_by_rule(amounts, 100, 500, cards, others, HouseRules())
    assert (raced.given, raced.added) == ({1: 2, 2: 0, 3: 1}, 200)
    rules = HouseRules(odd_chips="round_up")
    rounded = color_up_by_rule(amounts, 100, 500, cards, others, rules)
    assert (rounded.given, rounded.added) == ({1: 2, 2: 1, 3: 2}, 1_200)


def test_stud_level_of_a_mixed_event_has_antes_from_everyone_and_the_next_one_payer() -> None:
    mixed = replace(
        DAILY,
        levels=(
            Level(100, 200, 200, 30),
            Level(100, 200, 25, 30, 50, "stud", "fixed"),
            Level(200, 400, 400, 30),
        ),
        breaks=(),
        chips=(25, 100),
    )
    event = TablePlans("1", Room(mixed, tables=1).event).table_event("T1")
    stakes = event.stakes(0, stakes_of(mixed, 1))
    payers = [stakes.ante_by]
    for index in (1, 2):
        stakes = event.stakes(index, stakes)
        payers.append(stakes.ante_by)
    assert payers == ["big_blind", "all", "big_blind"]
