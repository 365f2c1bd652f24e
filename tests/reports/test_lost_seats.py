"""Lost seats and table fill as figures, sheets and pages: sums, rake from its basis, two rooms, what changed."""

from datetime import UTC, date, datetime, timedelta

import pytest

from floor_ui.forecast.room_now import games_now
from poker.commands import PushDealer
from reports.figures.comparison import changes_of
from reports.figures.dashboard import dashboard
from reports.figures.ranges import ReportRange
from reports.figures.sheets import sheet
from reports.forecast.lost_seats import Cause
from reports.models import SeatUseCursor, TableDay
from reports.rollups.rebuild import find_mismatches
from reports.rollups.room import room_roll_up
from staff.models import Room
from tables.models import GameHalfHour
from tests.support.chain import create_chain
from tests.support.page_roles import PageContent
from tests.support.report_pages import sign_in_role
from tests.support.report_rows import (
    DAY,
    HOLDEM,
    SHIFT,
    SimpleNight,
    create_night,
    create_table,
)
from tests.support.room import create_staff

pytestmark = pytest.mark.django_db
STUD = "الدراجة 4/8"
BEGINS = datetime(2026, 11, 20, 14, tzinfo=UTC)


def write_half_hour(
    room: Room,
    number: int,
    game: str = HOLDEM,
    day: date = DAY,
    *,
    not_called_s: int = 0,
    called_s: int = 0,
) -> None:
    """Write a half hour of two tables, 15 of whose 18 seats are taken, with two players waiting."""
    begins = BEGINS + timedelta(minutes=30 * number) + (day - DAY)
    GameHalfHour.objects.create(
        room=room,
        begins=begins,
        day=day,
        shift=SHIFT,
        hour=begins.hour,
        game=game,
        open_s=2 * 1800,
        chair_s=18 * 1800,
        seat_s=15 * 1800,
        wait_s=2 * 1800,
        not_called_s=not_called_s,
        called_s=called_s,
    )


@pytest.fixture
def rows(db: None) -> SimpleNight:
    """The shift of the tests of pages."""
    return create_night(
        create_staff("dealer", alias="Wren", badge="101"),
        create_staff("dealer", alias="Plover", badge="102"),
    )


@pytest.fixture
def room(rows: SimpleNight) -> Room:
    """The room of the rows, with 900 s lost of one game and 600 s of a game that never charged anything."""
    other = Room.objects.create(name="Harbor")
    write_half_hour(rows.room, 0, not_called_s=500, called_s=100)
    write_half_hour(rows.room, 1, called_s=300)
    write_half_hour(rows.room, 1, STUD, not_called_s=600)
    write_half_hour(other, 0, not_called_s=1800)
    return rows.room


def of_day(room: Room) -> ReportRange:
    return ReportRange(room=room, first=DAY, last=DAY, shift=SHIFT)


def test_lost_seats_by_game_and_cause(room: Room) -> None:
    found = dashboard(of_day(room))
    charged = TableDay.objects.get(room=room, game=HOLDEM)
    holdem, stud = found.lost_seats
    assert (holdem.key, holdem.lost_s) == (HOLDEM, 900)
    assert holdem.by_cause[Cause.CALLED] == 400
    parts = [lost * charged.rake // charged.seat_s for lost in (400, 500)]
    assert holdem.rake_lost == sum(parts) > 0
    assert (stud.key, stud.lost_s, stud.rake_lost) == (STUD, 600, None)
    lost = sheet(found, "lost_seats")
    assert lost is not None
    assert lost.total is not None
    assert lost.total[1:3] == (1500, sum(parts))
    assert f"Not known for {STUD}" in lost.note
    causes = sheet(found, "lost_causes")
    assert causes is not None
    assert [row[:2] for row in causes.rows[:2]] == [
        ("No one called", 1100),
        ("Called, not answered", 400),
    ]
    assert sum(row[1] for row in causes.rows) == 1500


def test_the_weeks_before_are_the_basis_of_a_game_without_rake(room: Room) -> None:
    table = create_table(room, "T9")
    for days_ago, rake in ((7, 540), (40, 99_999)):
        TableDay.objects.create(
            room=room,
            table=table,
            day=DAY - timedelta(days=days_ago),
            shift=SHIFT,
            game=STUD,
            rake=rake,
            seat_s=5400,
        )
    _, stud = dashboard(of_day(room)).lost_seats
    assert stud.rake_lost == 60


def test_table_fill_by_hour_and_game(room: Room) -> None:
    found = dashboard(of_day(room))
    [hour] = found.fill_by_hour
    assert (hour.hour, hour.fill, hour.tables, hour.waiting) == (14, 15 / 18, 3.0, 3.0)
    assert [(one.game, one.tables) for one in found.fill_by_game] == [(HOLDEM, 2.0), (STUD, 2.0)]


def test_what_changed_since_the_week_before(room: Room) -> None:
    week_ago = DAY - timedelta(weeks=1)
    TableDay.objects.create(
        room=room,
        table=create_table(room, "T9"),
        day=week_ago,
        shift=SHIFT,
        game=HOLDEM,
        hands=30,
        open_s=3600,
    )
    write_half_hour(room, 0, day=week_ago, not_called_s=300)
    changes = {change.key: change for change in changes_of(dashboard(of_day(room))).changes}
    assert (changes["lost"].now, changes["lost"].before) == (1500, 300)


@pytest.mark.parametrize("kind", ["lost", "fill"])
def test_reports_as_page_and_files(room: Room, kind: str) -> None:
    client = sign_in_role("manager")
    query = f"room={room.pk}&first={DAY}&last={DAY}"
    page = PageContent(client.get(f"/reports/{kind}/?{query}"))
    assert STUD in page.text
    for ending in ("csv", "xlsx"):
        assert client.get(f"/reports/{kind}.{ending}?{query}").status_code == 200
    empty = client.get(f"/reports/{kind}/?room={room.pk}&first=2026-01-01&last=2026-01-02")
    assert "No activity" in PageContent(empty).text


def test_the_shift_report_says_what_was_lost(room: Room) -> None:
    page = PageContent(
        sign_in_role("manager").get(f"/reports/shift/?room={room.pk}&day={DAY}&shift={SHIFT}")
    )
    assert "25 min of seats were lost, most of it: no one called" in page.text


def test_a_seat_of_the_main_game_waits_for_the_player_who_must_move() -> None:
    floor = create_chain()
    dealer = create_staff("dealer", alias="Wren")
    for driver in floor.tables.values():
        driver.execute(PushDealer(dealer.key, dealer.alias))
    floor.desk.add("Blue Hat", "Paper Crane")
    room = floor.desk.room.table.room
    until = floor.desk.now + timedelta(minutes=1)
    [game] = games_now(room)
    assert game.lost == {Cause.MUST_MOVE: 2}
    room_roll_up(room, until=until)
    stored = list(GameHalfHour.objects.values_list("must_move_s", "not_called_s"))
    assert sum(moves for moves, _ in stored) >= 2 * 55
    assert list(find_mismatches(room)) == []

    # An earlier version read the same log without chains: all of it is read again, once.
    cursor = SeatUseCursor.objects.get(room=room)
    del cursor.state["chains"]
    cursor.save()
    GameHalfHour.objects.update(must_move_s=0, not_called_s=7)
    assert list(find_mismatches(room)) == []
    room_roll_up(room, until=until)
    assert list(GameHalfHour.objects.values_list("must_move_s", "not_called_s")) == stored
