"""The table while a command is decided, and the checks that many commands share."""

from banked.rules.cards import is_card, rank_of
from banked.rules.evolve import evolve
from banked.rules.state import BankedTable, BoxHand, Round, RoundBox
from banked.rules.walk import BankedStep, step
from poker.events.base import Event
from poker.logs.outcome import Draft as BaseDraft
from poker.refusal import Refusal

LICENSE = "58 Pa. Code § 635a.12"


class Draft(BaseDraft[BankedTable, Event]):
    """A table and the events recorded so far."""

    def __init__(self, state: BankedTable) -> None:
        super().__init__(state, evolve)

    @property
    def table(self) -> BankedTable:
        return self.state

    @property
    def step(self) -> BankedStep:
        return step(self.state)

    @property
    def round(self) -> Round:
        """Return the round in progress. Raises `Refusal`: `no_round`."""
        if self.state.round is None:
            raise Refusal("no_round", "", step=self.step.kind)
        return self.state.round

    def box(self, number: int) -> RoundBox:
        """Return a box that plays in the round. Raises `Refusal`: `no_round`, `empty_box`."""
        box = self.round.box(number)
        if box is None:
            raise Refusal("empty_box", "", box=number)
        return box

    def hand(self, box: int, number: int) -> BoxHand:
        """Return a hand. Raises `Refusal`: `no_round`, `empty_box`, `no_such_box_hand`."""
        hands = self.box(box).hands
        if number > len(hands):
            raise Refusal("no_such_box_hand", "", box=box, hand=number, hands=len(hands))
        return hands[number - 1]

    def require_open(self) -> None:
        """Raise `Refusal`: `table_closed`."""
        if not self.state.is_open:
            raise Refusal("table_closed", "S-005", table=self.state.name)

    def require_between_rounds(self) -> None:
        """Raise `Refusal`: `table_closed`, `round_running`."""
        self.require_open()
        if self.state.round is not None:
            raise Refusal("round_running", "", round=self.state.round.number)

    def require_box(self, number: int) -> None:
        """Raise `Refusal`: `no_such_box`."""
        if self.state.box(number) is None:
            raise Refusal("no_such_box", "", box=number, boxes=len(self.state.boxes))

    def require_cards(self) -> None:
        """Raise `Refusal`: `cards_not_logged`."""
        if self.round.tracking != "cards":
            raise Refusal("cards_not_logged", "", table=self.state.name)

    def require_card(self, card: str) -> None:
        """Raise `Refusal`: `bad_banked_card`, `ten_in_shoe`, `too_many_of_a_rank`."""
        if not is_card(card):
            raise Refusal("bad_banked_card", "", card=card)
        if rank_of(card) in self.state.plaque.rules.missing:
            raise Refusal("ten_in_shoe", "", card=card, game=self.state.plaque.title)
        shoe = self.state.shoe
        if shoe is not None and not shoe.has(card):
            raise Refusal("too_many_of_a_rank", "", card=rank_of(card), decks=shoe.decks)

    def require_shoe(self) -> None:
        """Raise `Refusal`: `no_shoe`, `shoe_empty`."""
        shoe = self.state.shoe
        if shoe is None:
            raise Refusal("no_shoe", "58 Pa. Code § 685a.7 (c)", table=self.state.name)
        if shoe.left < 1:
            raise Refusal("shoe_empty", "", cards=shoe.cards)

    def require_turn(self, box: int, number: int) -> BoxHand:
        """Return the hand whose player decides now.

        Raises `Refusal`: `no_round`, `empty_box`, `no_such_box_hand`, `box_hand_over`, `needs_a_card`, `not_your_turn`.
        """
        self.require_cards()
        hand = self.hand(box, number)
        if hand.end:
            raise Refusal("box_hand_over", "", box=box, hand=number, total=hand.total, end=hand.end)
        turn = self.step
        if (turn.box, turn.hand) != (box, number) or turn.kind not in ("card", "decision"):
            raise Refusal("not_your_turn", "", box=box, hand=number, step=turn.kind, turn=turn.box)
        if turn.kind == "card":
            raise Refusal("needs_a_card", "", box=box, hand=number)
        return hand
