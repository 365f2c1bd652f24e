"""Whoever comes into the room is checked in, once: at the desk, or when a name of a list is said to be here."""

from datetime import datetime

from players.identity import kept
from players.models import Player
from players.standing import refuse_unwelcome
from poker.refusal import Refusal
from tables.models import Room, Visit
from tables.welcome import refuse_too_young


def checked_in(*, player: Player, room: Room, by: str, now: datetime) -> tuple[Visit, bool]:
    """The player's visit, and whether it begins now; the caller has the transaction.

    Refuses `player_barred` and the like, `age_unknown`, `too_young`, `alias_needed`.
    """
    # Held, so that nobody is anonymised or merged between the look and the visit.
    found = Player.objects.select_for_update(of=("self",)).get(pk=kept(player).pk)
    refuse_unwelcome(found, now)
    if room.minimum_age is not None and found.born is None:
        raise Refusal("age_unknown", "", name=found.alias, age=room.minimum_age)
    refuse_too_young(found, room.minimum_age, now)
    if found.alias_key is None:
        raise Refusal("alias_needed", "", name=found.alias)
    return Visit.objects.get_or_create(
        player=found, out_at=None, defaults={"room": room, "in_at": now, "in_by": by}
    )
