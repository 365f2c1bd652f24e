"""One random hand of a draw game: draws in turn or announced, decks that are made up."""

from typing import Any

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
        """Each says how many, then all are dealt; a deck that runs short is made up, without their cards here."""
        most = self.game.streets[self.hand.street + 1].draw
        drawn = {}
        thrown: list[str] = []
        for seat in self.live:
            assert self.state.stand_patter_or_discarder_index == seat - 1
            given = self.dice.sample(self.hole[seat], self.dice.randint(0, most))
            self.state.stand_pat_or_discard("".join(given))
            self.hole[seat] = [card for card in self.hole[seat] if card not in given]
            drawn[seat] = len(given)
            thrown += given
            self.do(c.Draw(seat, len(given)))
            while self.next_step() == "rebuild":
                self.do(c.RebuildDeck())
        self.state.burn_card("??")
        held = {card for cards in self.hole.values() for card in cards}
        unseen = [card for card in DECK if card not in {*thrown, *held}]
        again = [card for card in thrown if card not in unseen]
        self.deck = self.dice.sample(unseen, len(unseen)) + self.dice.sample(again, len(again))
        for seat, count in drawn.items():
            for card in self.draw(count):
                self.hole[seat].append(card)
                self.state.deal_hole(card, seat - 1)
        assert self.hand.stage != "draw"

    def next_step(self) -> str:
        """What our dealer is told."""
        picture: Any = view(self.table)
        return str(picture["step"]["kind"])
