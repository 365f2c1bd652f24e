"""What is to be said although somebody may be seated: with whom he shares no game, where else he sits."""

from collections.abc import Collection, Mapping
from typing import Any

from players.apart import kept_from
from players.identity import keys_of
from players.roster import player_known
from poker.refusal import Refusal
from tables.models import Table


def warned(table_id: int, view: Mapping[str, Any], keys: Collection[str]) -> Refusal | None:
    """What is to be said of players who have just sat down, by their keys."""
    for seat in view["seats"]:
        if seat["player"] and seat["player"] in keys:
            told = beside(view, seat["player"], seat["name"]) or elsewhere(table_id, seat["player"])
            if told is not None:
                return told
    return None


def beside(view: Mapping[str, Any], key: str, name: str) -> Refusal | None:
    """Somebody at a table with whom the house lets this player share no game (S-016, S-017)."""
    player = player_known(key)
    apart = kept_from(player) if player else {}
    for other in view.get("seats", ()) if apart else ():
        sitter = player_known(other["player"] or "")
        if sitter is not None and sitter.pk in apart:
            facts = {"name": name, "other": other["name"], "seat": other["seat"]}
            return Refusal("players_apart", "S-017", **facts)
    return None


def refuse_apart(view: Mapping[str, Any], key: str, name: str) -> None:
    """Refuses `players_apart` where desk or floor would seat somebody; a tablet, which holds nobody up, is warned."""
    told = beside(view, key, name)
    if told is not None:
        raise told


def elsewhere(table_id: int, key: str) -> Refusal | None:
    """The other seat of a player who sits at two tables of the house."""
    player = player_known(key)
    keys = keys_of(player) if player else [key]
    for table in Table.objects.select_related("stream").exclude(pk=table_id).order_by("name"):
        for other in table.view.get("seats", []):
            if other["player"] and other["player"] in keys:
                return sits_too(other["name"], table.name, other["seat"])
    return None


def sits_too(name: str, table: str, seat: int) -> Refusal:
    """A player has this other seat."""
    return Refusal("player_elsewhere", "", name=name, table=table, seat=seat)
