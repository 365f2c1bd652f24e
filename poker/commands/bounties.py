"""Commands of bounty games, between hands (H-76, H-77)."""

from typing import Annotated

import msgspec

from poker.commands.base import Amount, Command, SeatNumber
from poker.games import MOST_SEATS
from poker.stakes import BountyKind


class StartBounty(Command, frozen=True, tag="start_bounty"):
    """Start a bounty game: the dealer's tap says that the table agreed to it.

    Without an amount, that of the last game, at first the plaque's.
    """

    kind: BountyKind
    amount: Amount | None = None


class EndBounty(Command, frozen=True, tag="end_bounty"):
    """End the bounty game in progress: the table agreed to stop. No one pays."""


class PayBounty(Command, frozen=True, tag="pay_bounty"):
    """Log the payments of a bounty game between players as one entry.

    In seven-deuce everyone else who was dealt in pays the winner; the tap confirms that the winner showed seven and
    deuce. In a stand-up game the last player standing pays everyone else.
    """

    # The winner in seven-deuce, None if only one player won; not used in a stand-up game.
    seat: SeatNumber | None = None
    # Players left out, such as one without chips.
    without: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
