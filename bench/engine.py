"""The engine against pokerkit's State on the same recorded hands: a whole hand, and one action of a player."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter_ns

from pokerkit import HandHistory

from bench.ratio import Row, rounds, stopwatch
from poker import commands as c
from poker import reading
from poker.engine import run
from poker.phh.read import Recording, load
from poker.phh.replay import Replay
from poker.state import Table

HANDS = Path(__file__).parent.parent / "tests" / "data" / "phh" / "pluribus-100"
ACTS = ("f", "cc", "cbr")
Turn = tuple[Table, c.Command]


def rows() -> Iterator[Row]:
    """Two rows. Reading files and seating players is in neither side's time."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(HANDS.glob("*.phh"))]
    recordings = [load(text) for text in texts]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit warns of cards dealt twice where "??" repeats
        histories = [HandHistory.loads(text) for text in texts]
        ours, other = rounds(lambda: _replayed(recordings), lambda: _iterated(histories))
        yield Row("a whole recorded hand", ours, other, "0.5", "pokerkit State")
        turns = [turn for recording in recordings for turn in _turns(recording)]
        ours, other = rounds(lambda: _acted(turns), lambda: _pokerkit_acted(histories))
        yield Row("one fold, check, call, bet or raise", ours, other, "0.5", "pokerkit State")


def _replayed(recordings: list[Recording]) -> float:
    reading.best.cache_clear()  # pokerkit reads every hand anew as well
    replays = [Replay(recording) for recording in recordings]
    with stopwatch() as taken:
        for replay in replays:
            for _ in replay.moments():
                pass
    return taken[0] / len(recordings)


def _iterated(histories: list[HandHistory]) -> float:
    with stopwatch() as taken:
        for history in histories:
            for _ in history:
                pass
    return taken[0] / len(histories)


def _turns(recording: Recording) -> Iterator[Turn]:
    """Each act with the table before it."""
    replay = Replay(recording)
    before = replay.table
    for moment in replay.moments():
        if isinstance(moment.command, c.Act):
            yield before, moment.command
        before = moment.table


def _acted(turns: list[Turn]) -> float:
    with stopwatch() as taken:
        for table, command in turns:
            run(table, command, now=0)
    return taken[0] / len(turns)


def _pokerkit_acted(histories: list[HandHistory]) -> float:
    """Milliseconds an action, reading its words included; deals and showdowns are left out."""
    spent = count = 0
    for history in histories:
        states = iter(history)
        next(states)
        for action in history.actions:
            start = perf_counter_ns()
            next(states)
            if action.split()[1] in ACTS:
                spent += perf_counter_ns() - start
                count += 1
    return spent / count / 1e6
