"""The engine against pokerkit's State on the same recorded hands: a whole hand, and a single action."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter_ns

from pokerkit import HandHistory

from poker import commands as c
from poker import reading
from poker.engine import run
from poker.phh.read import Recording, load
from poker.phh.replay import Replay
from poker.state import Table
from tools.bench.measures import Comparison, alternate, stopwatch

RECORDED = Path(__file__).parents[2] / "tests" / "data" / "phh"
HANDS = RECORDED / "pluribus-100"
MIXED = RECORDED / "wsop-2023-43-5"
AIM = "0.6"
AIM_OF_OTHERS = "0.8"
# Games other than hold'em: the variants of the file format for each, from the same final table.
GAMES = {"stud": ("F7S",), "Omaha hi-lo": ("FO/8",), "triple draw": ("F2L3D",)}
ACTS = ("f", "cc", "cbr")
Turn = tuple[Table, c.Command]


def rows() -> Iterator[Comparison]:
    """Yield hold'em hands and actions, then hands of other games.

    Reading files and seating players are not measured.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit warns about cards dealt twice where "??" repeats
        recordings, histories = _recorded(HANDS, ())
        yield _whole("a whole recorded hand", recordings, histories, AIM)
        turns = [turn for recording in recordings for turn in _turns(recording)]
        ours, other = alternate(lambda: _acted(turns), lambda: _pokerkit_acted(histories))
        yield Comparison(
            "one fold, check, call, bet or raise", ours, other, "0.5", "pokerkit State"
        )
        for game, variants in GAMES.items():
            recordings, histories = _recorded(MIXED, variants)
            yield _whole(f"a whole recorded hand of {game}", recordings, histories, AIM_OF_OTHERS)


def _recorded(folder: Path, variants: tuple[str, ...]) -> tuple[list[Recording], list[HandHistory]]:
    """Return the hands of a folder as read by both sides, for all variants or only some."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.phh"))]
    histories = [HandHistory.loads(text) for text in texts]
    chosen = [i for i, hand in enumerate(histories) if not variants or hand.variant in variants]
    return [load(texts[i]) for i in chosen], [histories[i] for i in chosen]


def _whole(
    name: str, recordings: list[Recording], histories: list[HandHistory], aim: str
) -> Comparison:
    ours, other = alternate(lambda: _replayed(recordings), lambda: _iterated(histories))
    return Comparison(name, ours, other, aim, "pokerkit State")


def _replayed(recordings: list[Recording]) -> float:
    reading.best.cache_clear()  # pokerkit also reads every hand again
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
    """Yield each action with the table before it."""
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
    """Return milliseconds per action including its parsing, without deals and showdowns."""
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
