"""State of a floor call, of a ruling's remedy and of a held pot, as the table stores it."""

from typing import Annotated

import msgspec

from poker.json_types import JsonObject

MOST_EARLIER_TAPS = 60  # tablets hold back at most this many when the dealer calls


class RemedyStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a remedy: text for the dealer and the command lines that record it."""

    say: str = ""
    do: tuple[str, ...] = ()
    # `lies` (already so), `now`, `burn` (before the next burn), `street:NAME` (before it is dealt),
    # `drawn` (after everyone draws), `showdown`, `after` (once the hand is over)
    when: str = "now"
    # The earlier ruling that ordered the step, if a later ruling took it over; "" for the remedy's
    # own ruling.
    ruling: str = ""


class Remedy(msgspec.Struct, frozen=True, omit_defaults=True):
    """The steps of a ruling that are still to be done."""

    ruling: str
    result: str
    by: str
    key: str = ""
    decision: str = ""
    hand: int = 0  # the hand it is about, 0 for none
    steps: tuple[RemedyStep, ...] = ()  # open steps of earlier rulings, then those of this ruling
    done: int = 0  # how many steps of this ruling are done
    # Steps whose cards or chips could no longer be recorded, for a supervisor's attention.
    missed: tuple[str, ...] = ()

    def ordered_by(self, step: RemedyStep) -> str:
        """Return the number of the ruling that ordered this step."""
        return step.ruling or self.ruling


class HeldPot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A held pot: its hand, its chips (None if not counted), who could win it and the reason.

    players: who sat in `seats` at the time; a player who took the seat later gets none of it.
    """

    hand: int
    amount: int | None
    seats: tuple[int, ...]
    reason: str = ""
    players: tuple[str, ...] = ()


class CanceledCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last canceled call: the reason, and the supervisor who canceled it ("" for the table itself)."""

    reason: str
    by: str = ""


class EarlierTap(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tap that the dealer made before FLOOR and that was not in the log when the call was stored.

    id: its command id; name: its wire name; seat, what and amount: its arguments, if it has them; refused: whether the
    log refused it, so that it cannot follow.
    """

    id: Annotated[str, msgspec.Meta(max_length=36)]
    name: Annotated[str, msgspec.Meta(max_length=40)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    what: Annotated[str, msgspec.Meta(max_length=20)] = ""
    amount: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    refused: bool = False


class FloorCall(msgspec.Struct, frozen=True):
    """An open call for a supervisor; times in Unix milliseconds, 0 for not yet.

    substantial: whether there was substantial action when attention was drawn, by each definition (S-121); hand: the
    hand in progress at the call; by: who was dealing; key and facts: what was reported; delivered_at: when the first
    floor screen showed the call; earlier: the taps that the dealer made before the call and that the log does not have
    yet.
    """

    at: int
    street: str = ""
    substantial: dict[str, bool] = {}
    hand: int = 0
    by: str = ""
    key: str = ""
    facts: JsonObject = {}
    seen_at: int = 0
    seen_by: str = ""
    coming_at: int = 0
    coming_by: str = ""
    arrived_at: int = 0
    arrived_by: str = ""
    earlier: tuple[EarlierTap, ...] = ()
    # Omitted from states if empty, so that older states stay the same.
    delivered_at: int | msgspec.UnsetType = msgspec.UNSET
