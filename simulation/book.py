"""What is counted of a night: commands, refusals by code, and what came of it."""

from collections import Counter
from collections.abc import Callable, Collection
from typing import TypeVar

from poker.refusal import Refusal

T = TypeVar("T")


class Unexpected(Exception):
    """Something was refused that nobody had done wrong: the simulation or the product is at fault."""


class Book:
    """Sums by name. Each `do` is one action of somebody in the room."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def do(self, what: str, work: Callable[[], T], *, may: Collection[str] = ()) -> T | None:
        """Carry an action out; None where it was refused as it `may` be, by code. Raises `Unexpected`."""
        self.sums["commands"] += 1
        try:
            return work()
        except Refusal as refusal:
            if refusal.code not in may:
                raise Unexpected(f"{what}: {refusal.code} {dict(refusal.facts)}") from refusal
            self.refused[refusal.code] += 1
            return None
