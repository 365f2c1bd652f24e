"""The sanction ladder of a room: its own from a day on, else the file's (H-42)."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Max

from players.models import Player
from rulings.incidents.ladder import Step, ladder
from rulings.incidents.models import Incident, Ladder
from tables.models import Visit


def ladder_at(room_id: int | None, now: datetime) -> Ladder | None:
    """The version that counts in a room; None where the file's ladder does."""
    if room_id is None:
        return None
    begun = Ladder.objects.filter(room_id=room_id, effective_from__lte=now)
    return begun.order_by("-effective_from", "-number").first()


def steps_at(room_id: int | None, now: datetime) -> tuple[Step, ...]:
    """What the house would do in a room, from the mildest to the last."""
    found = ladder_at(room_id, now)
    return steps_of(found) if found else ladder()


def steps_of(version: Ladder) -> tuple[Step, ...]:
    """A version's steps."""
    return tuple(Step(kind, hours) for kind, hours in version.steps)


def ladder_publish(
    *,
    room_id: int,
    steps: Sequence[Step],
    reason: str,
    effective_from: datetime,
    by: str,
    now: datetime,
) -> Ladder:
    """The room's next ladder, of steps that will do; the caller holds the room."""
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
    """Whose ladder counts for somebody: of the room where he is, else of his last incident; None for neither."""
    return rooms_of([player]).get(player.pk)


def rooms_of(players: Iterable[Player]) -> dict[int, int]:
    """The same for many by their numbers, in three questions; without those for whom there is none."""
    roots = {player.pk: player.merged_into_id or player.pk for player in players}
    whose = {root: root for root in roots.values()}
    merged = Player.objects.filter(merged_into__in=list(whose)).order_by()
    whose |= {pk: root for pk, root in merged.values_list("pk", "merged_into") if root}
    last = Incident.objects.filter(player__in=list(whose)).order_by("at", "pk")
    here = Visit.objects.filter(player__in=list(whose), out_at=None).order_by("in_at", "pk")
    found: dict[int, int] = {}
    for rows in (last.values_list("player", "table__room"), here.values_list("player", "room")):
        found |= {whose[number]: room for number, room in rows}
    return {pk: found[root] for pk, root in roots.items() if root in found}
