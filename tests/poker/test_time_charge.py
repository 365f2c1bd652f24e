"""The time charge and long absences at the engine: who pays, who is spared, what the floor is told."""

import pytest

from poker import codec, engine
from poker import commands as c
from poker.commands import Command
from poker.refusal import Refusal
from poker.stakes import Rake, Stakes
from poker.state import Table
from poker.view import view

MINUTE = 60_000


def opened(*, spares: bool = False) -> Table:
    table = engine.create("T1", 6).table
    for seat in (1, 2, 3):
        table = run(table, c.SeatPlayer(seat=seat, player=f"p{seat}", name=f"Pebble {seat}"))
    stakes = Stakes(
        game="holdem",
        limit="none",
        small_bet=300,
        big_bet=300,
        blinds=(100, 300),
        buy_in_min=10000,
        buy_in_max=50000,
        chips=(100, 500),
        rake=Rake(kind="time", time_charge=600, spares_new=spares),
    )
    return run(table, c.OpenTable(stakes=stakes), at=1 * MINUTE)


def run(table: Table, command: Command, *, at: int = 0) -> Table:
    return engine.run(table, command, now=at).table


def paid(table: Table, command: c.CollectTime, at: int) -> tuple[int, ...]:
    (event,) = engine.run(table, command, now=at).events
    assert codec.decode_event(*codec.encode_event(event)) == event
    return tuple(event.seats)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("spares", "first"), [(False, (1, 2, 3, 4)), (True, (1, 2, 3))])
def test_who_sat_down_since_owes_or_not_as_the_plaque_says(
    spares: bool, first: tuple[int, ...]
) -> None:
    table = run(opened(spares=spares), c.SeatPlayer(seat=4, player="p4", name="Pebble 4"))
    assert view(table)["game"]["time_seats"] == list(first)  # type: ignore[index]
    assert paid(table, c.CollectTime(), 2 * MINUTE) == first
    after = run(table, c.CollectTime(), at=2 * MINUTE)
    assert paid(after, c.CollectTime(), 32 * MINUTE) == (1, 2, 3, 4)


def test_whoever_is_away_owes_nothing_and_named_seats_pay_alone() -> None:
    table = run(opened(), c.SitOut(seat=2))
    assert paid(table, c.CollectTime(), 40 * MINUTE) == (1, 3)
    assert paid(table, c.CollectTime(seats=(3, 2, 3)), 40 * MINUTE) == (2, 3)
    with pytest.raises(Refusal, match="seat_empty"):
        run(table, c.CollectTime(seats=(5,)), at=40 * MINUTE)


def test_a_long_absence_is_told_at_once_or_later_and_ends_with_the_return() -> None:
    table = run(opened(), c.SitOut(seat=2), at=5 * MINUTE)
    with pytest.raises(Refusal, match="seat_away"):
        run(table, c.SitOut(seat=2), at=6 * MINUTE)
    later = run(table, c.SitOut(seat=2, long=True), at=6 * MINUTE)
    seat = later.seats[1]
    assert (seat.away, seat.long, seat.away_at) == (True, True, 5 * MINUTE)
    with pytest.raises(Refusal, match="seat_away"):
        run(later, c.SitOut(seat=2, long=True), at=7 * MINUTE)
    assert run(opened(), c.SitOut(seat=2, long=True), at=5 * MINUTE).seats[1].long
    back = run(later, c.SitIn(seat=2, choice="post" if later.seats[1].owes_entry else ""))
    assert (back.seats[1].away, back.seats[1].long) == (False, False)
