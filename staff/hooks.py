"""Functions of slices that actions of packages below them call; a setting names the module that lists them.

Anything that follows from an event of a log is an effect (`journal.effects`), not a hook.
"""

from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from django.conf import settings

from staff.models import Staff


class SessionEnd(Protocol):
    """Ends other sign-ins of a staff member whose sessions end; returns how many."""

    def __call__(self, staff: Staff) -> int:
        """Runs in the transaction that ends the sessions."""


class DealerSignIn(Protocol):
    """Follows the sign-in of a dealer who is already in the box according to the table's log, so that there is no
    push.
    """

    def __call__(self, *, table_id: int, staff: Staff, now: datetime) -> None:
        """Runs in the transaction of the sign-in."""


class GamesWithNames(Protocol):
    """Returns the keys of the games for which players wait in a room."""

    def __call__(self, room_id: int) -> set[str]: ...


class Hooks(Protocol):
    """The module that the setting `HOOKS` names."""

    SESSION_ENDS: tuple[SessionEnd, ...]
    DEALER_SIGN_INS: tuple[DealerSignIn, ...]
    games_with_names: GamesWithNames


@cache
def hooks() -> Hooks:
    """Return the functions that slices registered for actions."""
    return cast(Hooks, import_module(settings.HOOKS))
