"""Wild cards (S-180): by rank, by card, or by the card turned up after the last queen."""

from collections.abc import Sequence

import msgspec

from poker.cards import UNKNOWN
from poker.refusal import Refusal


class WildCards(msgspec.Struct, frozen=True):
    """Wild cards: whole ranks such as "39", and single cards."""

    ranks: str = ""
    cards: tuple[str, ...] = ()

    def has(self, card: str) -> bool:
        """Return whether a card is wild."""
        return card[0] in self.ranks or card in self.cards

    def split(self, cards: Sequence[str]) -> tuple[tuple[str, ...], int]:
        """Return the natural cards and the number of wild ones."""
        natural = tuple(card for card in cards if not self.has(card))
        return natural, len(cards) - len(natural)


NONE = WildCards()
AFTER_QUEEN = "queens_and_after"
WILDS: dict[str, WildCards] = {
    "": NONE,
    "baseball": WildCards("39"),
    "acey_deucey": WildCards("A2"),  # the draw and stud variant of guide 002, not the betting game
    "deuces": WildCards("2"),  # no authority: not in the guides
    "one_eyed_jacks": WildCards(cards=("Js", "Jh")),
    "suicide_king": WildCards(cards=("Kh",)),
}


def wild_cards_of(name: str, upcards: Sequence[str] = ()) -> WildCards:
    """Return the wild cards of a game by name; `upcards`: all cards turned up so far, in the order dealt."""
    return queens_and_after(upcards) if name == AFTER_QUEEN else WILDS[name]


def queens_and_after(upcards: Sequence[str], *, hidden: bool = True) -> WildCards:
    """Return queens and the rank turned up after the last queen: at any seat, on any street, including folded hands.

    The guide makes all queens wild; with `hidden` off they are wild only if one was turned up, which has no authority.
    Raises `Refusal` for an unseen upcard that may be the last queen or the card after it.
    """
    queens = [i for i, card in enumerate(upcards) if card[0] == "Q"]
    last = queens[-1] if queens else -1
    if UNKNOWN in upcards[last + 1 :]:
        raise Refusal("cards_unseen", "S-180")
    if not queens:
        return WildCards("Q") if hidden else NONE
    return WildCards("Q" + "".join(card[0] for card in upcards[last + 1 : last + 2]))
