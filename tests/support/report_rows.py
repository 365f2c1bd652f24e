"""A shift of rollups, written row by row, for tests of pages and files."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from reports.models import (
    CallFact,
    DealerDay,
    IncidentDay,
    OutageHour,
    RollupProgress,
    TableDay,
    TableHour,
    WaitDay,
)
from staff.models import Room, Staff
from tables.lifecycle import table_create
from tables.models import Table

DAY = date(2026, 11, 20)
BEGINS = datetime(2026, 11, 20, 14, tzinfo=UTC)
SHIFT = "swing"
FORMULA = "=cmd|' /C calc'!A0"  # a possible plaque name
HOLDEM = "No-limit hold'em 1/3"
KEY = "burn_or_turn"


@dataclass(frozen=True)
class SimpleNight:
    """The room, its tables, and two dealers: one with enough hands for figures, one without."""

    room: Room
    tables: tuple[Table, ...]
    often: Staff
    rare: Staff


def create_night(often: Staff, rare: Staff) -> SimpleNight:
    """Create two tables with five hours on one shift."""
    room = Room.objects.create(name="Rows")
    tables = (create_table(room, "T1"), create_table(room, "T2"))
    for number in range(5):
        hour = BEGINS + timedelta(hours=number)
        _hour(room, tables[0], hour, often, HOLDEM, 30 + number)
        _hour(room, tables[1], hour, rare if number == 2 else often, FORMULA, 25)
    for table, game, hands in ((tables[0], HOLDEM, 160), (tables[1], FORMULA, 125)):
        cell_sums = _sums(hands, 5) | {
            "n": 5,
            "hh": hands * hands // 5,
            "ht": hands * 3600,
            "tt": 5 * 3600**2,
        }
        TableDay.objects.create(
            room=room, table=table, day=DAY, shift=SHIFT, game=game, **cell_sums
        )
    for dealer, game, hands in ((often, HOLDEM, 160), (often, FORMULA, 100), (rare, FORMULA, 25)):
        cell_sums = _sums(hands, 5) | {
            "n": 5,
            "hh": hands * hands // 5,
            "ht": hands * 3600,
            "tt": 5 * 3600**2,
        }
        DealerDay.objects.create(
            room=room, day=DAY, shift=SHIFT, dealer=dealer.key, game=game, **cell_sums
        )
    _calls(room, tables[0])
    filters = {"room": room, "day": DAY, "shift": SHIFT}
    waits = list(range(600, 1800, 100))
    WaitDay.objects.create(**filters, game=HOLDEM, added=14, seated=12, left=2, waits=waits)
    WaitDay.objects.create(**filters, game=FORMULA, added=3, seated=2, left=1, waits=[300, 900])
    IncidentDay.objects.create(room=room, day=DAY, shift=SHIFT, category="abuse", severity=1, n=2)
    OutageHour.objects.create(
        room=room, table=tables[0], hour=BEGINS, day=DAY, shift=SHIFT, seconds=90, times=1
    )
    RollupProgress.objects.create(room=room, until=int(BEGINS.timestamp()) + 8 * 3600)
    return SimpleNight(room, tables, often, rare)


def create_table(room: Room, name: str) -> Table:
    return table_create(room=room, name=name, seats=9, plaque=None, actor="test", now=BEGINS)


def _hour(room: Room, table: Table, hour: datetime, dealer: Staff, game: str, hands: int) -> None:
    TableHour.objects.create(
        room=room,
        table=table,
        hour=hour,
        day=DAY,
        shift=SHIFT,
        dealer=dealer.key,
        game=game,
        **_sums(hands, 1),
    )


def _sums(hands: int, hours: int) -> dict[str, int]:
    return {
        "hands": hands,
        "partial": hands // 20,
        "misdeals": 1,
        "downs": 2 * hours,
        "open_s": 3600 * hours,
        "seat_s": 8 * 3600 * hours,
        "chair_s": 9 * 3600 * hours,
        "rake": 300 * hands,
        "jackpot": 100 * hands,
    }


def _calls(room: Room, table: Table) -> None:
    pot_sizes = [20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 200]
    for number, seconds in enumerate(pot_sizes):
        CallFact.objects.create(
            room=room,
            table=table,
            seq=number + 1,
            day=DAY,
            shift=SHIFT,
            at=BEGINS + timedelta(minutes=number),
            game=HOLDEM,
            family="flop",
            key=KEY,
            here_s=seconds,
            closed_s=seconds + 60,
            status="ruled",
            decision="overridden" if number == 10 else "accepted",
            proposal=True,
            by="Rowan",
            reason='=HYPERLINK("http://example.org")' if number == 10 else "",
        )
