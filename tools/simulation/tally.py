"""The tally of a night: commands, refusals by code, and results."""

from collections import Counter
from collections.abc import Callable, Collection
from typing import TypeVar

from poker.refusal import Refusal

T = TypeVar("T")


class UnexpectedRefusal(Exception):
    """An unexpected refusal: a mistake of the simulation or of the product."""


class Tally:
    """Counts by name. Each `do` is one action of a person in the room."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def do(self, what: str, work: Callable[[], T], *, may: Collection[str] = ()) -> T | None:
        """Execute an action; return None if it was refused with an expected code (`may`). Raises
        `UnexpectedRefusal`.
        """
        self.sums["commands"] += 1
        try:
            return work()
        except Refusal as refusal:
            if refusal.code not in may:
                raise UnexpectedRefusal(
                    f"{what}: {refusal.code} {dict(refusal.facts)}"
                ) from refusal
            self.refused[refusal.code] += 1
            return None
