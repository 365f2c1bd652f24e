"""The time charge and long absences in the engine: who pays, who is spared, what the floor is notified of."""

import pytest

from poker import codec, engine
from poker import commands as c
from poker.refusal import Refusal
from poker.state import Table
from poker.view import view
from poker.view.model import present
from tests.support.time_tables import MINUTE, open_time_table, run_command


def paying_seats(table: Table, command: c.CollectTime, at: int) -> tuple[int, ...]:
    (event,) = engine.run(table, command, now=at).events
    assert codec.decode_event(*codec.encode_event(event)) == event
    return tuple(event.seats)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("spares", "first"), [(False, (1, 2, 3, 4)), (True, (1, 2, 3))])
def test_new_player_pays_time_as_the_plaque_sets(spares: bool, first: tuple[int, ...]) -> None:
    table = run_command(
        open_time_table(spares=spares), c.SeatPlayer(seat=4, player="p4", name="Pebble 4")
    )
    assert present(view(table).game).time_seats == list(first)
    assert paying_seats(table, c.CollectTime(), 2 * MINUTE) == first
    after = run_command(table, c.CollectTime(), at=2 * MINUTE)
    assert paying_seats(after, c.CollectTime(), 32 * MINUTE) == (1, 2, 3, 4)


def test_absent_player_pays_no_time_and_named_seats_pay_alone() -> None:
    table = run_command(open_time_table(), c.SitOut(seat=2))
    assert paying_seats(table, c.CollectTime(), 40 * MINUTE) == (1, 3)
    assert paying_seats(table, c.CollectTime(seats=(3, 2, 3)), 40 * MINUTE) == (2, 3)
    with pytest.raises(Refusal, match="seat_empty"):
        run_command(table, c.CollectTime(seats=(5,)), at=40 * MINUTE)


def test_long_absence_is_reported_and_ends_with_the_return() -> None:
    table = run_command(open_time_table(), c.SitOut(seat=2), at=5 * MINUTE)
    with pytest.raises(Refusal, match="seat_away"):
        run_command(table, c.SitOut(seat=2), at=6 * MINUTE)
    later_table = run_command(table, c.SitOut(seat=2, long=True), at=6 * MINUTE)
    seat = later_table.seats[1]
    assert (seat.away, seat.long, seat.away_at) == (True, True, 5 * MINUTE)
    with pytest.raises(Refusal, match="seat_away"):
        run_command(later_table, c.SitOut(seat=2, long=True), at=7 * MINUTE)
    assert run_command(open_time_table(), c.SitOut(seat=2, long=True), at=5 * MINUTE).seats[1].long
    back_table = run_command(
        later_table, c.SitIn(seat=2, choice="post" if later_table.seats[1].owes_entry else "")
    )
    assert (back_table.seats[1].away, back_table.seats[1].long) == (False, False)
