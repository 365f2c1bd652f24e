"""One random hand of stud: openers, bring-ins and the short deck."""

from typing import Any

from poker import commands as c
from poker.cards import DECK
from poker.rules import HouseRules
from tests.poker.oracle.duel import Duel
from tests.poker.oracle.kinds import (
    BRING_IN,
    BRING_IN_NONE,
    BRING_IN_SHORT,
    FOLDED_DEALT,
    NOBODY,
    HandLeftOut,
)


class StudDuel(Duel):
    """One random hand of stud, with its upcards entered as dealt."""

    def antes(self) -> int:
        return self.dice.choice([1, 2])

    def check_stacks(self) -> None:
        """Do nothing: a short stack matters only when its card is the low one."""

    def forced(self) -> dict[str, Any]:
        return {"bring_in": BRING_IN}

    def house(self) -> HouseRules:
        return HouseRules(odd_chip="all_first", stud_tie="position")

    def deal(self) -> None:
        super().deal()
        self.open()

    def open(self) -> None:
        """Enter the upcards: the round opens at the seat that pokerkit expects first."""
        first = self.state.opener_index
        if self.hand.stage == "opener":
            lie_up = [
                up
                for street in self.game.streets
                for up in (False,) * street.hole + (True,) * street.up
            ]
            for seat in self.live:
                up = [card for card, up in zip(self.hole[seat], lie_up, strict=False) if up]
                self.do(c.ShowUpcards(seat, tuple(up)))
            assert self.hand.opener == first + 1

    def turn(self, seat: int) -> None:
        if self.state.bring_in_status:
            self.bring_in(seat)
        else:
            super().turn(seat)

    def bring_in(self, seat: int) -> None:
        """Post the bring-in, or complete the bet instead."""
        opener = self.hand.opener
        part = self.hand.parts[self.hand.index(opener)]
        if opener != seat:
            assert part.all_in
            assert not part.committed
            raise HandLeftOut(BRING_IN_NONE)
        assert part.committed == self.state.effective_bring_in_amount
        if part.committed < BRING_IN:
            raise HandLeftOut(BRING_IN_SHORT)
        our_bet, their_bet_size = self.their_bet(seat)
        if our_bet and their_bet_size and self.dice.random() < 0.2:
            assert our_bet == their_bet_size
            assert self.raised(seat, our_bet[0])
        else:
            self.state.post_bring_in()

    def their_bet(self, seat: int) -> tuple[tuple[int, int] | None, ...]:
        """Return the opener's full bet; pokerkit ignores the bring-in before it is posted."""
        our_actions = self.ours(seat).raises
        participants = [
            self.hand.parts[self.hand.index(number)] for number in self.live if number != seat
        ]
        if our_actions is None and all((part.stack or 0) <= BRING_IN for part in participants):
            self.differences[NOBODY] += 1
            return None, None
        if our_actions is None and self.hand.parts[self.hand.index(seat)].all_in:
            return None, None  # the bring-in is all it has
        return self.raise_bounds(self.ours(seat))

    def street(self) -> None:
        """Deal the next upcard, or the last card, from the same deck; one common card if the deck is short."""
        self.do(c.CloseStreet(self.hand.still_in()))
        self.state.burn_card("??")
        self.draw(min(1, len(self.deck)))
        if self.hand.board:
            if not any(self.state.board_dealing_counts):
                raise HandLeftOut(FOLDED_DEALT)
            (card,) = self.draw(1) or [self.dice.choice(self.burned_cards)]
            self.do(c.ShowBoard((card,)))
            self.state.deal_board(card)
        else:
            for seat in self.live:
                card = self.deck.pop(0) if self.deck else self.burned_cards.pop()
                self.hole[seat].append(card)
                self.state.deal_hole(card, seat - 1)
        self.open()

    @property
    def burned_cards(self) -> list[str]:
        """Return cards that no player has seen."""
        used_cards = {card for cards in self.hole.values() for card in cards}
        return [card for card in DECK if card not in used_cards]
