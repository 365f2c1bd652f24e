"""Which cards are wild (S-180): by rank, by card, or by what was turned up after the last queen."""

from collections.abc import Sequence

import msgspec

from poker.cards import UNKNOWN
from poker.refusal import Refusal


class Wild(msgspec.Struct, frozen=True):
    """Cards that stand for any card: whole ranks such as "39", and single cards."""

    ranks: str = ""
    cards: tuple[str, ...] = ()

    def has(self, card: str) -> bool:
        """Whether a card is wild."""
        return card[0] in self.ranks or card in self.cards

    def split(self, cards: Sequence[str]) -> tuple[tuple[str, ...], int]:
        """The natural cards, and how many are wild."""
        natural = tuple(card for card in cards if not self.has(card))
        return natural, len(cards) - len(natural)


NONE = Wild()
AFTER_QUEEN = "queens_and_after"
WILDS: dict[str, Wild] = {
    "": NONE,
    "baseball": Wild("39"),
    "acey_deucey": Wild("A2"),  # the draw and stud variant of guide 002, not the betting game
    "deuces": Wild("2"),  # no authority: in none of the guides
    "one_eyed_jacks": Wild(cards=("Js", "Jh")),
    "suicide_king": Wild(cards=("Kh",)),
}


def named(name: str, upcards: Sequence[str] = ()) -> Wild:
    """The wild cards of a game by name; `upcards` are all cards turned up so far, in the order dealt."""
    return queens_and_after(upcards) if name == AFTER_QUEEN else WILDS[name]


def queens_and_after(upcards: Sequence[str], *, hidden: bool = True) -> Wild:
    """Queens, and the rank that was turned up after the last queen: at any seat, on any street, folded hands too.

    The guide makes all queens wild; with `hidden` off they are so only when one was turned up, for which there is no
    authority. Refuses an unseen upcard where the last queen, or the card after her, may be.
    """
    queens = [i for i, card in enumerate(upcards) if card[0] == "Q"]
    last = queens[-1] if queens else -1
    if UNKNOWN in upcards[last + 1 :]:
        raise Refusal("cards_unseen", "S-180")
    if not queens:
        return Wild("Q") if hidden else NONE
    return Wild("Q" + "".join(card[0] for card in upcards[last + 1 : last + 2]))
