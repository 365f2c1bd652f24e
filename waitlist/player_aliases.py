"""The alias of a player at the tables and on the waitlists: a change in the registry changes it there too.

Seats, lock-ups and waitlist entries have the player's key and an alias for screens, because a tablet shows names
without the registry. Each log gets an event with the new alias, so that every screen and tablet follows.
"""

from datetime import datetime
from uuid import uuid4

from django.db import transaction

from players.identity import keys_of
from players.models import Player, PlayerChange
from players.registry import PlayerInput, player_change
from poker import commands
from tables.actions import execute_inside_transaction
from tables.admission import tables_naming
from waitlist.actions import WAITLIST
from waitlist.every_room import lock_tables_and_waitlists
from waitlist.models import RoomWaitlistLog
from waitlist.rules.commands import RenamePlayer


def player_edit(
    *, player: Player, player_input: PlayerInput, by: str, now: datetime
) -> list[PlayerChange]:
    """Store the changed fields of a player and return the changes. A new alias appears in every room.

    Raises `Refusal` as `player_change` does.
    """
    if player_input.alias is None:
        return player_change(player=player, player_input=player_input, by=by, now=now)
    with transaction.atomic():
        lock_tables_and_waitlists()  # before the players, as everywhere
        changes = player_change(player=player, player_input=player_input, by=by, now=now)
        if any(change.field == "alias" for change in changes):
            alias_show(player=player, by=by, now=now)
    return changes


def alias_show(*, player: Player, by: str, now: datetime) -> None:
    """Update the alias in every seat, lock-up and waitlist entry of a player, in the caller's transaction."""
    alias = Player.objects.values_list("alias", flat=True).get(pk=player.pk)
    logs = list(RoomWaitlistLog.objects.order_by("pk").values_list("pk", flat=True))
    table_ids = tables_naming(keys_of(player))
    for key in keys_of(player):
        for table_id in table_ids:
            execute_inside_transaction(
                table_id=table_id,
                command_id=uuid4().hex,
                seen=None,
                command=commands.RenamePlayer(key, alias),
                actor=by,
                now=now,
            )
        for lists_id in logs:
            WAITLIST.execute_inside_transaction(
                lists_id, RenamePlayer(key, alias), command_id=uuid4().hex, actor=by, now=now
            )
