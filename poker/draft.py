"""A draft collects the events of one command and applies each immediately, so that later steps see it."""

import msgspec
from msgspec.structs import replace

from poker import sleepers
from poker.betting import unit
from poker.event_levels import with_level
from poker.events import BlindPosted, Event
from poker.evolve import evolve, with_next_plaque
from poker.evolve_hand import HAND
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.state import Hand, QueuedPlaque, Seat, Table
from poker.table_event import TableEvent


class Unseen(msgspec.Struct, frozen=True):
    """Changes by the room before a tap that the dealer could not see, because the tablet was offline."""

    plaque: bool = False  # the plaque posted for the next hand continues to wait (S-005)
    seats: tuple[int, ...] = ()  # players who sat down there are not dealt into the hand
    # The table before another plaque was posted, if that happened since the last hand began; the next
    # hand is dealt on its plaque.
    former: Table | None = None
    # The house rules of that hand, if others took effect since then.
    rules: HouseRules | None = None
    # The tournament as the tablet showed it, if the director changed levels, clock or hold since then.
    event: TableEvent | None = None
    # A promotion's splash pot waits for the next hand: the tablet dealt this one without it (H-75).
    splash: bool = False


ALL_SEEN = Unseen()


class Draft:
    """The table while a command is decided. It is visible outside only after the whole command is valid."""

    def __init__(self, table: Table, *, unseen: Unseen = ALL_SEEN, now: int = 0) -> None:
        self.unseen = unseen
        self.now = now
        self._table = table
        self._hand = table.hand  # ahead of the table's own hand while hand events are recorded
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        """Add an event and apply it."""
        self.events.append(event)
        hand = self._hand
        step = HAND.get(type(event))
        if hand is not None and step is not None:
            hand = step(hand, event)
        else:
            self._table = evolve(self.table, event)
            hand = self._table.hand
        self._hand = hand
        if hand is None or hand.sleeper is None or isinstance(event, BlindPosted):
            return
        for following in sleepers.reached(hand, self.table):
            self.record(following)

    @property
    def table_dealt(self) -> Table:
        """Return the table between hands with the plaque and the rules under which the dealer deals the next hand.

        That is the last plaque posted; if the tablet has not shown it yet, it waits (S-005).
        """
        table = self.table
        unseen = self.unseen
        if unseen.former is not None:
            table = _with_plaque_of(with_next_plaque(unseen.former, self.now), table)
        elif not unseen.plaque:
            table = with_next_plaque(table, self.now)
        table = with_level(table, self.now, self.unseen.event)
        return table if unseen.rules is None else replace(table, rules=unseen.rules)

    @property
    def table_shown(self) -> Table:
        """Return `table_dealt` with the seats of players whom the tablet did not show left empty."""
        table = self.table_dealt
        unseen = self.unseen.seats
        if not unseen:
            return table
        seats = (Seat(seat.number) if seat.number in unseen else seat for seat in table.seats)
        return replace(table, seats=tuple(seats))

    @property
    def table(self) -> Table:
        """Return the table after the events recorded so far."""
        if self._table.hand is not self._hand:
            self._table = replace(self._table, hand=self._hand)
        return self._table

    @property
    def hand(self) -> Hand:
        """Return the hand in progress. Raises `Refusal` if there is none."""
        if self._hand is None:
            raise Refusal("no_hand", "S-049", table=self._table.name)
        return self._hand

    @property
    def bet_unit(self) -> int:
        """Return the limit bet of the current street, or the opening bet."""
        return unit(self.table.plaque, self.hand.street)

    def between_hands(self, rule: str = "S-010") -> None:
        """Raise `Refusal` while a hand is in progress."""
        if self._hand is not None:
            raise Refusal("hand_in_progress", rule, hand=self._hand.number)


def _with_plaque_of(former: Table, table: Table) -> Table:
    """Return the table with the plaque and rotation of an earlier one; its own plaque waits."""
    assert table.stakes is not None
    return replace(
        table,
        stakes=former.stakes,
        rules=former.rules,
        next_plaque=table.next_plaque or QueuedPlaque(table.stakes, table.rules),
        kill=former.kill,
        killer=former.killer,
        kill_leg=former.kill_leg,
        leg=former.leg,
        leg_hands=former.leg_hands,
        leg_size=former.leg_size,
        leg_at=former.leg_at,
    )
