"""The reducer of a table's log: in parts and at once, undo, hours and shifts, scheduled plaques."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from poker import events as e
from poker.drop_totals import DropTotals
from poker.stakes import Stakes
from poker.state import BombPot, Dealer, UndoLabel
from reports.rollups.gaming_days import Calendar
from reports.rollups.log_reducer import (
    CellKey,
    CellSums,
    Cursor,
    KindCell,
    KindSums,
    LogEntry,
    RollupDeltas,
    advance,
)

SHIFTS = [["day", "06:00"], ["swing", "14:30"], ["grave", "22:00"]]
CALENDAR = Calendar(SHIFTS, UTC)
BEGINS = int(datetime(2026, 11, 21, 14, 20, tzinfo=UTC).timestamp())
HOLDEM = Stakes(game="holdem", limit="none", small_bet=300, big_bet=300)
STUD = Stakes(game="stud", limit="split", small_bet=400, big_bet=800)


def game_name(stakes: Stakes, tracking: str) -> tuple[str, str]:
    return stakes.game, "flop" if stakes.game == "holdem" else "stud"


class LogBuilder:
    """A log that is written one command at a time."""

    def __init__(self) -> None:
        self.rows: list[LogEntry] = []
        self.commands = 0

    def add_command(self, seconds: int, *events: e.Event | None, undone_commands: int = 0) -> str:
        """Add one command some seconds after the last; `None` starts a hand."""
        self.commands += 1
        at = (self.rows[-1].at if self.rows else BEGINS) + seconds
        for event in events:
            self.rows.append(LogEntry(len(self.rows) + 1, str(self.commands), at, event))
        return str(self.commands)

    def undo_command(self, seconds: int, command: str) -> None:
        self.add_command(seconds, e.Undone(command, UndoLabel("award")))

    def reduced(self, seconds: int = 0) -> RollupDeltas:
        return reduce_rows(Cursor(), self.rows, self.rows[-1].at + seconds)[1]


def reduce_rows(cursor: Cursor, rows: list[LogEntry], until: int) -> tuple[Cursor, RollupDeltas]:
    return advance(cursor, rows, until, calendar=CALENDAR, named=game_name)


def open_log(seats: int = 3) -> LogBuilder:
    log = LogBuilder()
    log.add_command(0, e.TableCreated("T1", 9))
    for seat in range(1, seats + 1):
        log.add_command(0, e.SeatTaken(seat, f"p{seat}", f"N{seat}"))
    log.add_command(0, e.DealerPushed(Dealer("staff.1", "Wren", 0)))
    log.add_command(0, e.TableOpened(HOLDEM))
    return log


def total_sums(deltas: RollupDeltas) -> CellSums:
    total = CellSums()
    for cell_sums in deltas.cells.values():
        for name in CellSums.__struct_fields__:
            total.add(name, getattr(cell_sums, name))
    return total


def test_added_seats_count_from_then_on() -> None:
    log = open_log(seats=2)
    log.add_command(600, e.SeatCountChanged(10))
    assert total_sums(log.reduced(seconds=300)).chair_s == 9 * 600 + 10 * 300


def test_open_time_is_divided_by_hour_and_shift() -> None:
    log = open_log(seats=2)
    cells = log.reduced(seconds=3600).cells
    assert [
        (cell.hour - BEGINS, cell.shift, cell_sums.open_s) for cell, cell_sums in cells.items()
    ] == [
        (-1200, "day", 600),
        (-1200, "swing", 1800),
        (2400, "swing", 1200),
    ]
    assert {cell.day for cell in cells} == {"2026-11-21"}
    assert total_sums(log.reduced(seconds=3600)) == CellSums(
        downs=1, open_s=3600, seat_s=7200, chair_s=9 * 3600
    )


def test_undone_hand_is_subtracted_from_its_hour() -> None:
    """The count goes from its own hour, the money from the hour of the undo."""
    log = open_log()
    log.add_command(10, None)
    award = log.add_command(60, e.RakeTaken(400, 100), e.HandEnded(partial=True))
    log.undo_command(3600, award)
    cells = log.reduced().cells
    first = min(cells)
    last = max(cells)
    assert (cells[first].hands, cells[first].partial, cells[first].rake) == (0, 0, 400)
    assert (cells[last].undone, cells[last].rake, cells[last].jackpot) == (1, -400, -100)
    assert total_sums(log.reduced()).hands == 0


def test_splash_is_the_houses_money_and_no_drop() -> None:
    """A void hand's splash goes back and is added with the next hand; an undone deal takes its own back (H-75)."""
    log = open_log()
    log.add_command(10, None, e.SplashAdded(5000))
    log.add_command(20, e.HandVoided(splash=5000), e.HandEnded(), e.SplashPotAnnounced(5000))
    assert total_sums(log.reduced()).splash == 0
    deal = log.add_command(3600, None, e.SplashAdded(5000))
    log.add_command(10, e.HandMisdealt())
    sums = total_sums(log.reduced())
    assert (sums.splash, sums.rake, sums.jackpot) == (5000, 0, 0)
    log.undo_command(10, deal)
    assert total_sums(log.reduced()).splash == 0


def test_award_undone_after_a_stray_next_hand_is_subtracted() -> None:
    """A stray tap opened the next hand; undone to nothing, it gives the award's UNDO back (H-47)."""
    log = open_log()
    log.add_command(60, None)
    award = log.add_command(60, e.RakeTaken(300), e.HandEnded())
    stray = log.add_command(10, None)
    log.undo_command(5, stray)
    log.undo_command(5, award)
    sums = total_sums(log.reduced())
    assert (sums.hands, sums.rake, sums.undone) == (0, 0, 1)


def kind_sums(deltas: RollupDeltas) -> dict[str, KindSums]:
    """Return the sums of hands by their kinds, all cells together."""
    sums_by_kinds: dict[str, KindSums] = {}
    for at, sums in deltas.kinds.items():
        total = sums_by_kinds.setdefault(at.kinds, KindSums())
        for name in KindSums.__struct_fields__:
            setattr(total, name, getattr(total, name) + getattr(sums, name))
    return {kinds: sums for kinds, sums in sums_by_kinds.items() if sums != KindSums()}


def test_hands_count_by_their_kinds_with_time_and_rake() -> None:
    log = open_log()
    log.add_command(10, None, e.BlindPosted(2, "big", 300))
    log.add_command(60, e.RakeTaken(400, 100), e.HandEnded())
    log.add_command(30, None, e.BombPotStarted(BombPot(1000, 2), 0))
    log.add_command(100, e.RakeTaken(500), e.HandEnded())
    log.add_command(5, None, e.BlindPosted(4, "straddle", 600), e.BlindPosted(5, "kill", 600))
    log.add_command(50, e.HandEnded())
    assert kind_sums(log.reduced()) == {
        "": KindSums(1, 60, 400, 100),
        "bomb_pot_two_boards": KindSums(1, 100, 500),
        "straddle,kill": KindSums(1, 50),
    }


def test_undone_hand_and_undone_runs_are_subtracted() -> None:
    log = open_log()
    log.add_command(10, None)
    runs = log.add_command(40, e.RunsChosen(2))
    award = log.add_command(50, e.RakeTaken(400), e.HandEnded())
    assert kind_sums(log.reduced()) == {"run_twice": KindSums(1, 90, 400)}
    log.undo_command(10, award)
    log.undo_command(10, runs)
    log.add_command(10, e.RakeTaken(400), e.HandEnded())
    assert kind_sums(log.reduced()) == {"": KindSums(1, 120, 400)}


def test_uncounted_drop_belongs_to_the_kind_of_its_hand() -> None:
    log = open_log()
    log.add_command(10, None, e.BombPotStarted(BombPot(1000), 0))
    log.add_command(60, e.HandEnded(uncounted=True))
    count = log.add_command(20, e.RakeTaken(300))
    assert kind_sums(log.reduced()) == {"bomb_pot": KindSums(1, 60, 300)}
    log.undo_command(20, count)
    assert kind_sums(log.reduced()) == {"bomb_pot": KindSums(1, 60)}


def test_undone_seating_counts_until_its_undo() -> None:
    log = open_log(seats=1)
    seat_command = log.add_command(0, e.SeatTaken(5, "p5", "N5"))
    log.undo_command(100, seat_command)
    assert total_sums(log.reduced(seconds=50)).seat_s == 100 * 2 + 50 * 1
    left = log.add_command(0, e.SeatLeft(1))
    log.undo_command(20, left)
    assert total_sums(log.reduced(seconds=30)).seat_s == 200 + 0 + 30


def test_queued_plaque_counts_from_the_next_hand() -> None:
    """The hand's drop is of the game in which it was dealt; an undo puts the old game up again."""
    log = open_log()
    log.add_command(10, None)
    log.add_command(10, e.PlaqueQueued(STUD))
    award = log.add_command(10, e.RakeTaken(400), e.HandEnded(), e.PlaqueChanged(STUD))
    log.undo_command(40, award)
    log.add_command(5, e.RakeTaken(300), e.HandEnded(), e.PlaqueChanged(STUD))
    by_game: dict[str, CellSums] = {"holdem": CellSums(), "stud": CellSums()}
    for cell, cell_sums in log.reduced(seconds=60).cells.items():
        for name in ("hands", "rake", "open_s"):
            by_game[cell.game].add(name, getattr(cell_sums, name))
    assert by_game["holdem"] == CellSums(hands=1, rake=300, open_s=35)
    assert by_game["stud"] == CellSums(hands=0, rake=0, open_s=100)


def test_queued_plaque_takes_effect_at_once_without_a_hand() -> None:
    log = open_log()
    deal = log.add_command(10, None)
    log.add_command(10, e.PlaqueQueued(STUD))
    log.undo_command(10, deal)
    cells = log.reduced(seconds=60).cells
    assert {cell.game: cell_sums.open_s for cell, cell_sums in cells.items()} == {
        "holdem": 30,
        "stud": 60,
    }


def test_push_starts_one_down() -> None:
    log = open_log()
    log.add_command(100, e.DealerPushed(Dealer("staff.2", "Siskin", 0)))
    log.add_command(100, e.DealerPushed(Dealer("staff.2", "Siskin", 0)))
    cells = log.reduced(seconds=100).cells
    assert {
        cell.dealer: (cell_sums.downs, cell_sums.open_s) for cell, cell_sums in cells.items()
    } == {
        "staff.1": (1, 100),
        "staff.2": (1, 200),
    }


def test_floor_call_is_assigned_to_its_dealer_and_game() -> None:
    log = open_log()
    log.add_command(30, e.FloorCalled((BEGINS + 30) * 1000, "flop", by="staff.1"))
    (call,) = log.reduced().calls
    assert (call.at - BEGINS, call.dealer, call.game, call.family) == (
        30,
        "staff.1",
        "holdem",
        "flop",
    )


def test_entry_with_an_earlier_time_counts_from_the_previous_entry() -> None:
    log = open_log()
    log.add_command(100, e.SeatLeft(1))
    log.add_command(-50, e.SeatLeft(2))
    assert total_sums(log.reduced(seconds=150)).seat_s == 300 + 100


def test_entries_after_the_end_time_are_not_counted() -> None:
    log = open_log()
    log.add_command(100, e.SeatLeft(1))
    cursor, deltas = reduce_rows(Cursor(), log.rows, BEGINS + 99)
    assert cursor.seq == len(log.rows) - 1
    assert total_sums(deltas).seat_s == 99 * 3
    assert reduce_rows(cursor, [], BEGINS + 50)[1].cells == {}, "no moment is rolled twice"


steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["sit", "leave", "deal", "end", "undo", "time", "plaque", "await", "push", "runs"]
        ),
        st.integers(0, 2000),
        st.integers(1, 9),
    ),
    max_size=40,
)


# Commands by name; the log handles "deal", "plaque" and "undo" itself.
RANDOM_COMMANDS: dict[str, Callable[[int], tuple[e.Event, ...]]] = {
    "sit": lambda number: (e.SeatTaken(number, "p", "N"),),
    "leave": lambda number: (e.SeatLeft(number),),
    "end": lambda number: (e.RakeTaken(100 * number), e.HandEnded(number > 5)),
    "time": lambda number: (e.TimeCollected(0, 700, (1, 2)),),
    "await": lambda number: (e.PlaqueQueued(STUD),),
    "push": lambda number: (e.DealerPushed(Dealer(f"staff.{number}", "Wren", 0)),),
    "runs": lambda number: (e.RunsChosen(1 + number % 3),),
}


def random_log(text: list[tuple[str, int, int]]) -> LogBuilder:
    """Draw a log in which everything happens; undone commands are since the last hand, as in the engine."""
    log = open_log()
    free: list[str] = []
    for kind, after, number in text:
        if kind == "deal":
            free = [log.add_command(after, None)]
        elif kind == "plaque":
            log.add_command(after, e.PlaqueChanged(STUD if number > 4 else HOLDEM))
            free = []
        elif kind == "undo":
            if free:
                log.undo_command(after, free.pop())
        else:
            command = log.add_command(after, *RANDOM_COMMANDS[kind](number))
            if kind not in ("await", "push"):
                free.append(command)
    return log


def add_cells(
    cells: dict[CellKey, CellSums], other_cells: dict[CellKey, CellSums]
) -> dict[CellKey, CellSums]:
    for cell, cell_sums in other_cells.items():
        into = cells.setdefault(cell, CellSums())
        for name in CellSums.__struct_fields__:
            into.add(name, getattr(cell_sums, name))
    return {cell: cell_sums for cell, cell_sums in cells.items() if cell_sums != CellSums()}


def kind_counts(deltas: RollupDeltas) -> Counter[tuple[KindCell, str]]:
    return Counter(
        {
            (at, name): getattr(sums, name)
            for at, sums in deltas.kinds.items()
            for name in KindSums.__struct_fields__
        }
    )


@settings(deadline=None)
@given(commands=steps, cuts=st.lists(st.integers(0, 40_000), max_size=6))
def test_reducing_in_parts_gives_the_same_totals(
    commands: list[tuple[str, int, int]], cuts: list[int]
) -> None:
    """The totals are equal, also with the cursor stored as JSON."""
    log = random_log(commands)
    ends = log.rows[-1].at + 100
    at_once, rollup_deltas = reduce_rows(Cursor(), log.rows, ends)
    cursor = Cursor()
    cells = dict[CellKey, CellSums]()
    kinds = Counter[tuple[KindCell, str]]()
    for until in [*sorted(BEGINS + cut for cut in cuts if BEGINS + cut < ends), ends]:
        restored: Any = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(cursor)))
        cursor = msgspec.convert(restored, Cursor)
        left = [log_entry for log_entry in log.rows if log_entry.seq > cursor.seq]
        cursor, last_piece = reduce_rows(cursor, left, until)
        cells = add_cells(cells, last_piece.cells)
        kinds.update(kind_counts(last_piece))
    assert {key: count for key, count in kinds.items() if count} == {
        key: count for key, count in kind_counts(rollup_deltas).items() if count
    }
    assert cells == add_cells({}, rollup_deltas.cells)
    assert cursor == at_once


@settings(deadline=None)
@given(commands=steps)
def test_totals_exclude_undone_commands_in_random_logs(
    commands: list[tuple[str, int, int]],
) -> None:
    """Hands and money are those of commands that were not undone; no count is negative, no seat is taken twice."""
    log = random_log(commands)
    deltas = log.reduced(seconds=500)
    undone_commands = {
        log_entry.event.command for log_entry in log.rows if isinstance(log_entry.event, e.Undone)
    }
    remaining_events = [
        log_entry.event for log_entry in log.rows if log_entry.command not in undone_commands
    ]
    cell_sums = total_sums(deltas)
    kinds = kind_sums(deltas).values()
    assert sum(sums.hands for sums in kinds) == cell_sums.hands
    assert sum(sums.rake for sums in kinds) == cell_sums.rake
    assert all(sums.hands >= 0 and sums.seconds >= 0 for sums in deltas.kinds.values())
    assert cell_sums.hands == sum(isinstance(event, e.HandEnded) for event in remaining_events)
    dropped = sum(event.rake for event in remaining_events if isinstance(event, e.RakeTaken))
    assert DropTotals(cell_sums.rake) == DropTotals(dropped)
    assert cell_sums.time == 1400 * sum(
        isinstance(event, e.TimeCollected) for event in remaining_events
    )
    assert cell_sums.open_s == log.rows[-1].at + 500 - BEGINS
    for cell in deltas.cells.values():
        assert 0 <= cell.partial <= cell.hands
        assert 0 <= cell.seat_s <= cell.chair_s


def test_shift_belongs_to_its_starting_day() -> None:
    after_midnight = int(datetime(2026, 11, 22, 3, tzinfo=UTC).timestamp())
    shift = CALENDAR.at(after_midnight)
    assert (shift.day, shift.name, shift.ends - shift.begins) == (
        date(2026, 11, 21),
        "grave",
        8 * 3600,
    )
    assert CALENDAR.ends(shift.day) == shift.ends
    assert CALENDAR.names() == ["day", "swing", "grave"]


def test_floor_call_counts_at_its_tap_time() -> None:
    log = open_log()
    log.add_command(300, e.FloorCalled((BEGINS + 60) * 1000, by="staff.1"))
    log.add_command(10, e.FloorCalled((BEGINS + 900) * 1000, by="staff.1"))  # a clock ahead
    assert [call.at for call in log.reduced().calls] == [BEGINS + 60, BEGINS + 310]
