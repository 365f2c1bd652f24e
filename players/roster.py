"""Finding and creating players."""

from django.core.cache import cache
from django.db import transaction

from players.identity import surviving_player
from players.models import Player
from poker.refusal import Refusal
from staff.aliases import alias_checked, canonical_alias

OFFERED_NAMES = 65  # names offered on the tablet, five pages; the desk has the whole list
_CACHE_KEY = "players.names"
_CACHE_SECONDS = 30  # a tap must not wait for a list that hardly changes


def player_named(*, key: str, alias: str) -> Player:
    """Return the player with this key; if the key is empty or equals the alias, the player with the alias, created if
    new.

    Raises `Refusal`: `unknown_player` for an unknown key, and the refusals of `alias_checked`.
    """
    name = " ".join(alias.split())
    if " ".join(key.split()) not in ("", name):
        player = player_known(key)
        if player is None:
            raise Refusal("unknown_player", "S-013", player=key)
        return player
    valid_alias = alias_checked(alias)
    player, is_new = Player.objects.get_or_create(
        alias_key=canonical_alias(valid_alias), defaults={"alias": valid_alias}
    )
    if is_new:
        transaction.on_commit(clear_name_cache)
    return player


def player_by_card_or_alias(text: str) -> Player:
    """Return the player with this card number or alias, created if new.

    Raises `Refusal` as `alias_checked` does.
    """
    value = " ".join(text.split())
    card = Player.objects.filter(card_number=value).first() if value else None
    return surviving_player(card) if card else player_named(key="", alias=value)


def player_known(key: str) -> Player | None:
    """Return the player with a log key, or the one it was merged into; None for recorded hands and unknown keys."""
    if key.startswith("p") and key[1:].isascii() and key[1:].isdecimal() and len(key) < 19:
        player = Player.objects.select_related("merged_into").filter(pk=int(key[1:])).first()
        return surviving_player(player) if player else None
    return None


def names() -> list[dict[str, str]]:
    """Return players who may be offered a seat, by alias; cached for up to half a minute."""
    offered = cached_names()
    if offered is None:
        rows = Player.objects.exclude(alias_key=None).order_by("alias")[: OFFERED_NAMES * 2]
        offered = [{"player": player.key, "name": player.alias} for player in rows]
        cache.set(_CACHE_KEY, offered, _CACHE_SECONDS)
    return offered


def cached_names() -> list[dict[str, str]] | None:
    """Return the cached names without a database query; None if they have expired."""
    entries: list[dict[str, str]] | None = cache.get(_CACHE_KEY)
    return entries


def clear_name_cache() -> None:
    cache.delete(_CACHE_KEY)
