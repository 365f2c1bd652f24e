"""A draft collects the events of one command; each is applied at once, so that later steps see it."""

from msgspec.structs import replace

from poker.betting import unit
from poker.events import Event
from poker.evolve import evolve
from poker.evolve_hand import HAND
from poker.refusal import Refusal
from poker.state import Hand, Table


class Draft:
    """The table while a command is decided; nothing outside sees it until the command holds as a whole."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._hand = table.hand  # ahead of the table's own while hand events are recorded
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        """One more thing that happened."""
        self.events.append(event)
        step = HAND.get(type(event))
        if step is not None and self._hand is not None:
            self._hand = step(self._hand, event)
        else:
            self._table = evolve(self.table, event)
            self._hand = self._table.hand

    @property
    def table(self) -> Table:
        """The table after what was recorded so far."""
        if self._table.hand is not self._hand:
            self._table = replace(self._table, hand=self._hand)
        return self._table

    @property
    def hand(self) -> Hand:
        """The hand in progress; refuses where there is none."""
        if self._hand is None:
            raise Refusal("no_hand", "S-049", table=self._table.name)
        return self._hand

    @property
    def bet_unit(self) -> int:
        """The limit's bet, or the opening bet, of the present street."""
        return unit(self.table.plaque, self.hand.street)

    def between_hands(self, rule: str = "S-010") -> None:
        """Refuses while a hand is in progress."""
        if self._hand is not None:
            raise Refusal("hand_in_progress", rule, hand=self._hand.number)
