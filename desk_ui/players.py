"""Who is put down: somebody with this card or alias, or somebody new."""

from players.aliases import alias_checked, same
from players.models import Player
from poker.refusal import Refusal
from tables.lists.doors import NEW

LONGEST = 40


def player_written(text: str) -> tuple[str, str]:
    """Key and alias of whose card number or alias was written; `NEW` when nobody has either.

    A new player is made by the lists, in one transaction with the name: a refused name leaves nobody behind.
    Refuses `name_missing`, `name_long`, `name_unreadable`.
    """
    said = " ".join(text.split())
    if not said:
        raise Refusal("name_missing")
    if len(said) > LONGEST:
        raise Refusal("name_long", "", longest=LONGEST)
    # Emoji are fine, the joiners inside them too; what steers a terminal or turns the text around is not.
    if any(not one.isprintable() and one not in "\u200d\ufe0f" for one in said):
        raise Refusal("name_unreadable")
    found = Player.objects.filter(card_number=said).first()
    found = found or Player.objects.filter(alias_key=same(alias_checked(said))).first()
    return (found.key, found.alias) if found else (NEW, said)
