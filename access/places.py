"""The places of the house, in the one order of every page's bar, each for whom it is (S-012)."""

from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.urls import reverse

AUDITS = "audit.search_acts"  # managers and surveillance


@dataclass(frozen=True, slots=True)
class Place:
    """One of them. may: any of these permissions opens it; room: how its address says the room, if it does;
    badge: it asks for somebody who has one, an account alone is not enough.
    """

    key: str
    name: str
    url: str
    may: tuple[str, ...]
    room: Literal["", "query", "path"] = ""
    badge: bool = True

    def address(self, room: int | None) -> str:
        """Where it is, of a room where one is known."""
        if room is None or not self.room:
            return reverse(self.url)
        if self.room == "path":
            return reverse("desk:room", args=[room])
        return f"{reverse(self.url)}?room={room}"


PLACES = (
    Place("queue", "Floor", "floor:index", ("rulings.view_ruling",), "query"),
    Place("map", "Map", "floor:map", ("rulings.view_ruling",), "query"),
    Place("tables", "Tables", "floor:tables", ("rulings.view_ruling", "tables.keep_lists"), "query"),
    Place("dealers", "Dealers", "floor:dealers", ("rulings.view_ruling",), "query"),
    Place("drop", "Drop", "floor:drop", ("drops.view_box",), "query"),
    Place("waitlist", "Waitlist", "desk:index", ("tables.keep_lists",), "path"),
    Place("players", "Players", "players:index", ("players.view_player",)),
    Place("incidents", "Incidents", "incidents:index", ("rulings.view_incident",)),
    Place("replay", "Replay", "replay:index", ("rulings.view_ruling",), "query"),
    Place("reports", "Reports", "reports:index", ("reports.read_shift",)),
    Place("audit", "Audit", "audit:search", (AUDITS,)),
    Place("rulebook", "Rulebook", "rulings:index", ("rulings.view_book",), badge=False),
    Place("settings", "Settings", "manage:index", ("tables.change_room", AUDITS), "query", badge=False),
)  # fmt: skip


def places_of(user: AbstractBaseUser | AnonymousUser | None) -> list[Place]:
    """Those that somebody may open; nobody has none."""
    if not isinstance(user, User) or not user.is_active:
        return []
    badge = hasattr(user, "staff")
    return [
        one
        for one in PLACES
        if (badge or not one.badge) and any(user.has_perm(name) for name in one.may)
    ]
