"""Players on file who match a typed alias, or the end of a typed number."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Q
from django.utils import timezone

from players.models import Player
from staff.aliases import canonical_alias
from waitlist.pages.room_snapshot import RoomSnapshot

MOST = 5  # shown
LAST_DIGITS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlayer:
    """A player on file.

    note: where they wait, or when they were last here; on: positions by list, "razz:1".
    """

    name: str
    phone: str  # as it is on file, "" for none
    phone_end: str
    note: str
    on: str


def known_players(text: str, snapshot: RoomSnapshot, now: datetime) -> list[KnownPlayer]:
    """Return the players whose alias contains the text, or whose number ends with its four digits.

    Aliases that begin with the text come first, then by alias. A text without a letter or digit matches no one.
    """
    wanted = canonical_alias(text)[:40]
    if not wanted:
        return []
    is_end = len(wanted) == LAST_DIGITS and wanted.isascii() and wanted.isdecimal()
    fits = Q(alias_key__contains=wanted)
    if is_end:
        fits |= Q(phone__endswith=wanted)
    rows = Player.objects.exclude(alias_key=None).filter(merged_into=None, anonymised_at=None)
    rows = rows.filter(fits)
    starting = list(rows.filter(alias_key__startswith=wanted).order_by("alias")[:MOST])
    others = rows.exclude(pk__in=[row.pk for row in starting]).order_by("alias")[:MOST]
    players = [*starting, *others][:MOST]
    visits = Player.objects.filter(pk__in=[row.pk for row in players]).annotate(
        last=Max("visits__in_at")
    )
    last = dict(visits.values_list("pk", "last"))
    titles = {game.key: game.short_title for game in snapshot.games}
    return [_known(player, snapshot, titles, last.get(player.pk)) for player in players]


def _known(
    player: Player, snapshot: RoomSnapshot, titles: dict[str, str], last: datetime | None
) -> KnownPlayer:
    waits = [(waitlist.key, at) for waitlist, at in snapshot.positions.get(player.key, ())]
    names = [titles[key] for key, _ in waits if key in titles]
    if names:
        note = f"on {' and '.join(names)} now"
    else:
        note = f"last here {timezone.localtime(last):%b %-d}" if last else "not here yet"
    return KnownPlayer(
        name=player.alias,
        phone=player.phone,
        phone_end=f"…{player.phone[-LAST_DIGITS:]}" if player.phone else "",
        note=note,
        on=" ".join(f"{key}:{at}" for key, at in waits),
    )
