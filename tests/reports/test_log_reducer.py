"""The fold of a table's log: in pieces as at once, undo, hours and shifts, plaques that wait."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from poker import events as e
from poker.drop_totals import DropTotals
from poker.stakes import Stakes
from poker.state import Dealer, UndoLabel
from reports.rollups.gaming_days import Calendar
from reports.rollups.log_reducer import CellKey, CellSums, Cursor, LogEntry, RollupDeltas, advance

SHIFTS = [["day", "06:00"], ["swing", "14:30"], ["grave", "22:00"]]
CALENDAR = Calendar(SHIFTS, UTC)
BEGINS = int(datetime(2026, 11, 21, 14, 20, tzinfo=UTC).timestamp())
HOLDEM = Stakes(game="holdem", limit="none", small_bet=300, big_bet=300)
STUD = Stakes(game="stud", limit="split", small_bet=400, big_bet=800)


def named(stakes: Stakes, tracking: str) -> tuple[str, str]:
    return stakes.game, "flop" if stakes.game == "holdem" else "stud"


class Log:
    """A log as it is written, a command at a time."""

    def __init__(self) -> None:
        self.rows: list[LogEntry] = []
        self.commands = 0

    def say(self, after: int, *events: e.Event | None, back: int = 0) -> str:
        """One command so many seconds after the last; `None` begins a hand."""
        self.commands += 1
        at = (self.rows[-1].at if self.rows else BEGINS) + after
        for event in events:
            self.rows.append(LogEntry(len(self.rows) + 1, str(self.commands), at, event))
        return str(self.commands)

    def undo(self, after: int, command: str) -> None:
        self.say(after, e.Undone(command, UndoLabel("award")))

    def folded(self, after: int = 0) -> RollupDeltas:
        return rolled(Cursor(), self.rows, self.rows[-1].at + after)[1]


def rolled(cursor: Cursor, rows: list[LogEntry], until: int) -> tuple[Cursor, RollupDeltas]:
    return advance(cursor, rows, until, calendar=CALENDAR, named=named)


def opened(seats: int = 3) -> Log:
    log = Log()
    log.say(0, e.TableCreated("T1", 9))
    for seat in range(1, seats + 1):
        log.say(0, e.SeatTaken(seat, f"p{seat}", f"N{seat}"))
    log.say(0, e.DealerPushed(Dealer("staff.1", "Wren", 0)))
    log.say(0, e.TableOpened(HOLDEM))
    return log


def total(deltas: RollupDeltas) -> CellSums:
    found = CellSums()
    for sums in deltas.cells.values():
        for name in CellSums.__struct_fields__:
            found.add(name, getattr(sums, name))
    return found


def test_time_goes_by_in_hours_and_shifts() -> None:
    log = opened(seats=2)
    cells = log.folded(after=3600).cells
    assert [(cell.hour - BEGINS, cell.shift, sums.open_s) for cell, sums in cells.items()] == [
        (-1200, "day", 600),
        (-1200, "swing", 1800),
        (2400, "swing", 1200),
    ]
    assert {cell.day for cell in cells} == {"2026-11-21"}
    assert total(log.folded(after=3600)) == CellSums(
        downs=1, open_s=3600, seat_s=7200, chair_s=9 * 3600
    )


def test_a_hand_that_is_taken_back_counts_where_it_was_counted() -> None:
    """The count goes from its own hour, the money from the hour of the undo."""
    log = opened()
    log.say(10, None)
    award = log.say(60, e.RakeTaken(400, 100), e.HandEnded(partial=True))
    log.undo(3600, award)
    cells = log.folded().cells
    first, last = min(cells), max(cells)
    assert (cells[first].hands, cells[first].partial, cells[first].rake) == (0, 0, 400)
    assert (cells[last].undone, cells[last].rake, cells[last].jackpot) == (1, -400, -100)
    assert total(log.folded()).hands == 0


def test_a_chair_that_is_taken_back_is_empty_from_then_on() -> None:
    log = opened(seats=1)
    taken = log.say(0, e.SeatTaken(5, "p5", "N5"))
    log.undo(100, taken)
    assert total(log.folded(after=50)).seat_s == 100 * 2 + 50 * 1
    left = log.say(0, e.SeatLeft(1))
    log.undo(20, left)
    assert total(log.folded(after=30)).seat_s == 200 + 0 + 30


def test_a_plaque_that_waited_counts_from_the_next_hand() -> None:
    """The hand's drop is of the game in which it was dealt; an undo puts the old game up again."""
    log = opened()
    log.say(10, None)
    log.say(10, e.PlaqueQueued(STUD))
    award = log.say(10, e.RakeTaken(400), e.HandEnded(), e.PlaqueChanged(STUD))
    log.undo(40, award)
    log.say(5, e.RakeTaken(300), e.HandEnded(), e.PlaqueChanged(STUD))
    by_game: dict[str, CellSums] = {"holdem": CellSums(), "stud": CellSums()}
    for cell, sums in log.folded(after=60).cells.items():
        for name in ("hands", "rake", "open_s"):
            by_game[cell.game].add(name, getattr(sums, name))
    assert by_game["holdem"] == CellSums(hands=1, rake=300, open_s=35)
    assert by_game["stud"] == CellSums(hands=0, rake=0, open_s=100)


def test_a_plaque_that_waited_for_a_hand_that_never_was_counts_at_once() -> None:
    log = opened()
    deal = log.say(10, None)
    log.say(10, e.PlaqueQueued(STUD))
    log.undo(10, deal)
    cells = log.folded(after=60).cells
    assert {cell.game: sums.open_s for cell, sums in cells.items()} == {"holdem": 30, "stud": 60}


def test_who_sits_down_is_a_down_once() -> None:
    log = opened()
    log.say(100, e.DealerPushed(Dealer("staff.2", "Siskin", 0)))
    log.say(100, e.DealerPushed(Dealer("staff.2", "Siskin", 0)))
    cells = log.folded(after=100).cells
    assert {cell.dealer: (sums.downs, sums.open_s) for cell, sums in cells.items()} == {
        "staff.1": (1, 100),
        "staff.2": (1, 200),
    }


def test_a_call_knows_who_dealt_what() -> None:
    log = opened()
    log.say(30, e.FloorCalled(1, "flop", by="staff.1"))
    (call,) = log.folded().calls
    assert (call.at - BEGINS, call.dealer, call.game, call.family) == (
        30,
        "staff.1",
        "holdem",
        "flop",
    )


def test_a_clock_that_was_behind_counts_when_it_was_read() -> None:
    log = opened()
    log.say(100, e.SeatLeft(1))
    log.say(-50, e.SeatLeft(2))
    assert total(log.folded(after=150)).seat_s == 300 + 100


def test_what_comes_later_waits() -> None:
    log = opened()
    log.say(100, e.SeatLeft(1))
    cursor, deltas = rolled(Cursor(), log.rows, BEGINS + 99)
    assert cursor.seq == len(log.rows) - 1
    assert total(deltas).seat_s == 99 * 3
    assert rolled(cursor, [], BEGINS + 50)[1].cells == {}, "no moment is rolled twice"


steps = st.lists(
    st.tuples(
        st.sampled_from(["sit", "leave", "deal", "end", "undo", "time", "plaque", "await", "push"]),
        st.integers(0, 2000),
        st.integers(1, 9),
    ),
    max_size=40,
)


# What is said of a number; "deal", "plaque" and "undo" are the log's own business.
SAID: dict[str, Callable[[int], tuple[e.Event, ...]]] = {
    "sit": lambda number: (e.SeatTaken(number, "p", "N"),),
    "leave": lambda number: (e.SeatLeft(number),),
    "end": lambda number: (e.RakeTaken(100 * number), e.HandEnded(number > 5)),
    "time": lambda number: (e.TimeCollected(0, 700, (1, 2)),),
    "await": lambda number: (e.PlaqueQueued(STUD),),
    "push": lambda number: (e.DealerPushed(Dealer(f"staff.{number}", "Wren", 0)),),
}


def wild(text: list[tuple[str, int, int]]) -> Log:
    """A log in which everything happens; what is taken back are commands since the last hand, as in the engine."""
    log = opened()
    free: list[str] = []
    for what, after, number in text:
        if what == "deal":
            free = [log.say(after, None)]
        elif what == "plaque":
            log.say(after, e.PlaqueChanged(STUD if number > 4 else HOLDEM))
            free = []
        elif what == "undo":
            if free:
                log.undo(after, free.pop())
        else:
            command = log.say(after, *SAID[what](number))
            if what not in ("await", "push"):
                free.append(command)
    return log


def added(cells: dict[CellKey, CellSums], more: dict[CellKey, CellSums]) -> dict[CellKey, CellSums]:
    for cell, sums in more.items():
        into = cells.setdefault(cell, CellSums())
        for name in CellSums.__struct_fields__:
            into.add(name, getattr(sums, name))
    return {cell: sums for cell, sums in cells.items() if sums != CellSums()}


@settings(deadline=None)
@given(said=steps, cuts=st.lists(st.integers(0, 40_000), max_size=6))
def test_in_pieces_as_at_once(said: list[tuple[str, int, int]], cuts: list[int]) -> None:
    """Also through the JSON in which a cursor is kept."""
    log = wild(said)
    ends = log.rows[-1].at + 100
    at_once, rollup_deltas = rolled(Cursor(), log.rows, ends)
    cursor, cells = Cursor(), dict[CellKey, CellSums]()
    for until in [*sorted(BEGINS + cut for cut in cuts if BEGINS + cut < ends), ends]:
        kept: Any = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(cursor)))
        cursor = msgspec.convert(kept, Cursor)
        left = [log_entry for log_entry in log.rows if log_entry.seq > cursor.seq]
        cursor, piece = rolled(cursor, left, until)
        cells = added(cells, piece.cells)
    assert cells == added({}, rollup_deltas.cells)
    assert cursor == at_once


@settings(deadline=None)
@given(said=steps)
def test_what_is_counted_of_any_log(said: list[tuple[str, int, int]]) -> None:
    """Hands and money are those of commands that stand; no count is below nothing, no chair is taken twice."""
    log = wild(said)
    deltas = log.folded(after=500)
    undone = {
        log_entry.event.command for log_entry in log.rows if isinstance(log_entry.event, e.Undone)
    }
    stands = [log_entry.event for log_entry in log.rows if log_entry.command not in undone]
    sums = total(deltas)
    assert sums.hands == sum(isinstance(event, e.HandEnded) for event in stands)
    dropped = sum(event.rake for event in stands if isinstance(event, e.RakeTaken))
    assert DropTotals(sums.rake) == DropTotals(dropped)
    assert sums.time == 1400 * sum(isinstance(event, e.TimeCollected) for event in stands)
    assert sums.open_s == log.rows[-1].at + 500 - BEGINS
    for cell in deltas.cells.values():
        assert 0 <= cell.partial <= cell.hands
        assert 0 <= cell.seat_s <= cell.chair_s


def test_the_day_of_a_shift_is_the_one_on_which_it_began() -> None:
    after_midnight = int(datetime(2026, 11, 22, 3, tzinfo=UTC).timestamp())
    shift = CALENDAR.at(after_midnight)
    assert (shift.day, shift.name, shift.ends - shift.begins) == (
        date(2026, 11, 21),
        "grave",
        8 * 3600,
    )
    assert CALENDAR.ends(shift.day) == shift.ends
    assert CALENDAR.names() == ["day", "swing", "grave"]
