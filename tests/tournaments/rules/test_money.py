"""Places, payouts, deals, color-ups, bags."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pokerkit.analysis import calculate_icm

from poker.refusal import Refusal
from tests.tournaments.plans import DAILY, Room
from tournaments.rules import commands as c
from tournaments.rules.color_up import race
from tournaments.rules.deals import independent_chip_model, propose_deal, round_to
from tournaments.rules.payouts import amounts_by_entry, by_table, satellite
from tournaments.rules.places import Place, places
from tournaments.rules.plan import PayoutColumn, PayoutTable, Price


def at_tables(room: Room) -> dict[str, list[int]]:
    """Return the numbers of the entries by table."""
    return {
        table.name: [entry.number for entry in room.event.at_table(table.name)]
        for table in room.event.tables
    }


def test_two_busts_in_one_hand_rank_by_the_stack_before_it() -> None:
    room = Room(tables=1)
    room.start(6)
    room.bust([1], hand=9, stack=4_000)
    room.bust([2], hand=9, stack=9_000)
    assert places(room.event) == {1: Place(6, 6), 2: Place(5, 5)}


def test_busts_with_equal_or_unknown_stacks_share() -> None:
    room = Room(tables=1)
    room.start(6)
    room.bust([1, 2], hand=9, stack=4_000)
    room.bust([3], hand=12, stack=100)
    room.bust([4], hand=12)
    assert places(room.event) == {
        1: Place(5, 6),
        2: Place(5, 6),
        3: Place(3, 4),
        4: Place(3, 4),
    }


def test_busts_at_two_tables_in_hand_for_hand_share() -> None:
    room = Room(tables=2)
    room.start(12)
    room.close_entries()
    room.send(c.BeginHandForHand())
    first, second = at_tables(room)["T1"][0], at_tables(room)["T2"][0]
    room.bust([first], hand=5, stack=9_000)
    room.bust([second], hand=8, stack=100)
    ranked = places(room.event)
    assert ranked[first] == ranked[second] == Place(11, 12)


def test_hand_for_hand_waits_for_every_table_and_ends_in_the_money() -> None:
    room = Room(tables=2)
    room.start(10)
    room.close_entries()  # three places are paid to ten entries
    room.bust(room.alive()[:6])
    room.send(c.BeginHandForHand())
    assert not room.event.clock.runs
    room.send(c.FinishHand("T1"))
    room.send(c.FinishHand("T1"))
    assert room.event.rounds == 1
    room.send(c.FinishHand("T2"))
    assert room.event.rounds == 2
    room.bust(room.alive()[:1])
    room.send(c.FinishHand("T1"))
    room.send(c.FinishHand("T2"))
    assert room.event.hand_for_hand is None
    assert room.event.clock.runs


def test_guarantee_is_filled_by_the_house() -> None:
    room = Room(replace(DAILY, guarantee=500_000))
    room.start(9)
    room.close_entries()
    fixed = room.event.pool
    assert fixed is not None
    assert (fixed.pool, fixed.overlay, fixed.payouts) == (500_000, 320_000, (300_000, 200_000))


def test_payouts_are_rounded_down_and_first_place_gets_the_rest() -> None:
    table = PayoutTable((PayoutColumn(100, (5_000, 3_000, 2_000)),), minimum=24_000, unit=1_000)
    assert by_table(table, 123_456, 12) == (62_456, 37_000, 24_000)


def test_places_that_the_minimum_can_not_pay_are_left_out() -> None:
    table = PayoutTable((PayoutColumn(100, (5_000, 3_000, 2_000)),), minimum=50_000, unit=1_000)
    assert by_table(table, 120_000, 12) == (70_000, 50_000)
    assert by_table(table, 60_000, 12) == (60_000,)


def test_satellite_pays_equal_seats_and_the_rest_in_cash() -> None:
    assert satellite(250_000, 100_000, 30) == (2, (100_000, 100_000, 50_000))
    assert satellite(60_000, 100_000, 30) == (0, (60_000,))
    assert satellite(350_000, 100_000, 3) == (3, (100_000, 100_000, 150_000))


def pay_all_and_close(room: Room) -> None:
    with pytest.raises(Refusal, match="payouts_open"):
        room.send(c.CloseEvent())
    paid = {payout.entry for payout in room.event.paid}
    for number in amounts_by_entry(room.event):
        if number not in paid:
            room.send(c.Pay(number))
    room.send(c.CloseEvent())
    assert room.event.pool is not None
    assert sum(payout.amount for payout in room.event.paid) == room.event.pool.pool


def test_satellite_is_over_once_everyone_left_has_a_seat() -> None:
    room = Room(
        replace(DAILY, seat_value=50_000), tables=1
    )  # a pool of 120,000: two seats and cash
    room.start(6)
    room.close_entries()
    room.bust([6, 5, 4])
    with pytest.raises(Refusal, match="players_left"):
        room.send(c.CloseEvent())
    assert amounts_by_entry(room.event) == {}
    room.bust([3])
    due = amounts_by_entry(room.event)
    assert {number: (row.amount, row.seat) for number, row in due.items()} == {
        1: (50_000, True),
        2: (50_000, True),
        3: (20_000, False),
    }
    pay_all_and_close(room)
    assert [entry.status for entry in room.event.entries[:3]] == ["winner", "winner", "out"]


def test_deal_about_everything_ends_the_event() -> None:
    room = Room(tables=1)
    room.start(6)
    room.close_entries()
    room.bust([6, 5, 4, 3])
    room.send(c.AgreeDeal("agreed", ((1, 70_000), (2, 50_000))))
    room.send(c.Pay(1))
    with pytest.raises(Refusal, match="deal_paid"):
        room.send(c.UndoDeal())
    pay_all_and_close(room)
    assert places(room.event)[1] == Place(1, 2)


def test_bust_is_not_undone_once_the_seats_of_a_satellite_are_paid() -> None:
    room = Room(replace(DAILY, seat_value=60_000), tables=1)
    room.start(6)
    room.close_entries()
    room.bust([6, 5, 4, 3])
    room.send(c.Pay(1))
    with pytest.raises(Refusal, match="winners_paid"):
        room.send(c.UndoBust(3, room.drawn()))


def test_shared_place_gets_its_payouts_in_equal_parts_with_odd_cents_by_entry() -> None:
    room = Room(replace(DAILY, guarantee=500_001), tables=1)
    room.start(4)
    room.close_entries()
    room.bust([4])
    room.bust([3])
    room.bust([2, 1][:1], hand=3)
    fixed = room.event.pool
    assert fixed is not None
    due = amounts_by_entry(room.event)
    assert sum(row.amount for row in due.values()) == fixed.pool


@given(
    pool=st.integers(1, 10_000_000),
    entries=st.integers(1, 400),
    shares=st.lists(st.integers(1, 100), min_size=1, max_size=40),
    minimum=st.integers(0, 200_000),
    unit=st.sampled_from([1, 100, 500, 1_000, 2_500]),
)
def test_payouts_add_up_to_the_pool_and_never_rise(
    pool: int, entries: int, shares: Sequence[int], minimum: int, unit: int
) -> None:
    parts = sorted((share * 10_000 // sum(shares) for share in shares), reverse=True)
    parts[0] += 10_000 - sum(parts)
    table = PayoutTable((PayoutColumn(1_000, tuple(parts)),), minimum, unit)
    amounts = by_table(table, pool, entries)
    assert sum(amounts) == pool
    assert list(amounts) == sorted(amounts, reverse=True)
    assert len(amounts) <= entries


@given(pool=st.integers(1, 10**7), value=st.integers(1, 10**6), entries=st.integers(1, 50))
def test_satellite_adds_up_to_the_pool(pool: int, value: int, entries: int) -> None:
    seats, amounts = satellite(pool, value, entries)
    assert sum(amounts) == pool
    assert seats <= entries


def final_table(left: int = 4) -> Room:
    """A tournament with its last players, whose stacks are counted."""
    room = Room(replace(DAILY, deal_minimum=20_000), tables=2)
    room.start(16)
    room.close_entries()
    room.bust(room.alive()[left:])
    return room


def test_deal_leaves_what_the_house_wants_and_adds_up() -> None:
    room = final_table(3)
    first, second, third = room.alive()
    stacks = {first: 200_000, second: 100_000, third: 20_000}
    shares = propose_deal(room.event, "icm", stacks, 20_000, 1_000)
    assert room.event.pool is not None
    assert sum(amount for _, amount in shares) + 20_000 == sum(room.event.pool.payouts)
    room.send(c.AgreeDeal("icm", shares, 20_000))
    room.bust([third, second])
    due = amounts_by_entry(room.event)
    assert sum(row.amount for row in due.values()) == room.event.pool.pool
    assert due[first].amount == dict(shares)[first] + 20_000
    for number in due:
        room.send(c.Pay(number))
    with pytest.raises(Refusal, match="paid_already"):
        room.send(c.Pay(first))
    room.send(c.CloseEvent())
    assert room.event.status == "closed"


def test_deal_that_leaves_too_little_is_refused() -> None:
    room = final_table(3)
    shares = propose_deal(room.event, "even", dict.fromkeys(room.alive(), 1), 0, 1)
    with pytest.raises(Refusal, match="deal_minimum"):
        room.send(c.AgreeDeal("even", shares, 0))


def test_chip_chop_above_first_place_is_refused() -> None:
    room = final_table(3)
    first, second, third = room.alive()
    stacks = {first: 310_000, second: 5_000, third: 5_000}
    shares = dict(propose_deal(room.event, "chips", stacks, 20_000, 1))
    rest = sum(shares.values()) - 1_000
    shares = {first: rest, second: 500, third: 500}
    with pytest.raises(Refusal, match="deal_above_first"):
        room.send(c.AgreeDeal("chips", tuple(shares.items()), 20_000))


@given(
    stacks=st.lists(st.integers(1, 10_000), min_size=2, max_size=5),
    payouts=st.lists(st.integers(1, 10_000), min_size=1, max_size=5),
)
def test_chip_model_agrees_with_the_library(stacks: list[int], payouts: list[int]) -> None:
    prizes = sorted(payouts[: len(stacks)], reverse=True)
    ours = independent_chip_model(prizes, stacks)
    assert ours == pytest.approx(calculate_icm(prizes, stacks), rel=1e-6)


@given(
    values=st.lists(st.floats(0, 10_000), min_size=1, max_size=12),
    unit=st.sampled_from([1, 100, 1_000]),
)
def test_rounded_shares_add_up(values: list[float], unit: int) -> None:
    total = round(sum(values))
    assert sum(round_to(values, total, unit)) == total


def test_race_gives_one_chip_at_most_and_races_nobody_out() -> None:
    amounts = {1: 300, 2: 400, 3: 100, 5: 200}  # in 100s, for 500s
    cards = {1: ["As", "Kd", "2c"], 2: ["3h", "4h", "5h", "6h"], 3: ["7c"], 5: ["8c", "9c"]}
    result = race(amounts, 100, 500, cards, {1: 5_000, 2: 5_000, 3: 0, 5: 5_000})
    assert result.given == {1: 1, 2: 0, 3: 1, 5: 1}
    assert (result.taken, result.added) == (1_000, 500)


@given(
    counts=st.dictionaries(st.integers(1, 10), st.integers(0, 30), min_size=1, max_size=10),
    data=st.data(),
)
def test_race_changes_less_than_a_chip_for_each_player(
    counts: dict[int, int], data: st.DataObject
) -> None:
    amounts = {seat: count * 100 for seat, count in counts.items()}
    deck = data.draw(st.permutations([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]))
    cards = {
        seat: deck[seat * 4 : seat * 4 + amount % 500 // 100] for seat, amount in amounts.items()
    }
    result = race(amounts, 100, 500, cards, dict.fromkeys(amounts, 0))
    for seat, amount in amounts.items():
        assert amount // 500 <= result.given[seat] <= amount // 500 + 1
        assert result.given[seat] or not amount


def test_bags_are_counted_twice_and_prove_the_day() -> None:
    room = Room(tables=1)
    room.start(3)
    room.bust([2])
    with pytest.raises(Refusal, match="clock_runs_bag"):
        room.send(c.BagStack(1, 40_000))
    room.send(c.PauseClock())
    room.send(c.BagStack(1, 40_000, "A7"))
    room.send(c.BagStack(3, 19_500))
    room.send(c.VerifyBag(1, 40_000))
    room.send(c.VerifyBag(3, 20_000))
    with pytest.raises(Refusal, match="bags_open"):
        room.send(c.EndDay())
    room.send(c.BagStack(3, 20_500))
    room.send(c.VerifyBag(3, 20_500))
    with pytest.raises(Refusal) as raised:
        room.send(c.EndDay())
    assert (raised.value.code, raised.value.facts["difference"]) == ("chips_differ", 500)
    room.send(c.EndDay("one 500 found under the felt"))
    room.send(c.AddTable("T9", 8))
    room.send(c.BeginDay(room.drawn()))
    assert {entry.table for entry in room.event.seated()} == {"T9"}
    assert [entry.stack for entry in room.event.seated()] == [40_000, 20_500]


def test_color_up_changes_no_more_than_a_chip_for_each_player() -> None:
    room = Room()
    room.start(4)
    with pytest.raises(Refusal, match="color_up_needed"):
        room.send(c.ColorUp(100, 5_000, 5_000))
    room.wait(62)
    with pytest.raises(Refusal, match="color_up_chip"):
        room.send(c.ColorUp(25, 5_000, 5_000))
    for taken, out in ((5_000, 7_500), (7_500, 5_000), (500_000, 500_000), (5_000, 50_000)):
        with pytest.raises(Refusal, match="color_up_sums"):
            room.send(c.ColorUp(100, taken, out))
    room.send(c.ColorUp(100, 5_000, 7_000))
    assert room.event.chips == 4 * 20_000 + 2_000
    with pytest.raises(Refusal, match="color_up_twice"):
        room.send(c.ColorUp(100, 5_000, 5_000))


def bring(room: Room, flight: int, *stacks: c.FlightStack) -> c.BringFlight:
    return c.BringFlight(flight, f"Flight {flight}", 40, 800_000, stacks, room.drawn())


def test_stacks_of_a_flight_bring_chips_and_its_pool_and_no_sale() -> None:
    room = Room(tables=1)
    first = c.FlightStack("p1", "P1", 61_500)
    room.send(bring(room, 1, first, c.FlightStack("", "", 18_500)))
    assert (room.event.chips, room.event.collected.paid) == (80_000, 0)
    assert [entry.status for entry in room.event.entries] == ["seated", "seated"]
    assert (room.event.field, room.event.pool_collected) == (40, 800_000)
    with pytest.raises(Refusal, match="flight_brought"):
        room.send(bring(room, 1))
    with pytest.raises(Refusal, match="still_in"):
        room.send(bring(room, 2, first))
    many = [c.FlightStack(f"q{number}", "", 10_000) for number in range(7)]
    with pytest.raises(Refusal) as raised:
        room.send(bring(room, 2, *many))
    assert (raised.value.code, raised.value.facts["seats"]) == ("flight_seats", 6)
    assert len(room.event.flights) == 1


def test_pool_of_the_flights_is_paid_by_their_entries() -> None:
    room = Room(tables=1)
    room.send(bring(room, 1, c.FlightStack("p1", "P1", 400_000)))
    room.send(bring(room, 2, c.FlightStack("p2", "P2", 400_000)))
    room.send(c.StartClock())
    room.close_entries()
    pool = room.event.pool
    assert pool is not None
    assert (pool.pool, pool.overlay, pool.entries) == (1_600_000, 0, 80)
    assert len(pool.payouts) == 2  # only players of this event can be paid
    assert sum(pool.payouts) == pool.pool
    with pytest.raises(Refusal, match="pool_fixed_already"):
        room.send(bring(room, 3))


def test_free_entries_have_no_pool_to_pay() -> None:
    room = Room(replace(DAILY, entry=Price(chips=5_000)), tables=1)
    room.start(2)
    room.close_entries()
    room.bust([2])
    room.send(c.CloseEvent())
    assert amounts_by_entry(room.event) == {}
