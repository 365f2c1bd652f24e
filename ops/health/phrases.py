"""How the checks write durations, sizes and what to restart."""

from collections.abc import Sequence

from django.conf import settings
from django.template.defaultfilters import filesizeformat

from ops.health.part import Step
from web import shell_commands

# Seconds.
MINUTE = 60
HOUR = 3600
DAY = 86_400


def span(seconds: float) -> str:
    """Return a duration in its two usual units: "42 s", "12 min", "43 h", "3 days"."""
    if seconds < 2 * MINUTE:
        return f"{max(0, round(seconds))} s"
    if seconds < 2 * HOUR:
        return f"{round(seconds / MINUTE)} min"
    if seconds < 4 * DAY:
        return f"{round(seconds / HOUR)} h"
    return f"{round(seconds / DAY)} days"


def size(number: float) -> str:
    """Return a number of bytes as people read it: "3.1 GB"."""
    return filesizeformat(number).replace("\xa0", " ")


def counted(number: int, noun: str) -> str:
    """Return "1 log", "2 logs"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def is_embedded() -> bool:
    """Return whether web server, worker and beat are one process."""
    return not settings.REDIS_URL


def restart(service: shell_commands.Service, text: str) -> Step:
    """Return the step that restarts a service. In the embedded mode they are all one process."""
    if is_embedded() and service != "database":
        return Step("Restart Floorbook: its worker and timer are threads of the server.")
    return Step(text, shell_commands.restart(service))
