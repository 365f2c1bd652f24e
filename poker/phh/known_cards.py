"""Where each card that a file names is: with a player, on the board or discarded (S-019)."""

from collections.abc import Callable, Collection

from poker.cards import UNKNOWN
from poker.refusal import Refusal

BOARD = 0  # a player's cards are at the seat's number
DISCARDED = -1
Live = Callable[[], Collection[int]]  # returns the seats that have not folded


class KnownCards:
    """The place of each named card; unseen cards have no place.

    `short`: the deck ran short, so that cards out of play may be dealt again.
    """

    def __init__(self) -> None:
        self.short = False
        self._places: dict[str, int] = {}

    def deal(self, place: int, cards: tuple[str, ...], live: Live) -> None:
        """Deal cards to a seat or to the board.

        Raises `Refusal` for a card that was dealt before.
        """
        for card in cards:
            if card == UNKNOWN:
                continue
            if card in self._places and self._in_play(card, live):
                raise _malformed(f"{card} is dealt twice: it is {self._where(card)}")
            self._places[card] = place

    def show(
        self, seat: int, cards: tuple[str, ...], hole_cards: tuple[str, ...], live: Live
    ) -> None:
        """Show cards of a seat that was dealt `hole_cards`. Raises `Refusal` for a card that it cannot hold."""
        if len(cards) > len(hole_cards):
            raise _malformed(
                f"player {seat} shows {len(cards)} cards but was dealt {len(hole_cards)}"
            )
        for card in cards:
            if card == UNKNOWN:
                continue
            if self._places.get(card) == seat:
                continue
            if self._in_play(card, live):
                raise _malformed(f"player {seat} shows {card}, which is {self._where(card)}")
            self._places[card] = seat
            if len(self._of(seat)) > len(hole_cards):
                raise _malformed(f"player {seat} shows {card}, which the player was not dealt")

    def discard(
        self, seat: int, cards: tuple[str, ...], hole_cards: tuple[str, ...], live: Live
    ) -> None:
        """Discard cards of a seat that held `hole_cards`. An unseen discard may have been any of its cards."""
        for card in cards:
            if card != UNKNOWN:
                self.show(seat, (card,), hole_cards, live)
                self._places[card] = DISCARDED
        unseen = cards.count(UNKNOWN)
        if not unseen:
            return
        named_cards = self._of(seat)
        if unseen > hole_cards.count(UNKNOWN) or not named_cards <= set(hole_cards):
            for card in named_cards:
                del self._places[card]

    def _in_play(self, card: str, live: Live) -> bool:
        place = self._places.get(card)
        return place is not None and (not self.short or place == BOARD or place in live())

    def _of(self, seat: int) -> set[str]:
        return {card for card, place in self._places.items() if place == seat}

    def _where(self, card: str) -> str:
        place = self._places[card]
        if place == DISCARDED:
            return "among the discards"
        return "on the board" if place == BOARD else f"with player {place}"


def _malformed(detail: str) -> Refusal:
    return Refusal("phh_malformed", "S-019", detail=detail)
