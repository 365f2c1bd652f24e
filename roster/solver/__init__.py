"""The planner that needs the solver's package, OR-Tools. A room without it plans with `roster.rules.greedy`."""

from importlib.util import find_spec


def is_available() -> bool:
    """Return whether the solver's package is installed."""
    return find_spec("ortools") is not None
