"""Blind counts: two agents count one box, neither seeing the other's count. Who may count, and when they agree.
Pure.

No guide covers it. Regulators do (25 CFR 543.10: two agents, one of them a supervisor). The rest is a house
choice:
the same two agents recount, and a manager may replace one who has left.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from poker.refusal import Refusal

MAX_PIECES = 1_000_000
Pieces = tuple[tuple[int, int], ...]  # (denomination, number of chips), highest first


@dataclass(frozen=True, slots=True)
class Agent:
    """A counting agent."""

    key: int
    name: str
    supervises: bool  # a supervisor or manager
    manages: bool = False


@dataclass(frozen=True, slots=True)
class CountEntry:
    """One recorded count."""

    round: int
    by: Agent
    pieces: Pieces
    total: int


@dataclass(frozen=True, slots=True)
class CountStatus:
    """The status of a box's count."""

    round: int = 1  # the round in progress
    first: Agent | None = None  # who counted first in this round
    agreed: CountEntry | None = None  # one of two equal counts, if the agents agree
    before: tuple[Agent, ...] = ()  # who counted in the previous round


def standing(counts: Sequence[CountEntry]) -> CountStatus:
    """Return the status after these counts, given in order of time."""
    if not counts:
        return CountStatus()
    last = max(count_entry.round for count_entry in counts)
    now = [count_entry for count_entry in counts if count_entry.round == last]
    before = tuple(count_entry.by for count_entry in counts if count_entry.round == last - 1)
    if len(now) == 1:
        return CountStatus(last, now[0].by, None, before)
    if _same(now[0], now[1]):
        return CountStatus(last, now[0].by, now[1], before)
    return CountStatus(last + 1, None, None, tuple(count_entry.by for count_entry in now))


def _same(count_entry: CountEntry, other: CountEntry) -> bool:
    return count_entry.total == other.total and dict(count_entry.pieces) == dict(other.pieces)


def check_agent(now: CountStatus, agent: Agent) -> None:
    """Check that the agent may count next.

    Raises `Refusal`: `count_closed`, `same_agent`, `no_supervisor`, `other_agent`.
    """
    if now.agreed is not None:
        raise Refusal("count_closed")
    if now.first is not None:
        if now.first.key == agent.key:
            raise Refusal("same_agent", "", name=agent.name)
        if not (now.first.supervises or agent.supervises):
            raise Refusal("no_supervisor", "", name=agent.name)
    if now.before and agent.key not in {one.key for one in now.before} and not agent.manages:
        names = " and ".join(one.name for one in now.before)
        raise Refusal("other_agent", "", names=names)


def parse_count(numbers: Sequence[tuple[int, int]], total: int) -> Pieces:
    """Return an entered count whose denominations add up to the total. Raises `Refusal`: `bad_pieces`,
    `total_differs`.

    The message for a differing total is about the agent's own figures and reveals nothing of another count.
    """
    if any(number < 0 or number > MAX_PIECES for _, number in numbers) or total < 0:
        raise Refusal("bad_pieces")
    made = sum(value * number for value, number in numbers)
    if made != total:
        raise Refusal("total_differs", "", made=made, total=total)
    return tuple(sorted(numbers, reverse=True))
