"""The sanction ladder (H-42): it proposes the next sanction, and a supervisor decides."""

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
    """The file is invalid; the message gives the reason."""


class LadderStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["warning", "penalty", "suspension", "bar"]
    hours: int = 0  # length of a suspension, 0 for other sanctions

    def until(self, now: datetime) -> datetime | None:
        """Return when a suspension given now would end."""
        return now + timedelta(hours=self.hours) if self.hours else None

    @property
    def sentence(self) -> str:
        """Return the step as text: Suspension for 7 days."""
        days, hours = divmod(self.hours, 24)
        message = f"{days} days" if days > 1 and not hours else f"{self.hours} hours"
        return f"{self.kind.capitalize()} for {message}" if self.hours else self.kind.capitalize()


@lru_cache(maxsize=1)
def ladder() -> tuple[LadderStep, ...]:
    """Return the default steps."""
    return read(FILE.read_text(encoding="utf-8"))


def read(text: str) -> tuple[LadderStep, ...]:
    """Parse the steps of a file, each no milder than the one before. Raises `LadderError`."""
    try:
        ladder_steps = msgspec.convert(tomllib.loads(text).get("step", []), tuple[LadderStep, ...])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LadderError(f"ladder.toml doesn't match the format: {error}.") from error
    if problem := ladder_problem(ladder_steps):
        raise LadderError(f"ladder.toml: {problem}")
    return ladder_steps


def ladder_problem(steps: Sequence[LadderStep]) -> str:
    """Return what is wrong with the steps of a ladder, "" if they are valid."""
    if any((step.kind == "suspension") != (step.hours > 0) for step in steps):
        return "only a suspension has hours, and it needs them."
    kinds = [ORDER.index(step.kind) for step in steps]
    if not steps or kinds != sorted(kinds):
        return "the steps go from the mildest to the last."
    return ""


def next_step(
    standing: Standing, category: Category | None, steps: Sequence[LadderStep] | None = None
) -> LadderStep | None:
    """Return the next sanction for a player with this standing; None if the category requires no sanction.

    Each sanction in effect is one step taken. A player who was suspended once starts after the first suspension,
    regardless of warnings. A grave category starts at the first suspension.
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
