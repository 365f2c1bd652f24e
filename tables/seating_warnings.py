"""Seating warnings that do not block: a separated player at the table, or a second seat elsewhere."""

from collections.abc import Collection, Mapping
from typing import Any

from players.identity import keys_of
from players.roster import player_known
from players.separation import separations_of
from poker.refusal import Refusal
from tables.models import Table


def seating_warning(
    table_id: int, view: Mapping[str, Any], keys: Collection[str]
) -> Refusal | None:
    """Return the first warning about players who have just been seated, by their keys; None if there is none."""
    for seat in view["seats"]:
        if seat["player"] and seat["player"] in keys:
            refusal = separation_at_table(view, seat["player"], seat["name"]) or second_seat(
                table_id, seat["player"]
            )
            if refusal is not None:
                return refusal
    return None


def separation_at_table(view: Mapping[str, Any], key: str, name: str) -> Refusal | None:
    """Return a refusal if a player from whom this player is kept apart sits at the table (S-016, S-017)."""
    player = player_known(key)
    separated = separations_of(player) if player else {}
    for other in view.get("seats", ()) if separated else ():
        sitter = player_known(other["player"] or "")
        if sitter is not None and sitter.pk in separated:
            facts = {"name": name, "other": other["name"], "seat": other["seat"]}
            return Refusal("players_apart", "S-017", **facts)
    return None


def refuse_apart(view: Mapping[str, Any], key: str, name: str) -> None:
    """Raise `Refusal`: `players_apart` when desk or floor seat a player. A tablet only shows the warning."""
    refusal = separation_at_table(view, key, name)
    if refusal is not None:
        raise refusal


def second_seat(table_id: int, key: str) -> Refusal | None:
    """Return the refusal for a player's seat at another table of the house; None if there is none."""
    player = player_known(key)
    keys = keys_of(player) if player else [key]
    for table in Table.objects.select_related("stream").exclude(pk=table_id).order_by("name"):
        for other in table.view.get("seats", []):
            if other["player"] and other["player"] in keys:
                return second_seat_refusal(other["name"], table.name, other["seat"])
    return None


def second_seat_refusal(name: str, table: str, seat: int) -> Refusal:
    """Return the refusal for a player who has this other seat."""
    return Refusal("player_elsewhere", "", name=name, table=table, seat=seat)
