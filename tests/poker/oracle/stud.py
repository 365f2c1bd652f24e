"""One random hand of stud: openers, bring-ins and the deck that runs short."""

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
    LeftOut,
)


class StudDuel(Duel):
    """One random hand of stud, its upcards entered as they lie."""

    def antes(self) -> int:
        return self.dice.choice([1, 2])

    def check_stacks(self) -> None:
        """What a short stack brings is seen when its card is the low one."""

    def forced(self) -> dict[str, Any]:
        return {"bring_in": BRING_IN}

    def house(self) -> HouseRules:
        return HouseRules(odd_chip="all_first", stud_tie="position")

    def deal(self) -> None:
        super().deal()
        self.open()

    def open(self) -> None:
        """Enter the upcards: the round opens by itself, at the seat that pokerkit asks first."""
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
        """The forced open, or the bet in full instead of it."""
        opener = self.hand.opener
        part = self.hand.parts[self.hand.index(opener)]
        if opener != seat:
            assert part.all_in
            assert not part.committed
            raise LeftOut(BRING_IN_NONE)
        assert part.committed == self.state.effective_bring_in_amount
        if part.committed < BRING_IN:
            raise LeftOut(BRING_IN_SHORT)
        mine, theirs = self.their_bet(seat)
        if mine and theirs and self.dice.random() < 0.2:
            assert mine == theirs
            assert self.raised(seat, mine[0])
        else:
            self.state.post_bring_in()

    def their_bet(self, seat: int) -> tuple[tuple[int, int] | None, ...]:
        """What the opener may bet in full. Theirs counts the bring-in for nothing before it is posted."""
        ours = self.ours(seat)["raise"]
        participants = [
            self.hand.parts[self.hand.index(number)] for number in self.live if number != seat
        ]
        if ours is None and all((part.stack or 0) <= BRING_IN for part in participants):
            self.differences[NOBODY] += 1
            return None, None
        if ours is None and self.hand.parts[self.hand.index(seat)].all_in:
            return None, None  # the bring-in is all it has
        return self.compared(self.ours(seat))

    def street(self) -> None:
        """The next upcard, or the last card, from the same deck; one for all where it runs short."""
        self.do(c.CloseStreet(self.hand.still_in()))
        self.state.burn_card("??")
        self.draw(min(1, len(self.deck)))
        if self.hand.board:
            if not any(self.state.board_dealing_counts):
                raise LeftOut(FOLDED_DEALT)
            (card,) = self.draw(1) or [self.dice.choice(self.burned)]
            self.do(c.ShowBoard((card,)))
            self.state.deal_board(card)
        else:
            for seat in self.live:
                card = self.deck.pop(0) if self.deck else self.burned.pop()
                self.hole[seat].append(card)
                self.state.deal_hole(card, seat - 1)
        self.open()

    @property
    def burned(self) -> list[str]:
        """Cards that nobody has seen."""
        known = {card for cards in self.hole.values() for card in cards}
        return [card for card in DECK if card not in known]
