"""The games that the dealers of a room are signed off for, so that pages can warn. No assignment is refused.

Warnings begin with the room's first sign-off, so a house without sign-offs sees none.
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
    # Families of games by staff key.
    signed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # Families that are dealt, by table.
    games: Mapping[str, frozenset[Family]] = field(default_factory=dict)

    def warning(self, key: str, table: str) -> str:
        """Return the games that a dealer is not signed off for at a table, as in "not signed off for stud"; "" for
        none.
        """
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
    """Return the warnings about next dealers, by table. Sends no query if no dealer is planned."""
    coming = {table: push.inward for table, push in pushes.items() if push.inward is not None}
    if not coming:
        return {}
    sign_offs = room_sign_offs(room_id)
    warnings = {table: sign_offs.warning(dealer.key, table) for table, dealer in coming.items()}
    return {table: warning for table, warning in warnings.items() if warning}


def room_sign_offs(room_id: int) -> RoomSignOffs:
    """Return the sign-offs of a room's staff. Sends one query if there are none."""
    of_room = Q(staff__rooms=room_id) | Q(staff__house_wide=True)
    rows = GameSignOff.objects.filter(of_room).values_list("staff", "family").distinct()
    signed: dict[str, set[str]] = defaultdict(set)
    for pk, family in rows:
        signed[f"{PREFIX}{pk}"].add(family)
    if not signed:
        return RoomSignOffs()
    return RoomSignOffs(
        {key: frozenset(some) for key, some in signed.items()}, games_of_tables(room_id)
    )


def games_of_tables(room_id: int) -> dict[str, frozenset[Family]]:
    """Return the families of the games on each table's plaque, including those of a rotation."""
    tables = Table.objects.filter(room=room_id, plaque__isnull=False)
    return {
        name: frozenset(
            GAMES[key].family for key in (game, *(leg["game"] for leg in rotation)) if key in GAMES
        )
        for name, game, rotation in tables.values_list("name", "plaque__game", "plaque__rotation")
    }
