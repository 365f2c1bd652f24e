"""Two agents count one box, neither seeing the other's count: who may, what stands, when both agree. Pure.

No guide speaks of it. Regulators do (25 CFR 543.10: two agents, one of them a supervisor). The rest is the house's own:
that the same two count again, and that a manager may stand in for one who has gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from poker.refusal import Refusal

MOST_PIECES = 1_000_000
Pieces = tuple[tuple[int, int], ...]  # (denomination, how many), the greatest first


@dataclass(frozen=True, slots=True)
class Agent:
    """Who counts; `supervises`: a supervisor or manager."""

    key: int
    name: str
    supervises: bool
    manages: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """One count that is in."""

    round: int
    by: Agent
    pieces: Pieces
    total: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the count of a box is. round: that is going on; first: who counted in it; agreed: two equal counts."""

    round: int = 1
    first: Agent | None = None
    agreed: Counted | None = None
    before: tuple[Agent, ...] = ()  # who counted the round before


def standing(counts: Sequence[Counted]) -> Standing:
    """What the counts of a box come to, in the order in which they came."""
    if not counts:
        return Standing()
    last = max(one.round for one in counts)
    now = [one for one in counts if one.round == last]
    before = tuple(one.by for one in counts if one.round == last - 1)
    if len(now) == 1:
        return Standing(last, now[0].by, None, before)
    if _same(now[0], now[1]):
        return Standing(last, now[0].by, now[1], before)
    return Standing(last + 1, None, None, tuple(one.by for one in now))


def _same(one: Counted, other: Counted) -> bool:
    return one.total == other.total and dict(one.pieces) == dict(other.pieces)


def must_fit(now: Standing, agent: Agent) -> None:
    """Refuses whoever cannot be the next to count: `count_closed`, `same_agent`, `no_supervisor`, `other_agent`."""
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


def pieces_of(numbers: Sequence[tuple[int, int]], total: int) -> Pieces:
    """A count as it was entered, if the denominations make the total. Refuses `bad_pieces`, `total_differs`.

    The sentence of a total that differs is about one person's own figures and says nothing of any other's.
    """
    if any(number < 0 or number > MOST_PIECES for _, number in numbers) or total < 0:
        raise Refusal("bad_pieces")
    made = sum(value * number for value, number in numbers)
    if made != total:
        raise Refusal("total_differs", "", made=made, total=total)
    return tuple(sorted(numbers, reverse=True))
