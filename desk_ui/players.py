"""Who is put down: somebody with this card or alias, or somebody new."""

from players.models import Player
from players.roster import player_named
from poker.refusal import Refusal

LONGEST = 40


def player_written(text: str) -> Player:
    """The player whose card number or alias was written; made when nobody has either.

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
    card = Player.objects.filter(card_number=said).first()
    return card or player_named(key="", alias=said)
