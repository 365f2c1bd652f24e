"""Estimated waits and their error: hand-computed cases, and simulated queues."""

from math import inf, log
from random import Random

import pytest
from msgspec.structs import replace

from tests.support.law_examples import sampled
from waitlist.rules.rates import Exposure, Rates, Tenure, rates
from waitlist.rules.wait_estimate import (
    LOOKED_AHEAD,
    MORE_TO,
    QUOTED_WITHIN,
    TurnoverRates,
    WaitEstimate,
    WaitRange,
    estimate_wait,
    spans,
    waits_in_order,
)

QUEUE_RUNS = 150
EXIT_RATES = Rates(
    (0.002, 0.004, 0.008, 0.012)
)  # the longer a player has sat, the sooner they leave
GIVE_UP = Rates((0.003, 0.008, 0.015))


def even_rates(rate: float, names: int = 0, seen: float = inf) -> TurnoverRates:
    """Return rates for a thousand seated players who leave evenly."""
    return TurnoverRates(
        sitting=(0,) * 1000, leave=Rates((rate / 1000,)), waiting=(0,) * names, seen=seen
    )


def middle_wait(pace: TurnoverRates, open_seats: int = 0) -> float:
    """Return the middle estimate for the next entry."""
    wait = spans(pace, open_seats)[-1].middle
    assert wait is not None
    return wait


def test_wait_grows_with_position_and_shrinks_with_open_seats() -> None:
    for position in (1, 4, 9):
        pace = even_rates(0.4, position - 1)
        assert middle_wait(pace) == pytest.approx((position - 1 / 3) / 0.4, rel=0.03, abs=0.4)
        assert estimate_wait(position, pace) == estimate_wait(
            position + 2, replace(pace, waiting=(0,) * (position + 1)), open_seats=2
        )
    assert estimate_wait(2, even_rates(0.4), open_seats=2) == WaitEstimate(0, 0), (
        "an open seat is for names at once"
    )


def test_long_waits_are_rounded_to_five_minutes_and_no_data_gives_no_wait() -> None:
    estimate = estimate_wait(20, even_rates(0.5, 19))
    assert estimate == WaitEstimate(40, 9)
    assert estimate_wait(3, None) is None
    assert estimate_wait(3, TurnoverRates((), EXIT_RATES)) is None, "nobody sits who could leave"
    assert (
        estimate_wait(3, TurnoverRates((30,) * 9, Rates(), waiting=(60,) * 2, off=GIVE_UP)) is None
    ), "who is left alone on the list has no seat by it"
    assert estimate_wait(3, None, open_seats=3) == WaitEstimate(0, 0), "an open seat needs no rate"


def test_long_seated_players_shorten_the_wait() -> None:
    fresh, settled = (
        TurnoverRates((minutes_sat,) * 27, EXIT_RATES, waiting=(0,) * 3) for minutes_sat in (0, 90)
    )
    assert middle_wait(settled) * 2 < middle_wait(fresh)


def test_give_ups_ahead_shorten_the_wait() -> None:
    base_rates = even_rates(0.3, 10)
    leaving_late, leaving_soon = (
        replace(base_rates, off=GIVE_UP, waiting=(age,) * 10) for age in (0, 60)
    )
    assert middle_wait(leaving_soon) < middle_wait(leaving_late) < middle_wait(base_rates)
    assert estimate_wait(1, leaving_soon) == estimate_wait(1, base_rates), "nobody is in front"
    assert spans(leaving_soon)[3] == spans(replace(leaving_soon, waiting=(60,) * 3))[3], (
        "who is behind counts nothing"
    )


def test_future_entries_count_as_new() -> None:
    assert estimate_wait(4, even_rates(0.3, 1)) == estimate_wait(4, even_rates(0.3, 3))
    assert estimate_wait(6, even_rates(0.3, 1), open_seats=3) == estimate_wait(
        6, even_rates(0.3, 5), open_seats=3
    )


def test_opening_tables_shorten_the_wait() -> None:
    (span,) = spans(TurnoverRates((), Rates(), opened=0.1))
    assert span.middle == pytest.approx(10 * log(2))
    assert estimate_wait(1, TurnoverRates((), Rates(), opened=0.1)) == WaitEstimate(7, 7)
    assert estimate_wait(8, replace(even_rates(0.1, 7), opened=0.1)) == WaitEstimate(7, 7)
    assert spans(TurnoverRates((), Rates(), opened=0.0001)) == (WaitRange(),), (
        f"over {LOOKED_AHEAD} minutes"
    )


def test_few_departures_make_the_error_larger() -> None:
    surely, hardly = (estimate_wait(8, even_rates(0.5, 7, seen=seen)) for seen in (400, 6))
    assert surely
    assert hardly
    assert surely.minutes == hardly.minutes
    assert surely.error < hardly.error


def test_uncertain_wait_is_not_quoted_as_a_number() -> None:
    assert estimate_wait(12, even_rates(0.1, 11, seen=30)) == WaitEstimate(60, 0, more=True)
    assert estimate_wait(1, even_rates(0.02)) == WaitEstimate(10, 0, more=True), (
        "from ten minutes to nearly two hours"
    )
    assert estimate_wait(40, even_rates(0.02, 39)) == WaitEstimate(60, 0, more=True), (
        "not within three hours"
    )
    for position in range(1, 40):
        estimate = estimate_wait(position, even_rates(0.07, position - 1, seen=12))
        assert estimate is None or estimate.error <= QUOTED_WITHIN
        assert estimate is None or not estimate.more or estimate.minutes <= MORE_TO


def wait_order(wait: WaitEstimate | None) -> tuple[int, bool]:
    """Return a sort key: "more than 30" is longer than "30"."""
    assert wait is not None
    return wait.minutes, wait.more


@pytest.mark.parametrize("seen", [4, 12, 40])
@pytest.mark.parametrize("rate", [0.02, 0.07, 0.12, 0.3])
@pytest.mark.parametrize("open_seats", [0, 2])
def test_no_place_waits_less_than_the_one_ahead(rate: float, seen: int, open_seats: int) -> None:
    waits = waits_in_order(30, even_rates(rate, 29, seen=seen), open_seats=open_seats)
    assert waits == sorted(waits, key=wait_order)


def test_aging_players_keep_waits_in_order() -> None:
    for minutes_sat in (0, 40, 170):
        for off in (Rates(), GIVE_UP):
            pace = TurnoverRates((minutes_sat,) * 9, EXIT_RATES, 10, (5,) * 20, off, 0.004)
            waits = waits_in_order(21, pace)
            assert waits == sorted(waits, key=wait_order)


def test_new_table_seats_only_as_many_as_it_has_seats() -> None:
    """The names after those keep waiting: the last of forty waits for more than an hour."""
    pace = replace(even_rates(0.1, 40), opened=0.05)
    waits = waits_in_order(41, pace)
    assert waits[8] == estimate_wait(9, replace(even_rates(0.1, 9), opened=0.05))
    assert wait_order(waits[8]) < wait_order(waits[9])
    assert waits[40] == WaitEstimate(60, 0, more=True)
    assert waits == sorted(waits, key=wait_order)


def test_no_place_has_a_wait_if_nothing_is_known() -> None:
    assert waits_in_order(3, None) == [None] * 3
    assert waits_in_order(3, None, open_seats=1) == [WaitEstimate(0, 0), None, None]


def simulate_queue(rng: Random, pace: TurnoverRates) -> float:
    """Play one queue minute by minute: seats open and fill, entries leave, one table may open."""
    seats = list(pace.sitting)
    to_open = True
    names = list(pace.waiting)
    minute = 0
    while True:
        minute += 1
        left = [i for i, minutes in enumerate(seats) if rng.random() < pace.leave.ends(minutes, 1)]
        seats = [minutes + 1 for minutes in seats]
        names = [age + 1 for age in names if rng.random() >= pace.off.ends(age, 1)]
        if to_open and rng.random() < pace.opened:
            if len(names) < pace.new_seats:
                return minute - 0.5
            names = names[pace.new_seats :]
            seats += [0] * pace.new_seats
            to_open = False
        for i in left:
            if not names:
                return minute - 0.5
            names.pop(0)
            seats[i] = 0


@pytest.mark.parametrize(
    ("names", "give_up_rates", "open_rate"),
    sampled(
        [
            (2, Rates(), 0),
            (6, GIVE_UP, 0),
            (14, GIVE_UP, 0),
            (6, GIVE_UP, 0.02),
            (14, GIVE_UP, 0.02),
        ],
        2,
    ),
)
def test_two_thirds_of_waits_are_within_the_margin_of_error(
    names: int, give_up_rates: Rates, open_rate: float
) -> None:
    """The log of the room has forty seat sessions of random length."""
    rng = Random(f"{names}/{give_up_rates.bands}/{open_rate}")
    inside = sooner = 0
    turns = QUEUE_RUNS
    for _ in range(turns):
        seated_minutes = tuple(rng.randrange(0, 180) for _ in range(27))
        waiting = tuple(sorted((rng.randrange(0, 40) for _ in range(names)), reverse=True))
        true_value = TurnoverRates(
            seated_minutes, EXIT_RATES, waiting=waiting, off=give_up_rates, opened=open_rate
        )
        span = spans(
            replace(true_value, leave=rates(Exposure(observed_tenures(rng, 40))), seen=40)
        )[-1]
        waited = simulate_queue(rng, true_value)
        assert span.least is not None
        assert span.middle is not None
        inside += span.least <= waited <= (span.most or LOOKED_AHEAD)
        sooner += waited < span.middle
    assert 0.63 <= inside / turns <= 0.87
    assert 0.35 <= sooner / turns <= 0.68, "about as often sooner as later"


def observed_tenures(rng: Random, ended_count: int) -> list[Tenure]:
    """Return tenures of players who sat and left, minute by minute."""
    results = []
    for _ in range(ended_count):
        seated_minutes = 0
        while rng.random() >= EXIT_RATES.ends(seated_minutes, 1):
            seated_minutes += 1
        results.append(Tenure(0, seated_minutes + 0.5, ended=True))
    return results


def test_most_waits_exceed_a_more_than_quote() -> None:
    rng = Random(7)
    pace = TurnoverRates((20,) * 9, EXIT_RATES, waiting=(10,) * 6, off=GIVE_UP, seen=25)
    estimate = estimate_wait(7, pace)
    assert estimate
    assert estimate.more
    longer = sum(simulate_queue(rng, pace) > estimate.minutes for _ in range(QUEUE_RUNS))
    assert longer / QUEUE_RUNS >= 0.8


def test_raised_bound_is_exceeded_in_half_of_the_cases() -> None:
    rng = Random(5)
    pace = TurnoverRates((20,) * 18, EXIT_RATES, waiting=(10,) * 12, off=GIVE_UP, seen=25)
    waits = waits_in_order(13, pace)
    own = [estimate_wait(place, pace) for place in range(1, 14)]
    raised = [
        place for place, (wait, alone) in enumerate(zip(waits, own, strict=True)) if wait != alone
    ]
    assert raised
    place = raised[0]
    wait = waits[place]
    assert wait
    ahead = replace(pace, waiting=pace.waiting[:place])
    longer = sum(simulate_queue(rng, ahead) > wait.minutes for _ in range(QUEUE_RUNS))
    assert longer / QUEUE_RUNS >= 0.5
