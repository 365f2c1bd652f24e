"""The sanction ladder of a room: a custom one from its effective date on, otherwise the file's (H-42)."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Max

from players.models import Player
from rulings.incidents.ladder import LadderStep, ladder
from rulings.incidents.models import Incident, Ladder
from tables.models import Visit


def ladder_at(room_id: int | None, now: datetime) -> Ladder | None:
    """Return the version in effect in a room; None if the file's ladder applies."""
    if room_id is None:
        return None
    ladders = Ladder.objects.filter(room_id=room_id, effective_from__lte=now)
    return ladders.order_by("-effective_from", "-number").first()


def steps_at(room_id: int | None, now: datetime) -> tuple[LadderStep, ...]:
    """Return the steps in effect in a room, from the mildest to the most severe."""
    version = ladder_at(room_id, now)
    return steps_of(version) if version else ladder()


def steps_of(version: Ladder) -> tuple[LadderStep, ...]:
    """Return the steps of a version."""
    return tuple(LadderStep(kind, hours) for kind, hours in version.steps)


def ladder_publish(
    *,
    room_id: int,
    steps: Sequence[LadderStep],
    reason: str,
    effective_from: datetime,
    by: str,
    now: datetime,
) -> Ladder:
    """Publish the room's next ladder. The caller has validated the steps and locked the room."""
    last: int = Ladder.objects.filter(room_id=room_id).aggregate(last=Max("number"))["last"] or 0
    return Ladder.objects.create(
        room_id=room_id,
        number=last + 1,
        steps=[[step.kind, step.hours] for step in steps],
        reason=reason,
        effective_from=effective_from,
        by=by,
        at=now,
    )


def room_of(player: Player) -> int | None:
    """Return the room whose ladder applies to a player: where they are, or the room of their last incident, or None."""
    return rooms_of([player]).get(player.pk)


def rooms_of(players: Iterable[Player]) -> dict[int, int]:
    """Return the rooms of several players by primary key, in three queries. Players without a room are omitted."""
    roots = {player.pk: player.merged_into_id or player.pk for player in players}
    survivors = {root: root for root in roots.values()}
    merged_players = Player.objects.filter(merged_into__in=list(survivors)).order_by()
    survivors |= {pk: root for pk, root in merged_players.values_list("pk", "merged_into") if root}
    last = Incident.objects.filter(player__in=list(survivors)).order_by("at", "pk")
    visits = Visit.objects.filter(player__in=list(survivors), out_at=None).order_by("in_at", "pk")
    versions_by_room: dict[int, int] = {}
    for rows in (last.values_list("player", "table__room"), visits.values_list("player", "room")):
        versions_by_room |= {survivors[number]: room for number, room in rows}
    return {pk: versions_by_room[root] for pk, root in roots.items() if root in versions_by_room}
