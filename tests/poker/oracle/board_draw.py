"""One random hand of drawmaha: draws, then a board card on the same street."""

from poker import commands as c
from poker.rules import HouseRules
from tests.poker.oracle.duel import Duel


class BoardDrawDuel(Duel):
    """One random hand with a draw before the turn; the deck never runs short with its few seats."""

    def house(self) -> HouseRules:
        return HouseRules(
            odd_chip="all_first",
            draw_order="in_turn" if self.dice.random() < 0.5 else "announce",
        )

    def street(self) -> None:
        street = self.game.streets[self.hand.street + 1]
        if not street.draw:
            super().street()
            return
        drawn: dict[int, int] = {}
        for seat in self.live:
            assert self.state.stand_patter_or_discarder_index == seat - 1
            discards = self.dice.sample(self.hole[seat], self.dice.randint(0, street.draw))
            self.state.stand_pat_or_discard("".join(discards))
            self.hole[seat] = [card for card in self.hole[seat] if card not in discards]
            drawn[seat] = len(discards)
            self.do(c.Draw(seat, len(discards)))
        for seat, count in drawn.items():
            for card in self.draw(count):
                self.hole[seat].append(card)
                self.state.deal_hole(card, seat - 1)
        self.state.burn_card("??")
        cards = self.draw(street.board)
        known = self.hand.board[: -street.board]
        self.do(c.ShowBoard((*known, *cards)))
        self.state.deal_board("".join(cards))
