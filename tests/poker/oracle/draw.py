"""One random hand of a draw game: draws in turn or announced, rebuilt decks."""

from poker import commands as c
from poker.cards import DECK
from poker.rules import HouseRules
from poker.view import view
from tests.poker.oracle.duel import Duel


class DrawDuel(Duel):
    """One random hand of a draw game."""

    def house(self) -> HouseRules:
        return HouseRules(
            odd_chip="all_first",
            draw_order="in_turn" if self.dice.random() < 0.5 else "announce",
            draw_shortage="others",
            draw_shortage_burns=True,
        )

    def street(self) -> None:
        """Each player announces a number, then all are dealt; a short deck is rebuilt without their cards."""
        max_cards = self.game.streets[self.hand.street + 1].draw
        drawn_cards = {}
        thrown: list[str] = []
        for seat in self.live:
            assert self.state.stand_patter_or_discarder_index == seat - 1
            discards = self.dice.sample(self.hole[seat], self.dice.randint(0, max_cards))
            self.state.stand_pat_or_discard("".join(discards))
            self.hole[seat] = [card for card in self.hole[seat] if card not in discards]
            drawn_cards[seat] = len(discards)
            thrown += discards
            self.do(c.Draw(seat, len(discards)))
            while self.next_step() == "rebuild":
                self.do(c.RebuildDeck())
        self.state.burn_card("??")
        held_cards = {card for cards in self.hole.values() for card in cards}
        unseen = [card for card in DECK if card not in {*thrown, *held_cards}]
        reused_cards = [card for card in thrown if card not in unseen]
        self.deck = self.dice.sample(unseen, len(unseen)) + self.dice.sample(
            reused_cards, len(reused_cards)
        )
        for seat, count in drawn_cards.items():
            for card in self.draw(count):
                self.hole[seat].append(card)
                self.state.deal_hole(card, seat - 1)
        assert self.hand.stage != "draw"

    def next_step(self) -> str:
        """Return the next step of our dealer."""
        view_data = view(self.table)
        return str(view_data.step.kind)
