"""Lost seats from the logs of tables and waitlists: hand-computed nights, in parts and at once, undo."""

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from poker import events as e
from poker.stakes import Stakes
from poker.state import Dealer, Lock, UndoLabel
from reports.rollups.gaming_days import Calendar
from reports.rollups.seat_use import LISTS, Cells, Cursor, GameUse, LogEntry, advance
from waitlist.rules import events as w
from waitlist.rules.state import WaitlistEntry

CALENDAR = Calendar([["day", "06:00"], ["swing", "14:15"]], UTC)
BEGINS = int(datetime(2026, 11, 21, 14, 0, tzinfo=UTC).timestamp())
HOLDEM = Stakes(game="holdem", limit="none", small_bet=300, big_bet=300)
GAME = "holdem"
LOST = (
    "called_s",
    "held_s",
    "must_move_s",
    "not_called_s",
    "floor_call_s",
    "no_dealer_s",
    "locked_s",
)


class Logs:
    """The logs of a room, written one command at a time, in order of time."""

    def __init__(self) -> None:
        self.rows: list[LogEntry] = []

    def at(
        self, second: int, source: int, *events: e.Event | w.WaitlistEvent | None, command: str = ""
    ) -> str:
        command = command or f"c{len(self.rows)}"
        for event in events:
            seq = 1 + sum(row.source == source for row in self.rows)
            self.rows.append(LogEntry(BEGINS + second, source, seq, command, event))
        return command

    def open_table(self, second: int, table: int, *, seats: int, taken: int) -> None:
        self.at(second, table, e.TableCreated(f"T{table}", seats))
        for seat in range(1, taken + 1):
            self.at(second, table, e.SeatTaken(seat, f"p{seat}", f"N{seat}"))
        self.at(second, table, e.DealerPushed(Dealer("staff.1", "Wren", 0)))
        self.at(second, table, e.TableOpened(HOLDEM))

    def wait(self, second: int, number: int, *, here: bool = True) -> None:
        entry = WaitlistEntry(number=number, player=f"p{number}", name="Wren", since=0, here=here)
        self.at(second, LISTS, w.PlayerAdded(GAME, entry, 1))


def read(logs: Logs, until: int, cursor: Cursor | None = None) -> tuple[Cursor, Cells]:
    after, cells, _ = advance(
        cursor or Cursor(),
        logs.rows,
        BEGINS + until,
        calendar=CALENDAR,
        named=lambda stakes, tracking: (stakes.game, "flop"),
        key_of=str,
    )
    return after, cells


def total(cells: Cells) -> GameUse:
    use = GameUse()
    for cell in cells.values():
        use.add(cell, 1)
    return use


def lost(use: GameUse) -> dict[str, int]:
    return {name: getattr(use, name) for name in LOST if getattr(use, name)}


def test_each_lost_second_has_the_cause_of_that_moment() -> None:
    logs = Logs()
    logs.open_table(0, 1, seats=3, taken=2)  # one open seat
    logs.wait(60, 1)  # 60 to 100: nobody called
    logs.at(100, LISTS, w.PlayerCalled(1, "T1", 3, 0))  # to 130: called
    logs.at(130, LISTS, w.SeatHeld(1, 0))  # to 150: held
    logs.at(150, LISTS, w.CallPassed(1, 1))  # to 170: nobody called
    logs.at(170, 1, e.FloorCalled(0))  # to 200: the floor
    logs.at(200, 1, e.FloorCanceled())
    logs.at(200, 1, e.SeatLocked(3, Lock(0, reason="ATM")))  # to 210: locked
    logs.at(210, 1, e.SeatUnlocked(3))
    logs.at(210, LISTS, w.PlayerSeated(1, "T1", 3, 0))
    logs.at(210, 1, e.SeatTaken(3, "p9", "Wren"))
    _, cells = read(logs, 300)
    use = total(cells)
    assert lost(use) == {
        "called_s": 30,
        "held_s": 20,
        "not_called_s": 60,
        "floor_call_s": 30,
        "locked_s": 10,
    }
    assert (use.open_s, use.chair_s, use.seat_s) == (300, 900, 2 * 210 + 3 * 90)
    assert use.wait_s == 150


def test_only_players_in_the_room_and_open_seats_of_open_tables_count() -> None:
    logs = Logs()
    logs.open_table(0, 1, seats=9, taken=2)
    logs.wait(0, 1, here=False)  # a call-in
    logs.wait(0, 2)
    logs.at(100, LISTS, w.PlayerArrived(1))
    logs.at(200, 1, e.TableClosed())
    assert lost(total(read(logs, 300)[1])) == {"not_called_s": 100 + 200}


def test_a_seat_at_a_table_without_a_dealer_counts_after_those_that_can_be_filled() -> None:
    logs = Logs()
    logs.open_table(0, 1, seats=2, taken=1)
    logs.at(0, 2, e.TableCreated("T2", 2))
    logs.at(0, 2, e.TableOpened(HOLDEM))  # without a dealer
    logs.wait(0, 1)
    logs.wait(100, 2)
    assert lost(total(read(logs, 200)[1])) == {"not_called_s": 200, "no_dealer_s": 100}


def test_an_undone_seat_is_open_again() -> None:
    logs = Logs()
    logs.open_table(0, 1, seats=2, taken=1)
    logs.at(0, 1, None)
    logs.at(0, 1, e.HandEnded())
    logs.wait(0, 1)
    command = logs.at(10, 1, e.SeatTaken(2, "p2", "Kite"))
    logs.at(50, 1, e.Undone(command, UndoLabel("seat")))
    assert lost(total(read(logs, 60)[1])) == {"not_called_s": 20}


def test_an_undone_addition_waits_no_longer() -> None:
    logs = Logs()
    logs.open_table(0, 1, seats=2, taken=1)
    logs.wait(0, 1)
    logs.at(40, LISTS, w.AdditionUndone(number=1, entry=1))
    assert lost(total(read(logs, 60)[1])) == {"not_called_s": 40}


def test_a_seat_that_a_must_move_player_should_take_has_that_cause() -> None:
    logs = Logs()
    logs.open_table(0, 1, seats=2, taken=1)  # the main game, with an open seat
    logs.open_table(0, 2, seats=2, taken=1)  # feeds it, with an open seat
    logs.wait(0, 1)
    logs.wait(0, 2)
    logs.at(10, LISTS, w.ChainSet(GAME, ("T1",), ("T2",), "staff.1", 0))
    logs.at(40, 2, e.SeatLeft(1))  # no one is left who could move
    logs.at(50, 2, e.SeatTaken(1, "p7", "Kite"))
    logs.at(70, LISTS, w.TableRenamed("T1", "Main"))
    logs.at(70, 1, e.TableRenamed("Main"))
    logs.at(90, LISTS, w.ChainEnded(GAME))
    _, cells = read(logs, 100)
    assert lost(total(cells)) == {"must_move_s": 30 + 40, "not_called_s": 20 + 30 + 20 + 40 + 20}


def test_half_hours_and_shifts_split_the_seconds() -> None:
    logs = Logs()
    logs.open_table(0, 1, seats=2, taken=1)
    _, cells = read(logs, 3600)
    assert [(key.begins - BEGINS, key.shift, use.open_s) for key, use in sorted(cells.items())] == [
        (0, "day", 900),
        (0, "swing", 900),
        (1800, "swing", 1800),
    ]


Step = tuple[str, int, int]
# What each step stores, for a number from 1 to 4, which names a player and a seat.
OF_TABLE = {
    "sit": lambda number: e.SeatTaken(number, "p", "N"),
    "leave": lambda number: e.SeatLeft(number),
    "floor": lambda number: e.FloorCalled(0),
    "hand": lambda number: None,
}
OF_LISTS = {
    "call": lambda number: w.PlayerCalled(number, f"T{1 + number % 2}", number, 0),
    "hold": lambda number: w.SeatHeld(number, 0),
    "seated": lambda number: w.PlayerSeated(number, f"T{1 + number % 2}", number, 0),
    "off": lambda number: w.PlayerRemoved(number, "left"),
    "chain": lambda number: w.ChainSet(
        GAME, (f"T{1 + number % 2}",), (f"T{2 - number % 2}",), "s", 0
    ),
    "end": lambda number: w.ChainEnded(GAME),
}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["wait", *OF_TABLE, *OF_LISTS]), st.integers(1, 4), st.integers(0, 900)
    ),
    max_size=30,
)


def written(steps: Iterable[Step]) -> Logs:
    logs = Logs()
    logs.open_table(0, 1, seats=3, taken=1)
    logs.open_table(0, 2, seats=4, taken=4)
    second = 0
    for kind, number, seconds in steps:
        second += seconds
        if kind == "wait":
            logs.wait(second, number)
        elif kind in OF_TABLE:
            logs.at(second, 1 + number % 2, OF_TABLE[kind](number))
        else:
            logs.at(second, LISTS, OF_LISTS[kind](number))
    return logs


@given(STEPS, st.integers(0, 9000))
@settings(max_examples=60, deadline=None)
def test_in_parts_equals_at_once_and_no_figure_exceeds_its_bound(
    steps: list[Step], half: int
) -> None:
    logs = written(steps)
    end = logs.rows[-1].at - BEGINS + 60
    _, at_once = read(logs, end)
    first, cells = read(logs, min(half, end))
    stored = msgspec.convert(msgspec.to_builtins(first, str_keys=True), Cursor, strict=False)
    rest = Logs()
    seqs = {pk: table.seq for pk, table in stored.tables.items()} | {LISTS: stored.lists_seq}
    rest.rows = [row for row in logs.rows if row.seq > seqs.get(row.source, 0)]
    _, more = read(rest, end, stored)
    for key, use in more.items():
        cells[key].add(use, 1)
    assert cells == at_once
    for use in at_once.values():
        all_lost = sum(getattr(use, name) for name in LOST)
        assert use.seat_s <= use.chair_s
        assert all_lost <= min(use.chair_s - use.seat_s, use.wait_s)


def test_seats_of_a_tournament_are_not_lost() -> None:
    logs = Logs()
    logs.open_table(0, 1, seats=9, taken=4)
    logs.at(60, 1, e.TableClosed())
    level = msgspec.structs.replace(HOLDEM, tournament=True, small_bet=200, big_bet=200)
    logs.at(60, 1, e.TableOpened(level))
    logs.at(90, 1, e.PlaqueChanged(level))
    logs.wait(100, 7)
    _, cells = read(logs, 200)
    use = total(cells)
    assert (use.open_s, use.seat_s, use.wait_s) == (60, 240, 100)
    logs.at(200, 1, e.TableClosed())
    logs.at(200, 1, e.TableOpened(HOLDEM))
    _, cells = read(logs, 230)
    assert total(cells).open_s == 90
