"""Turnover from the room's log: seat sessions, entries that leave, tables that open."""

import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from journal.caches import clear_caches
from poker.commands import CloseTable, LeaveSeat, Undo
from tables.models import SeatSession
from tables.seat_occupancy import seat_occupancy
from tests.support.chain import break_table, create_chain
from tests.support.desk import KEY, Desk, create_desk
from waitlist.actions import load_waitlists
from waitlist.departures import departures_last_hour
from waitlist.models import Departure
from waitlist.rules import commands as c
from waitlist.rules.rates import Exposure, Rates, Tenure, factor, rates
from waitlist.rules.wait_estimate import TurnoverRates
from waitlist.turnover import MIN_DEPARTURES, paces

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    return create_desk()


def current_rates(desk: Desk) -> TurnoverRates:
    return paces(
        desk.room_id, load_waitlists(desk.room_id), seat_occupancy(desk.room_id), desk.now
    )[KEY]


def leave_list(desk: Desk, *seats: int) -> None:
    desk.room.now = desk.now
    for seat in seats:
        desk.room.execute(LeaveSeat(seat=seat))
    desk.now = desk.room.now


def test_seat_sessions_give_the_turnover(desk: Desk) -> None:
    desk.now += timedelta(minutes=20)
    leave_list(desk, 1, 2)
    assert current_rates(desk).leave == Rates(), (
        f"from fewer than {MIN_DEPARTURES} departures nothing is taken"
    )
    desk.now += timedelta(minutes=20)
    leave_list(desk, 3)
    turnover_rates = current_rates(desk)
    tenures = [Tenure(0, 20, True), Tenure(0, 20, True), Tenure(0, 40, True), Tenure(0, 40)]
    assert turnover_rates.leave.until(60) == pytest.approx(
        for_all_games(tenures).until(60), rel=0.02
    )
    assert turnover_rates.seen == 3
    assert turnover_rates.sitting == (40,), "one sits still"
    desk.now += timedelta(minutes=60)
    assert current_rates(desk).sitting == (100,), "and goes on"
    assert current_rates(desk).leave.until(60) < turnover_rates.leave.until(60)


def for_all_games(tenures: list[Tenure]) -> Rates:
    """Return the rates of a room with one game."""
    exposure = Exposure(tenures)
    return rates(exposure).times(factor(exposure, rates(exposure)))


def test_move_within_the_game_continues_the_session() -> None:
    floor = create_chain()
    floor.desk.now += timedelta(minutes=30, seconds=20)
    before = current_rates(floor.desk).sitting
    floor.move_to_main_game("Lee", 5)
    after = current_rates(floor.desk)
    assert after.sitting == before
    assert min(before) == 30
    assert after.seen == 1, "nobody has left"


def test_seats_that_change_within_a_minute_give_the_same_turnover_as_a_new_process() -> None:
    floor = create_chain()
    floor.desk.now += timedelta(minutes=30)
    current_rates(floor.desk)
    floor.move_to_main_game("Lee", 5)
    floor.desk.room.execute(LeaveSeat(seat=1))
    kept = current_rates(floor.desk)
    clear_caches()
    assert current_rates(floor.desk) == kept


def test_give_up_rate_counts_departures_per_waiting_minute(desk: Desk) -> None:
    desk.add("Hat", "Bell", "Moon")
    assert current_rates(desk).off == Rates()
    desk.now += timedelta(minutes=30)
    assert current_rates(desk).waiting == (30, 30, 30)
    desk.execute(c.RemovePlayer(desk.entry_number("Hat"), "goes home"))
    tenures = [Tenure(0, 30, True), Tenure(0, 30), Tenure(0, 30)]
    assert current_rates(desk).off.until(30) == pytest.approx(
        for_all_games(tenures).until(30), rel=0.03
    )
    desk.execute(c.ConfirmSeated(desk.entry_number("Bell"), "T1", 5))
    desk.now += timedelta(minutes=30)
    tenures[2] = Tenure(0, 60)
    assert current_rates(desk).off.until(30) == pytest.approx(
        for_all_games(tenures).until(30), rel=0.03
    ), "who was seated did not leave it"


def test_called_entry_does_not_wait_ahead(desk: Desk) -> None:
    desk.add("Hat", "Bell")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 5))
    assert current_rates(desk).waiting == (0,)


def test_cached_turnover_is_read_again_after_a_departure(desk: Desk) -> None:
    desk.now += timedelta(minutes=30)
    leave_list(desk, 1, 2, 3)
    assert current_rates(desk).seen == 3
    leave_list(desk, 4)
    assert current_rates(desk).seen == 4, "in the same minute"
    assert current_rates(desk).sitting == (), "nobody sits who could leave"


def test_sessions_of_other_tables_are_read_once_a_minute() -> None:
    """In a room of 600 tables seats change every second, and thousands of players sit."""
    floor = create_chain()
    desk = floor.desk
    names = ("T1", "T2", "T3")
    tables = {name: floor.tables[name].table.pk for name in names}

    def tables_read() -> set[int]:
        with CaptureQueriesContext(connection) as queries:
            current_rates(desk)
        matches = (
            re.search(r'"table_id" IN \(([\d, ]+)\)', row["sql"])
            for row in queries
            if '"left" IS NULL' in row["sql"]
        )
        return {int(pk) for match in matches if match for pk in match[1].split(",")}

    assert tables_read() == set(tables.values())
    assert tables_read() == set(), "no seat has changed"
    floor.tables["T3"].now = desk.now
    floor.tables["T3"].execute(LeaveSeat(seat=1))
    assert tables_read() == {tables["T3"]}
    desk.now += timedelta(minutes=1)
    assert tables_read() == set(tables.values())


def test_seats_of_a_closed_table_are_no_departures(desk: Desk) -> None:
    desk.now += timedelta(minutes=60)
    leave_list(desk, 1)
    desk.now += timedelta(minutes=30)
    leave_list(desk, 2, 3, 4)
    assert departures_last_hour(desk.room_id, desk.now) == {KEY: 4}
    closed = desk.room.execute(CloseTable("Game broke"))
    assert departures_last_hour(desk.room_id, desk.now) == {KEY: 1}, "an hour before, a seat opened"
    call_command("verify_journal")
    for kind in (Departure, SeatSession):
        assert kind.objects.exists()
    before = list(Departure.objects.order_by("seq").values_list("seq", "closing"))
    call_command("rebuild_projections")
    assert list(Departure.objects.order_by("seq").values_list("seq", "closing")) == before
    assert [closing for _, closing in before] == [None, *[closed.seq] * 3]
    desk.room.execute(Undo())
    assert departures_last_hour(desk.room_id, desk.now) == {KEY: 4}, "the table is open again"
    call_command("verify_journal")


def test_a_broken_table_opens_no_seat_in_its_game() -> None:
    floor = create_chain()
    floor.desk.now += timedelta(minutes=40)
    break_table(floor, ())
    assert departures_last_hour(floor.desk.room_id, floor.desk.now) == {}
    assert current_rates(floor.desk).leave == Rates()
