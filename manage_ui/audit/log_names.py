"""The current names for keys in the log: people, tables, rooms, waitlists."""

from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.db.models import Q

from staff.keys import aliases
from staff.models import Room, Staff
from tables.models import Table

SYSTEM = {
    "system.clock": "system clock",
    "system.rulebook": "the rulebook",
    "system.tables": "the tables",
    "system.demo": "the demo",
}


class NameLookup:
    """The names for a set of rows, queried once."""

    def __init__(self, rows: Iterable[object]) -> None:
        """rows: audit events and log entries."""
        self._rooms = dict(Room.objects.values_list("pk", "name"))
        self._tables = {
            pk: (name, room) for pk, name, room in Table.every.values_list("pk", "name", "room_id")
        }
        wanted: set[str] = {getattr(row, "actor", "") or getattr(row, "who", "") for row in rows}
        self._people = aliases(wanted)
        users = get_user_model().objects.filter(pk__in=_numbers(wanted, "user."))
        self._people |= {f"user.{pk}": name for pk, name in users.values_list("pk", "username")}

    def person(self, key: str) -> str:
        """Return the name of the person with this key; the key itself if it is unknown."""
        return self._people.get(key) or SYSTEM.get(key) or key

    def place(self, room: int | None, table: int | None) -> str:
        """Return the name of the table, or of the room. A table has its room's name if there are several rooms."""
        if table is not None and table in self._tables:
            name, room_of_table = self._tables[table]
            room_name = self._rooms.get(room_of_table, "")
            return f"{name}, {room_name}" if len(self._rooms) > 1 else name
        return self._rooms.get(room or 0, "")

    def stream(self, pk: int, key: str) -> str:
        """Return the name of a log: its table, or its kind, with its room if there are several."""
        if pk in self._tables:
            return self.place(None, pk)
        kind, _, room = key.rpartition(".")
        title = kind or key
        room_name = self._rooms.get(int(room), "") if room.isdecimal() else ""
        return f"{title}, {room_name}" if room_name and len(self._rooms) > 1 else title

    @staticmethod
    def keys(text: str) -> list[str]:
        """Return the keys of people with this alias, badge or user name."""
        if not text:
            return []
        is_match = Q(alias__iexact=text) | Q(badge=text) | Q(user__username__iexact=text)
        staff = Staff.objects.filter(is_match).values_list("pk", flat=True)
        users = get_user_model().objects.filter(username__iexact=text).values_list("pk", flat=True)
        return [*(f"staff.{pk}" for pk in staff), *(f"user.{pk}" for pk in users)]


def _numbers(keys: Iterable[str], prefix: str) -> list[int]:
    texts = [key.removeprefix(prefix) for key in keys if key.startswith(prefix)]
    return [int(text) for text in texts if text.isascii() and text.isdecimal() and len(text) < 12]
