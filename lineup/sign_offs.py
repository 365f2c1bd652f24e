"""Which games the dealers of a room are signed off for, so that pages can warn. No assignment is refused for it.

A house that signs no one off is not warned: warnings begin with the room's first sign-off.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Q

from lineup.models import GameSignOff
from lineup.rules.plan import Push
from poker.formatting import listed
from poker.games import GAMES
from poker.games.model import Family
from staff.keys import PREFIX
from tables.models import Table

FAMILY_TITLES: Mapping[Family, str] = {
    "flop": "hold'em and Omaha",
    "stud": "stud",
    "draw": "draw games",
}


@dataclass(frozen=True, slots=True)
class RoomSignOffs:
    """The sign-offs of a room. signed: families by staff key; games: families that are dealt, by table."""

    signed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    games: Mapping[str, frozenset[Family]] = field(default_factory=dict)

    def warning(self, key: str, table: str) -> str:
        """Return for what a dealer is not signed off at a table: "not signed off for stud"; "" for nothing."""
        if not self.signed:
            return ""
        signed = self.signed.get(key, frozenset())
        missing = [
            title
            for family, title in FAMILY_TITLES.items()
            if family in self.games.get(table, ()) and family not in signed
        ]
        return f"not signed off for {listed(missing, 'or')}" if missing else ""


def push_warnings(room_id: int, pushes: Mapping[str, Push]) -> dict[str, str]:
    """Return the warnings about next dealers, by table; no query if no one is planned."""
    coming = {table: push.inward for table, push in pushes.items() if push.inward is not None}
    if not coming:
        return {}
    sign_offs = room_sign_offs(room_id)
    warnings = {table: sign_offs.warning(dealer.key, table) for table, dealer in coming.items()}
    return {table: warning for table, warning in warnings.items() if warning}


def room_sign_offs(room_id: int) -> RoomSignOffs:
    """Return the sign-offs of a room's staff; one query if there is none."""
    of_room = Q(staff__rooms=room_id) | Q(staff__house_wide=True)
    rows = GameSignOff.objects.filter(of_room).values_list("staff", "family").distinct()
    signed: dict[str, set[str]] = defaultdict(set)
    for pk, family in rows:
        signed[f"{PREFIX}{pk}"].add(family)
    if not signed:
        return RoomSignOffs()
    return RoomSignOffs({key: frozenset(some) for key, some in signed.items()}, _games(room_id))


def _games(room_id: int) -> dict[str, frozenset[Family]]:
    """Return the families of the games on each table's plaque, those of a rotation included."""
    tables = Table.objects.filter(room=room_id, plaque__isnull=False)
    return {
        name: frozenset(
            GAMES[key].family for key in (game, *(leg["game"] for leg in rotation)) if key in GAMES
        )
        for name, game, rotation in tables.values_list("name", "plaque__game", "plaque__rotation")
    }
