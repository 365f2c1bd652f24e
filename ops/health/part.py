"""A part of the installation as one check found it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from web import shell_commands

# good: nothing to do; soon: look at it today; bad: act now.
Level = Literal["good", "soon", "bad"]
LEVELS: tuple[Level, ...] = ("good", "soon", "bad")


@dataclass(frozen=True, slots=True)
class Step:
    """One step that a person can take.

    shell: to copy into a shell; manage: arguments of `manage.py` instead; action: a key of the operations page that
    does it.
    """

    text: str
    shell: str = ""
    manage: str = ""
    action: Literal["", "backup"] = ""

    @property
    def command(self) -> str:
        """Return the command to copy into a shell in this installation, or ""."""
        return shell_commands.manage(self.manage) if self.manage else self.shell


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthPart:
    """A part and its level, with facts as short sentences, and the steps to take in order."""

    key: str
    title: str
    level: Level = "good"
    state: str = "well"  # one or two words next to the title
    headline: str = ""  # the problem in one sentence, or ""
    facts: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    # Seconds since the part's last sign of life; None if it gives none.
    age: float | None = None
    # Name and number of each count, for monitoring.
    values: tuple[tuple[str, float], ...] = ()
    # A process with this part in this state can't serve: the proxy must not send it requests.
    is_blocking: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """A check: a function of the time that returns None if the installation does not have the part."""

    key: str
    title: str
    run: Callable[[datetime], HealthPart | None]
    needs_database: bool = False


def worst(levels: Iterable[Level]) -> Level:
    """Return the worst of these levels; "good" if there are none."""
    return max(levels, key=LEVELS.index, default="good")
