"""The menu of rooms in the bar on top, with their tables and open floor calls."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from staff.staff_rooms import rooms_of
from web.navigation import site_navigation


@dataclass(frozen=True, slots=True)
class RoomChoice:
    """A room that a user may choose."""

    pk: int
    name: str
    tables: int  # the number of tables
    calls: int  # the number of open floor calls
    url: str
    is_current: bool

    @property
    def text(self) -> str:
        """Return the text under the room's name, such as "40 tables"."""
        return f"{self.tables} table{'' if self.tables == 1 else 's'}"

    @property
    def waiting(self) -> str:
        """Return the number of open calls as text, such as "1 call waits"; "" if there is none."""
        if not self.calls:
            return ""
        return f"{self.calls} call{' waits' if self.calls == 1 else 's wait'}"


def room_choices(
    user: User | AnonymousUser, current: int, address: Callable[[int], str]
) -> list[RoomChoice]:
    """Return the rooms that a user works in, by name, with one query.

    `current` is the primary key of the page's room. `address` returns the URL of a room by its primary key.
    """
    navigation = site_navigation()
    rows = rooms_of(user).annotate(
        table_count=navigation.TABLE_COUNT, call_count=navigation.CALL_COUNT
    )
    return [
        RoomChoice(pk, name, table_count, call_count, address(pk), pk == current)
        for pk, name, table_count, call_count in rows.values_list(
            "pk", "name", "table_count", "call_count"
        )
    ]


def room_menu_html(choices: Sequence[RoomChoice]) -> SafeString:
    """Return the menu of several rooms, with the number of calls waiting in the other rooms; "" for one room."""
    if len(choices) < 2:
        return SafeString("")
    context = {
        "rooms_of_page": choices,
        "room_name": next((choice.name for choice in choices if choice.is_current), ""),
        "elsewhere": sum(choice.calls for choice in choices if not choice.is_current),
    }
    return render_to_string("web/_room_menu.html", context)
