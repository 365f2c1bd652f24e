"""The player to add to a waitlist, by card number or alias; a new one for an unknown alias."""

from players.models import Player
from poker.refusal import Refusal
from staff.aliases import alias_checked, canonical_alias
from waitlist.resolve import NEW_PLAYER

NAME_LENGTH = 40


def find_player(text: str) -> tuple[str, str]:
    """Return key and alias of the player with this card number or alias; the key `NEW_PLAYER` for an unknown alias.

    The waitlist command creates a new player in the transaction of the entry, so that a refused entry leaves no player.
    Raises `Refusal`: `name_missing`, `name_long`, `name_unreadable`.
    """
    name = " ".join(text.split())
    if not name:
        raise Refusal("name_missing")
    if len(name) > NAME_LENGTH:
        raise Refusal("name_long", "", longest=NAME_LENGTH)
    # Emoji and their joiners are allowed; characters that control a terminal or the text direction are not.
    if any(not item.isprintable() and item not in "\u200d\ufe0f" for item in name):
        raise Refusal("name_unreadable")
    player = Player.objects.filter(card_number=name).first()
    player = player or Player.objects.filter(alias_key=canonical_alias(alias_checked(name))).first()
    return (player.key, player.alias) if player else (NEW_PLAYER, name)
