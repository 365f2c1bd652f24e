"""Functions of slices that actions of packages below them call; a setting names the module that lists them.

Anything that follows from an event of a log is an effect (`journal.effects`), not a hook.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from django.conf import settings

from poker.refusal import Refusal
from poker.rules import HouseRules
from staff.models import Room, Staff


class SessionEnd(Protocol):
    """Ends other sign-ins of a staff member whose sessions end; returns how many."""

    def __call__(self, staff: Staff) -> int:
        """Runs in the transaction that ends the sessions."""


class StaffLeave(Protocol):
    """Follows the deactivation of a staff member, or the loss of a room where they worked."""

    def __call__(self, staff: Staff) -> None:
        """Runs in the transaction that changes the account."""


class DealerSignIn(Protocol):
    """Follows the sign-in of a dealer who is already in the box according to the table's log, so that there is no
    push.
    """

    def __call__(self, *, table_id: int, staff: Staff, now: datetime) -> None:
        """Runs in the transaction of the sign-in."""


class SeatElsewhere(Protocol):
    """Returns the refusal for a seat that a slice has given to a player, or None. keys: all keys of the player."""

    def __call__(self, name: str, keys: Collection[str]) -> Refusal | None: ...


class EventRules(Protocol):
    """Returns the house rules of a room's tournament tables."""

    def __call__(self, *, room_id: int, now: datetime) -> HouseRules: ...


class GamesWithNames(Protocol):
    """Returns the keys of the games for which players wait in a room."""

    def __call__(self, room_id: int) -> set[str]: ...


class DemoTables(Protocol):
    """Creates the tables of a slice in the demo room; a second run changes nothing."""

    def __call__(self, *, room: Room, actor: str, now: datetime) -> None: ...


class RoomLessons(Protocol):
    """Returns the lessons that a slice teaches in a room, as a `school.lessons.prepare.Prepared`."""

    def __call__(self, room_id: int) -> Any: ...


class TabletKind(Protocol):
    """The tablet of a table whose game is not poker: its data for the engine, its taps, its page.

    A device is a `tables.models.Device`; messages and screens are structs that are sent as JSON.
    """

    template: str  # of the page

    def table_message(self, device: Any, pending: Sequence[str]) -> Any:
        """Return the whole table for the tablet's engine. pending: ids of its taps without an answer."""

    def context_message(self, device: Any) -> Any:
        """Return what changed outside the log."""

    def execute(self, *, table_id: int, actor: Any, tap: Any) -> Any:
        """Execute a tap (`dealer_ui.tablet_commands.Tap`). Raises `Refusal`."""

    def screen(self, *, table_id: int, seq: int, now: int) -> tuple[int, Any]:
        """Return the number of the newest entry, and the screen after it. now: Unix milliseconds."""


class CallTexts(Protocol):
    """The texts of floor calls at tables whose game is not poker."""

    def title(self, key: str) -> str:
        """Return the title of a reported irregularity, or the key if it is unknown."""

    def place(self, number: int, step: str) -> str:
        """Return where the table was, such as "Round 12". number: of the hand or round; step: when the call came."""


class CashBoxes(Protocol):
    """The cash in the drop boxes of tables whose game is not poker. Tables are given by their primary keys."""

    def dropped(
        self, *, since: Mapping[int, datetime | None], until: datetime
    ) -> Mapping[int, int]:
        """Return the cash of each table after its start time, None for the beginning, up to and including `until`."""

    def last_drops(self, tables: Collection[int], *, until: datetime) -> Mapping[int, datetime]:
        """Return when each table last had a drop, up to and including `until`."""

    def denominations(self) -> Sequence[int]:
        """Return the bills and chips to count, highest first, in the smallest unit."""


class TableClosing(Protocol):
    """Closes a table whose game is not poker, for a reason. Raises `Refusal` while it is in play."""

    def __call__(
        self, *, table_id: int, reason: str, command_id: str, actor: str, now: datetime
    ) -> Any: ...


class NextHour(Protocol):
    """Returns who comes and who goes in a room within the next hour, as a `roster.next_hour.NextHour`."""

    def __call__(self, room_id: int, now: datetime) -> Any: ...


class Hooks(Protocol):
    """The module that the setting `HOOKS` names."""

    SESSION_ENDS: tuple[SessionEnd, ...]
    STAFF_LEAVES: tuple[StaffLeave, ...]
    DEALER_SIGN_INS: tuple[DealerSignIn, ...]
    DEMO_TABLES: tuple[DemoTables, ...]
    TABLET_KINDS: Mapping[str, TabletKind]  # by kind of table, without poker
    LESSONS: tuple[RoomLessons, ...]
    CALL_TEXTS: Mapping[str, CallTexts]  # by kind of table, without poker
    CASH_BOXES: Mapping[str, CashBoxes]  # by kind of table, without poker
    TABLE_CLOSINGS: Mapping[str, TableClosing]  # by kind of table, without poker
    SEATS_ELSEWHERE: tuple[SeatElsewhere, ...]
    event_rules: EventRules
    games_with_names: GamesWithNames
    next_hour: NextHour


@cache
def hooks() -> Hooks:
    """Return the functions that slices registered for actions."""
    return cast(Hooks, import_module(settings.HOOKS))
