"""A draft collects the events of one command; each is applied at once, so that later steps see it."""

from poker.betting import unit
from poker.events import Event
from poker.evolve import evolve
from poker.refusal import Refusal
from poker.state import Hand, Table


class Draft:
    """The table while a command is decided; nothing outside sees it until the command holds as a whole."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        """One more thing that happened."""
        self.events.append(event)
        self.table = evolve(self.table, event)

    @property
    def hand(self) -> Hand:
        """The hand in progress; refuses where there is none."""
        hand = self.table.hand
        if hand is None:
            raise Refusal("no_hand")
        return hand

    @property
    def bet_unit(self) -> int:
        """The limit's bet, or the opening bet, of the present street."""
        return unit(self.table.plaque, self.hand.street)

    def between_hands(self, rule: str = "S-010") -> None:
        """Refuses while a hand is in progress."""
        if self.table.hand is not None:
            raise Refusal("hand_in_progress", rule, hand=self.table.hand.number)
