"""The cards that a file says each player was dealt, street by street; draws change them."""

from poker.cards import UNKNOWN
from poker.games import Game
from poker.refusal import Refusal


def held(game: Game, street: int) -> int:
    """Cards that a player has once this street was dealt; a draw leaves as many as there were."""
    return sum(one.each for one in game.streets[: street + 1])


def faces(game: Game) -> list[bool]:
    """Of the cards that a player gets, in the order dealt: whether each lies face up."""
    return [up for one in game.streets for up in (False,) * one.hole + (True,) * one.up]


class Holes:
    """Cards by seat in the order dealt: those of stud's streets lie where their street says, down or up."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._faces = faces(game)
        self._cards: dict[int, list[str]] = {}

    def of(self, seat: int) -> tuple[str, ...]:
        """All that the seat holds."""
        return tuple(self._cards.get(seat, ()))

    def full(self, seat: int, street: int) -> bool:
        """Whether the seat has all cards of the streets up to this one."""
        return len(self._cards.get(seat, ())) >= held(self._game, street)

    def deal(self, seat: int, cards: tuple[str, ...], street: int) -> None:
        """Cards to a seat. Refuses more than the street has."""
        mine = self._cards.setdefault(seat, [])
        most = held(self._game, street)
        if len(mine) + len(cards) > most:
            raise Refusal(
                "phh_malformed", "", detail=f"player {seat} is dealt more than {most} cards"
            )
        mine += cards

    def discard(self, seat: int, cards: tuple[str, ...]) -> None:
        """Cards given up for others. One that the file did not name before was one of the unseen."""
        mine = self._cards.setdefault(seat, [])
        for card in cards:
            gone = next((one for one in (card, UNKNOWN) if one in mine), None)
            if gone is None and card == UNKNOWN and mine:
                self._forget(seat)
                gone = UNKNOWN
            if gone is None:
                raise Refusal("phh_malformed", "", detail=f"player {seat} has no {card} to discard")
            mine.remove(gone)

    def _forget(self, seat: int) -> None:
        """Which ones were given up was not seen, so what is left is not known either."""
        mine = self._cards[seat]
        mine[:] = [UNKNOWN] * len(mine)

    def up(self, seat: int) -> tuple[str, ...]:
        """The upcards in the order dealt (S-042)."""
        mine = self._cards.get(seat, [])
        return tuple(card for card, up in zip(mine, self._faces, strict=False) if up)

    def whole(self, seat: int, shown: tuple[str, ...]) -> tuple[str, ...]:
        """A hand that was turned up, with what the seat was dealt since."""
        return shown + self.of(seat)[len(shown) :]
