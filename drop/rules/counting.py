"""Blind counts: who may count a box next, and when two counts agree. Pure.

Two agents count each box, and neither sees the other's count. No guide covers this, but regulators do: 25 CFR
543.10 requires two agents, one of them a supervisor. The rest is a house choice: the same two agents recount, and a
manager may replace an agent who has left.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from poker.refusal import Refusal

MAX_PIECES = 1_000_000
Pieces = tuple[tuple[int, int], ...]  # pairs of a denomination and a number of chips, highest first


@dataclass(frozen=True, slots=True)
class Agent:
    key: int
    name: str
    supervises: bool  # whether the agent is a supervisor or manager
    manages: bool = False


@dataclass(frozen=True, slots=True)
class CountEntry:
    round: int
    by: Agent
    pieces: Pieces
    total: int


@dataclass(frozen=True, slots=True)
class CountStatus:
    round: int = 1  # the current round
    first: Agent | None = None  # the first agent in this round
    agreed: CountEntry | None = None  # the second of two equal counts, if the agents agree
    before: tuple[Agent, ...] = ()  # the agents of the previous round


def standing(counts: Sequence[CountEntry]) -> CountStatus:
    """Return the count status after these counts, which are in order of time."""
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
    """Check whether an agent may count next.

    Raises `Refusal`: `count_closed`, `same_agent`, `no_supervisor`, `other_agent`.
    """
    if now.agreed is not None:
        raise Refusal("count_closed")
    if now.first is not None:
        if now.first.key == agent.key:
            raise Refusal("same_agent", "", name=agent.name)
        if not (now.first.supervises or agent.supervises):
            raise Refusal("no_supervisor", "", name=agent.name)
    if now.before and agent.key not in {other.key for other in now.before} and not agent.manages:
        names = " and ".join(other.name for other in now.before)
        raise Refusal("other_agent", "", names=names)


def parse_count(numbers: Sequence[tuple[int, int]], total: int) -> Pieces:
    """Return an entered count. Raises `Refusal`: `bad_pieces`, or `total_differs` if the chips do not add up.

    The message for `total_differs` has only the agent's own figures and reveals nothing of another count.
    """
    if any(number < 0 or number > MAX_PIECES for _, number in numbers) or total < 0:
        raise Refusal("bad_pieces")
    chip_total = sum(value * number for value, number in numbers)
    if chip_total != total:
        raise Refusal("total_differs", "", made=chip_total, total=total)
    return tuple(sorted(numbers, reverse=True))
