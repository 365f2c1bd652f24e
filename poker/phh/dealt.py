"""The cards of a hand as a file reports them: dealt street by street, draws, the board."""

from collections.abc import Iterator

from poker import events as e
from poker.cards import UNKNOWN
from poker.events import Event
from poker.games import Game
from poker.phh.action_order import Action, RoundRecord
from poker.phh.holes import faces
from poker.refusal import Refusal
from poker.state import Hand


class DealtCards:
    """Adds the dealer's lines to the actions as events arrive; at the end it has the cards of the hand."""

    def __init__(self, game: Game, actions: list[Action | RoundRecord]) -> None:
        self._game = game
        self._actions = actions
        self._drawing: dict[int, int] = {}  # seat to cards drawn, during a draw
        self._changed: set[int] = set()  # seats that drew
        self._up: dict[int, tuple[str, ...]] = {}
        self._lies_up: dict[int, int] = {}  # upcards dealt, by seat
        self._shown: dict[int, tuple[str, ...]] = {}
        self._last = 0  # index of the action where stud's last street starts
        self._given: dict[int, int] = {}  # cards reported so far, by seat

    def take(self, event: Event, hand: Hand | None) -> None:
        """Process one event, with the hand after it."""
        handler = getattr(self, f"on_{type(event).__name__}", None)
        if handler is not None and hand is not None:
            handler(event, hand)

    # Each method below is named after its event.

    def on_HoleCardsDealt(self, event: e.HoleCardsDealt, hand: Hand) -> None:
        self._players(event.order, event.each, event.up)

    def on_StreetDealt(self, event: e.StreetDealt, hand: Hand) -> None:
        # For everyone: seats already out are dropped when the acts are ordered, and a fold may be
        # undone.
        if not event.more:
            all_seats = tuple(part.seat for part in hand.parts)
            self._players(all_seats, event.down + event.up, event.up)

    def _players(self, seats: tuple[int, ...], each: int, up: int) -> None:
        self._actions += [(seat, f"dh {each}") for seat in seats]
        for seat in seats:
            self._lies_up[seat] = self._lies_up.get(seat, 0) + up

    def on_BoardDealt(self, event: e.BoardDealt, hand: Hand) -> None:
        self._actions.append((0, "d db " + "".join(event.cards)))

    def on_CommonCardDealt(self, event: e.CommonCardDealt, hand: Hand) -> None:
        self._actions.append((0, f"d db {UNKNOWN}"))

    def on_BoardShown(self, event: e.BoardShown, hand: Hand) -> None:
        remaining = list(event.cards)
        for i, action in enumerate(self._actions):
            if not isinstance(action, RoundRecord) and action[0] == 0:
                count = len(action[1].removeprefix("d db ")) // 2
                self._actions[i] = (0, "d db " + "".join(remaining[:count]))
                remaining = remaining[count:]

    def on_UpcardsShown(self, event: e.UpcardsShown, hand: Hand) -> None:
        self._up[event.seat] = event.cards

    def on_HandShown(self, event: e.HandShown, hand: Hand) -> None:
        self._shown[event.seat] = event.cards

    def on_LastCardPlanned(self, event: e.LastCardPlanned, hand: Hand) -> None:
        self._last = len(self._actions)

    def on_CountsCorrected(self, event: e.CountsCorrected, hand: Hand) -> None:
        if event.again:  # the last street is redealt (H-14)
            del self._actions[self._last :]

    def on_DrawOpened(self, event: e.DrawOpened, hand: Hand) -> None:
        self._drawing = {part.seat: 0 for part in hand.parts}

    def on_CardsDrawn(self, event: e.CardsDrawn, hand: Hand) -> None:
        if event.unsaid:
            raise Refusal("phh_not_followed")
        self._drawing[event.seat] = event.stated
        if event.stated:
            self._changed.add(event.seat)

    def flush(self) -> None:
        """Write a finished draw: first each seat's discards, then its new cards, as the format requires."""
        drawn = self._drawing
        self._drawing = {}
        self._actions += [(seat, f"sd {count}") for seat, count in drawn.items()]
        self._actions += [(seat, f"dh {count}") for seat, count in drawn.items() if count]

    def words(self, player: str, seat: int, text: str) -> str:
        """Return a line with its cards; must be called in the order of the actions."""
        match text.split():
            case ["dh", number]:
                count = int(number)
                since = self._given.get(seat, 0)
                self._given[seat] = since + count
                message = [*self._faces(seat), *[UNKNOWN] * (since + count)]
                return f"d dh {player} {''.join(message[since : since + count])}"
            case ["sd", number]:
                return f"{player} sd {UNKNOWN * int(number)}".rstrip()
        return f"{player} {text}"

    def _faces(self, seat: int) -> Iterator[str]:
        """Yield a seat's cards in the order dealt, as far as known; after a draw they are unknown."""
        if seat in self._changed:
            return
        hand_cards = self._shown.get(seat, ())
        up = self._up.get(seat, ())
        lie_up = faces(self._game)
        if len(up) < self._lies_up.get(seat, 0) or UNKNOWN in up:
            hand_cards = ()  # their order is unknown
        downs = iter([card for card in hand_cards if card not in up])
        ups = iter(up)
        for face_up in lie_up:
            yield next(ups if face_up else downs, UNKNOWN)
