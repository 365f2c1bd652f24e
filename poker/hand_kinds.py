"""The kinds of a hand beside an ordinary one: bomb pots, splash pots, straddles, kills, runs, as facts of its events.

One fold serves the table's state, the rows of hands and the rollups. A new kind of hand is a key of `KINDS`, an event
in `_FACTS` and a name in `tables.hand_kind_names`.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from poker import events as e
from poker.events import Event
from poker.handlers import Describe
from poker.state import Hand, HandKind

# In the order in which lists and reports show them. The keys are stored and part of the API.
KINDS = (
    "bomb_pot",
    "bomb_pot_two_boards",
    "straddle",
    "sleeper",
    "kill",
    "run_twice",
    "run_three_times",
    "splash",
)
# Facts that only take back earlier kinds: everyone left no longer agrees to a second run, and a misdeal.
_ONE_RUN = "one_run"
_REDEAL = "redeal"
_RUNS = ("run_twice", "run_three_times")
_TAKEN_BACK = {
    _ONE_RUN: _RUNS,
    "run_twice": _RUNS,
    "run_three_times": _RUNS,
    _REDEAL: ("sleeper", *_RUNS),
}


def _blind(event: e.BlindPosted) -> HandKind | None:
    if event.kind not in ("straddle", "kill"):
        return None
    return HandKind(event.kind, amount=event.live + event.dead)


def _bomb_pot(event: e.BombPotStarted) -> HandKind:
    boards = event.bomb.boards
    kind = "bomb_pot" if boards == 1 else "bomb_pot_two_boards"
    return HandKind(kind, count=boards, amount=event.bomb.amount)


def _runs(event: e.RunsChosen) -> HandKind:
    kind = {1: _ONE_RUN, 2: "run_twice"}.get(event.runs, "run_three_times")
    return HandKind(kind, count=event.runs)


_FACTS: dict[type[Event], Describe[HandKind | None]] = {
    e.BombPotStarted: _bomb_pot,
    e.SplashAdded: lambda event: HandKind("splash", amount=event.amount),
    e.BlindPosted: _blind,
    e.SleeperPlaced: lambda event: HandKind("sleeper", amount=event.amount),
    e.RunsChosen: _runs,
    e.HandMisdealt: lambda event: HandKind(_REDEAL),
}
EVENTS = tuple(_FACTS)


def fact_of(event: Event) -> HandKind | None:
    """Return what an event tells about the kind of its hand, None if nothing."""
    read = _FACTS.get(type(event))
    return read(event) if read else None


def with_fact(kinds: Sequence[HandKind], fact: HandKind) -> tuple[HandKind, ...]:
    """Return the kinds of a hand after one more fact.

    Straddles are counted. A sleeper that becomes live stays a sleeper: its straddle is no further kind.
    """
    former = next((kind for kind in kinds if kind.kind == fact.kind), None)
    if fact.kind == "straddle":
        if any(kind.kind == "sleeper" for kind in kinds):
            return tuple(kinds)
        fact = HandKind("straddle", former.count + 1 if former else 1, fact.amount)
    gone = (fact.kind, *_TAKEN_BACK.get(fact.kind, ()))
    kept = [kind for kind in kinds if kind.kind not in gone]
    if fact.kind in KINDS:
        kept.append(fact)
    return tuple(sorted(kept, key=lambda kind: KINDS.index(kind.kind)))


def with_kind(hand: Hand, event: Event) -> Hand:
    """Return the hand with what an event tells about its kind."""
    fact = fact_of(event)
    return hand if fact is None else replace(hand, kinds=with_fact(hand.kinds, fact))


def kinds_of(facts: Iterable[HandKind]) -> tuple[HandKind, ...]:
    """Return the kinds of a hand from its facts in order; () for an ordinary hand."""
    kinds: tuple[HandKind, ...] = ()
    for fact in facts:
        kinds = with_fact(kinds, fact)
    return kinds
