"""Events of bounty games, which players agree to and pay among themselves (H-76, H-77)."""

from poker.events.base import Event
from poker.stakes import BountyKind
from poker.state import Bounty, BountyPayment


class BountyAgreed(Event, frozen=True, tag="table.bounty_agreed"):
    """The table agreed to a bounty game, which runs from the next hand on."""

    bounty: Bounty


class BountyEnded(Event, frozen=True, tag="table.bounty_ended"):
    """The table agreed to end its bounty game."""

    kind: BountyKind


class PlayersSatDown(Event, frozen=True, tag="table.bounty_sat_down"):
    """Players who stood in a stand-up game won a pot and sit down."""

    seats: tuple[int, ...]


class BountyPaid(Event, frozen=True, tag="table.bounty_paid"):
    """Players paid a bounty after a hand, all payments as one entry.

    hand: its number; cards: the winner's seven and deuce, if they were entered. It ends a stand-up game.
    """

    kind: BountyKind
    hand: int
    payments: tuple[BountyPayment, ...]
    cards: tuple[str, ...] = ()
