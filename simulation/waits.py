"""How the waits that were told in a night compare with what they became, from the log of its lists."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean

from poker.waiting import events as e
from poker.waiting.state import Waiting
from tables.lists.past import whole
from tables.models import Room

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Became:
    """A name that is off its list. waited: minutes; seated: else it left, and would have waited longer."""

    told: int
    give: int
    waited: float
    seated: bool

    @property
    def off(self) -> float:
        """Minutes by which a figure was wrong."""
        return abs(self.waited - self.told)


def became(room: Room) -> list[Became]:
    """Every name of the room's lists to whom a wait was told, once it is over."""
    names: dict[int, Waiting] = {}
    found = []
    for at, event in whole(room.pk):
        if isinstance(event, e.NameAdded):
            names[event.waiting.number] = event.waiting
        elif isinstance(event, e.NameSeated | e.NameOff):
            one = names.pop(event.number)
            waited = (at.timestamp() * 1000 - one.since) / MINUTE
            if one.told >= 0:
                found.append(Became(one.told, one.give, waited, isinstance(event, e.NameSeated)))
    return found


def figures(over: list[Became]) -> Iterator[str]:
    """In words: how far figures were off, how many ended within their error, and what became of "more than"."""
    told = [one for one in over if one.give >= 0 and one.seated]
    if told:
        off = mean(one.off for one in told)
        yield f"waits told and seated: {len(told)}, off by {off:.1f} min on average"
    later = [one for one in told if one.told]
    if later:
        off = mean(one.off for one in later)
        # Both are said in whole minutes, so half of one is nothing wrong.
        inside = sum(one.off <= one.give + 0.5 for one in later)
        yield (
            f"  of these not “now”: {len(later)}, off by {off:.1f} min, {inside} within their error"
        )
    more = [one for one in over if one.give < 0]
    if more:
        sooner = sum(one.seated and one.waited < one.told for one in more)
        yield f"told as “more than”: {len(more)}, seated sooner: {sooner}"
