"""The newest hands of a kind, such as bomb pots, for the page that finds a hand."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse

from poker.hand_kinds import KINDS
from staff.models import Room
from tables.hand_kind_names import NAMES, kinds_text
from tables.models import HandStart, Table
from tables.models.hands import of_kind

LOOKBACK = timedelta(days=30)
MOST = 50  # hands of a list
ANY = "any"  # every hand with a kind
OPTIONS = ((ANY, "Any but ordinary"), *((kind, NAMES[kind]) for kind in KINDS))


@dataclass(frozen=True, slots=True)
class SpecialHand:
    """A hand with a kind. text: its kinds."""

    table: str
    number: int
    at: datetime
    text: str
    url: str


def special_hands(
    room: Room, kind: str, *, table: Table | None, now: datetime
) -> list[SpecialHand]:
    """Return the newest hands of a kind in a room or at one of its tables, within 30 days.

    kind: one of `OPTIONS`.
    """
    rows = HandStart.objects.filter(at__gt=now - LOOKBACK, undone=False).exclude(kinds="")
    rows = rows.filter(table=table) if table else rows.filter(table__room=room)
    rows = rows.filter(of_kind(kind)) if kind != ANY else rows
    starts = rows.order_by("-at", "-seq").select_related("table")[:MOST]
    return [
        SpecialHand(
            start.table.name,
            start.number,
            start.at,
            kinds_text(start.hand_kinds),
            reverse("replay:hand", args=[room.pk, start.table.name, start.number]),
        )
        for start in starts
    ]
