"""Finding and making players."""

from django.core.cache import cache
from django.db import transaction

from players.aliases import alias_checked, same
from players.identity import kept
from players.models import Player
from poker.refusal import Refusal

SHORT_LIST = 65  # names that the tablet offers, five pages; the desk has the whole list
_NAMES = "players.names"
_FRESH = 30  # seconds; a tap must not wait for a list that hardly changes


def player_named(*, key: str, alias: str) -> Player:
    """The player with this key; with a name for a key, or none, whoever has the alias, made when new.

    Refuses `unknown_player`: a key that nobody has is no new player; and what `alias_checked` refuses.
    """
    name = " ".join(alias.split())
    if " ".join(key.split()) not in ("", name):
        known = player_known(key)
        if known is None:
            raise Refusal("unknown_player", "S-013", player=key)
        return known
    checked = alias_checked(alias)
    player, made = Player.objects.get_or_create(
        alias_key=same(checked), defaults={"alias": checked}
    )
    if made:
        transaction.on_commit(names_forget)
    return player


def player_said(text: str) -> Player:
    """Whose card number or alias was written; made when nobody has either. Refuses what `alias_checked` refuses."""
    said = " ".join(text.split())
    card = Player.objects.filter(card_number=said).first() if said else None
    return kept(card) if card else player_named(key="", alias=said)


def player_known(key: str) -> Player | None:
    """The player whom the log calls so, or who that one turned out to be; None for recorded hands and for nobody's."""
    if key.startswith("p") and key[1:].isascii() and key[1:].isdecimal() and len(key) < 19:
        found = Player.objects.select_related("merged_into").filter(pk=int(key[1:])).first()
        return kept(found) if found else None
    return None


def names() -> list[dict[str, str]]:
    """Players who may be offered a seat, by alias; at most half a minute old."""
    known = names_at_hand()
    if known is None:
        rows = Player.objects.exclude(alias_key=None).order_by("alias")[: SHORT_LIST * 2]
        known = [{"player": player.key, "name": player.alias} for player in rows]
        cache.set(_NAMES, known, _FRESH)
    return known


def names_at_hand() -> list[dict[str, str]] | None:
    """The names without asking the database, None when they are too old."""
    known: list[dict[str, str]] | None = cache.get(_NAMES)
    return known


def names_forget() -> None:
    """The list has changed."""
    cache.delete(_NAMES)
