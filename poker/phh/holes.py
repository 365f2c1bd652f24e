"""The cards a file gives each player, street by street; draws change them."""

from poker.cards import UNKNOWN
from poker.games import Game
from poker.refusal import Refusal


def held(game: Game, last_street: int) -> int:
    """Return the cards a player has after a street; a draw does not change the number."""
    return sum(street.each for street in game.streets[: last_street + 1])


def faces(game: Game) -> list[bool]:
    """Return, for each card a player gets in dealing order, whether it is face up."""
    return [up for street in game.streets for up in (False,) * street.hole + (True,) * street.up]


class HoleCards:
    """Cards by seat in the order dealt; stud's streets decide which are down or up."""

    def __init__(self, game: Game) -> None:
        self._held = [held(game, street) for street in range(len(game.streets))]
        self._faces = faces(game)
        self._cards: dict[int, list[str]] = {}

    def of(self, seat: int) -> tuple[str, ...]:
        """Return all cards of the seat."""
        return tuple(self._cards.get(seat, ()))

    def full(self, seat: int, street: int) -> bool:
        """Return whether the seat has all cards of the streets up to this one."""
        return len(self._cards.get(seat, ())) >= self._held[street]

    def deal(self, seat: int, cards: tuple[str, ...], street: int) -> None:
        """Deal cards to a seat. Raises `Refusal` for more than the street has."""
        mine = self._cards.setdefault(seat, [])
        most = self._held[street]
        if len(mine) + len(cards) > most:
            raise Refusal(
                "phh_malformed", "", detail=f"player {seat} is dealt more than {most} cards"
            )
        mine += cards

    def discard(self, seat: int, cards: tuple[str, ...]) -> None:
        """Discard cards; a card that the file did not name before was an unseen one."""
        mine = self._cards.setdefault(seat, [])
        for card in cards:
            discarded_card = next((item for item in (card, UNKNOWN) if item in mine), None)
            if discarded_card is None and card == UNKNOWN and mine:
                self._forget(seat)
                discarded_card = UNKNOWN
            if discarded_card is None:
                raise Refusal("phh_malformed", "", detail=f"player {seat} has no {card} to discard")
            mine.remove(discarded_card)

    def _forget(self, seat: int) -> None:
        """Mark the seat's cards as unknown, because the discards were not seen."""
        mine = self._cards[seat]
        mine[:] = [UNKNOWN] * len(mine)

    def up(self, seat: int) -> tuple[str, ...]:
        """Return the upcards in the order dealt (S-042)."""
        mine = self._cards.get(seat, [])
        return tuple(card for card, up in zip(mine, self._faces, strict=False) if up)

    def whole(self, seat: int, hand_cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return a shown hand including the cards the seat was dealt since."""
        return hand_cards + self.of(seat)[len(hand_cards) :]
