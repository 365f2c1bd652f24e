"""The sanction ladder (H-42): what the house would do next. It proposes, a supervisor decides."""

import tomllib
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from players.standing import Standing
from rulings.incidents.categories import Category

FILE = Path(__file__).with_name("ladder.toml")
ORDER = ("warning", "penalty", "suspension", "bar")


class LadderError(Exception):
    """The file cannot be used: a sentence."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sanction; hours: how long a suspension lasts, 0 for the others."""

    kind: Literal["warning", "penalty", "suspension", "bar"]
    hours: int = 0

    def until(self, now: datetime) -> datetime | None:
        """When a suspension given now would end."""
        return now + timedelta(hours=self.hours) if self.hours else None

    @property
    def sentence(self) -> str:
        """Suspension for 7 days."""
        days, hours = divmod(self.hours, 24)
        told = f"{days} days" if days > 1 and not hours else f"{self.hours} hours"
        return f"{self.kind.capitalize()} for {told}" if self.hours else self.kind.capitalize()


@lru_cache(maxsize=1)
def ladder() -> tuple[Step, ...]:
    """The house's steps."""
    return read(FILE.read_text(encoding="utf-8"))


def read(text: str) -> tuple[Step, ...]:
    """The steps of a file's text, each no milder than the one before. Raises `LadderError`."""
    try:
        found = msgspec.convert(tomllib.loads(text).get("step", []), tuple[Step, ...])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LadderError(f"ladder.toml does not keep to the format: {error}.") from error
    if problem := ladder_problem(found):
        raise LadderError(f"ladder.toml: {problem}")
    return found


def ladder_problem(steps: Sequence[Step]) -> str:
    """What is wrong with the steps of a ladder, as a sentence; empty when they will do."""
    if any((step.kind == "suspension") != (step.hours > 0) for step in steps):
        return "a suspension has hours, and nothing else has."
    kinds = [ORDER.index(step.kind) for step in steps]
    if not steps or kinds != sorted(kinds):
        return "the steps go from the mildest to the last."
    return ""


def next_step(
    standing: Standing, category: Category | None, steps: Sequence[Step] | None = None
) -> Step | None:
    """What the house would do next of somebody who stands so; None where a category asks for no sanction.

    Each sanction that counts is one step taken. Whoever was suspended once begins after the first suspension, whatever
    warnings were given; a grave category begins at the first suspension.
    """
    steps = ladder() if steps is None else steps
    if category is not None and category.ladder == "none":
        return None
    first = next((i for i, step in enumerate(steps) if step.kind == "suspension"), len(steps) - 1)
    if standing.barred:
        at = len(steps) - 1
    elif standing.suspensions:
        at = first + standing.suspensions
    else:
        at = min(standing.warnings + standing.penalties, first)
    if category is not None and category.ladder == "grave":
        at = max(at, first)
    return steps[min(at, len(steps) - 1)]
