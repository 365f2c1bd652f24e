"""Check a player in once per visit: at the desk, or when a call-in is marked as arrived."""

from datetime import datetime

from players.identity import surviving_player
from players.models import Player
from players.standing import refuse_if_barred
from poker.refusal import Refusal
from staff.models import Room
from tables.admission import refuse_too_young
from tables.models import Visit


def ensure_checked_in(*, player: Player, room: Room, by: str, now: datetime) -> tuple[Visit, bool]:
    """Return the player's open visit and whether it was just created; runs in the caller's transaction.

    Raises `Refusal`: `player_barred`, `player_excluded`, `player_suspended`, `age_unknown`,
    `too_young`, `alias_needed`.
    """
    # Locked, so that the player is not anonymized or merged before the visit is stored.
    survivor = Player.objects.select_for_update(of=("self",)).get(pk=surviving_player(player).pk)
    refuse_if_barred(survivor, now)
    if room.minimum_age is not None and survivor.born is None:
        raise Refusal("age_unknown", "", name=survivor.alias, age=room.minimum_age)
    refuse_too_young(survivor, room.minimum_age, now)
    if survivor.alias_key is None:
        raise Refusal("alias_needed", "", name=survivor.alias)
    return Visit.objects.get_or_create(
        player=survivor, out_at=None, defaults={"room": room, "in_at": now, "in_by": by}
    )
