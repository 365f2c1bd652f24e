"""Tournament events, in the past tense. Their tags are the stored names and never change."""

from typing import Literal

import msgspec

from poker.logs.versions import Upcasters
from tournaments.rules.clock import Clock
from tournaments.rules.plan import Plan
from tournaments.rules.state import (
    Bust,
    Deal,
    Entry,
    FixedPool,
    Flight,
    Move,
    Payout,
    Penalty,
    Purchase,
    SeatPosition,
)

UPCASTERS: Upcasters = {}  # convert events that earlier releases wrote


class TournamentEvent(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all tournament events."""


class EventScheduled(TournamentEvent, frozen=True, tag="event.scheduled"):
    """The event was scheduled, or its plan or start changed."""

    plan: Plan
    starts_at: int


class EventCanceled(TournamentEvent, frozen=True, tag="event.canceled"):
    """The event was canceled before its first entry. Its tables are free."""

    at: int
    reason: str


class LevelsChanged(TournamentEvent, frozen=True, tag="levels.changed"):
    """Later levels and breaks were replaced."""

    plan: Plan


class TableAdded(TournamentEvent, frozen=True, tag="table.added"):
    """A table was added."""

    table: str
    seats: int
    reserved: tuple[int, ...] = ()


class TableRemoved(TournamentEvent, frozen=True, tag="table.removed"):
    """An empty table was removed."""

    table: str


class EntryBought(TournamentEvent, frozen=True, tag="entry.bought"):
    """An entry was sold. Its seat follows as `seat.drawn`; otherwise it is an alternate."""

    entry: Entry


class FlightBrought(TournamentEvent, frozen=True, tag="flight.brought"):
    """The stacks and the pool of a flight came in. The stacks follow as `stack.brought`."""

    flight: Flight


class StackBrought(TournamentEvent, frozen=True, tag="stack.brought"):
    """A stack came from a flight."""

    entry: Entry
    flight: str


class StackKeptOut(TournamentEvent, frozen=True, tag="stack.kept_out"):
    """A stack of a flight left play, because its player may no longer enter (S-045). entry: in the flight."""

    entry: int
    chips: int
    flight: str


class ChipsBought(TournamentEvent, frozen=True, tag="chips.bought"):
    """An entry bought a rebuy or an add-on."""

    number: int
    purchase: Purchase
    returned: bool = False  # the rebuy brought back a player who had no chips


class EntryVoided(TournamentEvent, frozen=True, tag="entry.voided"):
    """An entry was voided, and what was paid was returned."""

    number: int
    reason: str
    paid: int


class SeatDrawn(TournamentEvent, frozen=True, tag="seat.drawn"):
    """A seat was drawn for an entry. pool: the open seats in the order drawn, of which the first is the entry's."""

    number: int
    pool: tuple[SeatPosition, ...]


class RegistrationClosed(TournamentEvent, frozen=True, tag="registration.closed"):
    """Registration closed before its level."""

    at: int


class PoolFixed(TournamentEvent, frozen=True, tag="pool.fixed"):
    """The prize pool and its payouts were fixed."""

    fixed: FixedPool
    collected: int  # what entries paid into the pool


class ClockStarted(TournamentEvent, frozen=True, tag="clock.started"):
    """The clock runs from a position."""

    clock: Clock


class ClockPaused(TournamentEvent, frozen=True, tag="clock.paused"):
    """The clock stopped at a position."""

    clock: Clock


class ClockSet(TournamentEvent, frozen=True, tag="clock.set"):
    """The clock was shifted, or moved to another level or break."""

    clock: Clock


class LevelBegan(TournamentEvent, frozen=True, tag="level.began"):
    """A level or a break began by the clock. `segment` counts levels and breaks from 0; `at`: when it began."""

    segment: int
    level: int
    at: int
    is_break: bool = False


class PlayerBusted(TournamentEvent, frozen=True, tag="player.busted"):
    """A player went out."""

    bust: Bust


class BustUndone(TournamentEvent, frozen=True, tag="bust.undone"):
    """A player came back to a seat. pool: the open seats in the order drawn if the old seat was gone."""

    number: int
    table: str
    seat: int
    pool: tuple[SeatPosition, ...] = ()


class MoveOrdered(TournamentEvent, frozen=True, tag="move.ordered"):
    """A move was ordered."""

    move: Move


class MoveLeft(TournamentEvent, frozen=True, tag="move.left"):
    """The player left the old seat."""

    number: int


class MoveDone(TournamentEvent, frozen=True, tag="move.done"):
    """The player sits in the new seat."""

    number: int


class MoveCanceled(TournamentEvent, frozen=True, tag="move.canceled"):
    """A move was canceled: the player stays, or went out."""

    number: int
    reason: Literal["busted", "voided", "director"]
    note: str = ""


class TableBroken(TournamentEvent, frozen=True, tag="break.drawn"):
    """A table was broken. pool: the open seats in the order drawn; drawn: entry and its number in the pool, from 1."""

    table: str
    pool: tuple[SeatPosition, ...]
    drawn: tuple[tuple[int, int], ...]
    at: int


class BreakUndone(TournamentEvent, frozen=True, tag="break.undone"):
    """A broken table is back, with its players in their old seats."""

    table: str


class SeatsRedrawn(TournamentEvent, frozen=True, tag="seats.redrawn"):
    """Everyone at these tables drew a new seat. The tables that are not in the draw were removed."""

    tables: tuple[str, ...]
    drawn: tuple[tuple[int, SeatPosition], ...]
    at: int


class StopWaived(TournamentEvent, frozen=True, tag="stop.waived"):
    """A short table goes on, or stops again."""

    table: str
    waived: bool


class HandForHandBegan(TournamentEvent, frozen=True, tag="hand_for_hand.began"):
    """Hand for hand began."""

    at: int


class TableFinishedHand(TournamentEvent, frozen=True, tag="hand_for_hand.finished"):
    """A table finished its hand of the round."""

    table: str


class RoundEnded(TournamentEvent, frozen=True, tag="hand_for_hand.round_ended"):
    """Every table finished its hand; the next hand begins."""

    round: int


class HandForHandEnded(TournamentEvent, frozen=True, tag="hand_for_hand.ended"):
    """Hand for hand ended."""

    at: int


class ChipsColoredUp(TournamentEvent, frozen=True, tag="chips.colored_up"):
    """Chips of one denomination were raced off."""

    chip: int
    taken: int
    given: int


class StacksCounted(TournamentEvent, frozen=True, tag="stacks.counted"):
    """Stacks were counted: pairs of entry and chips."""

    stacks: tuple[tuple[int, int], ...]


class PenaltyGiven(TournamentEvent, frozen=True, tag="penalty.given"):
    """A player got a penalty."""

    penalty: Penalty


class PenaltyServed(TournamentEvent, frozen=True, tag="penalty.served"):
    """A hand of a penalty was served."""

    number: int
    left: int


class PenaltyHandReopened(TournamentEvent, frozen=True, tag="penalty.hand_reopened"):
    """The end of a served hand was undone; it is served again when the hand ends."""

    number: int
    left: int


class PenaltyEnded(TournamentEvent, frozen=True, tag="penalty.ended"):
    """A penalty was ended early, with this many hands left."""

    number: int
    left: int


class PenaltyUndone(TournamentEvent, frozen=True, tag="penalty.undone"):
    """A penalty was withdrawn."""

    number: int


class DealAgreed(TournamentEvent, frozen=True, tag="deal.agreed"):
    """The remaining players agreed on a deal."""

    deal: Deal


class DealUndone(TournamentEvent, frozen=True, tag="deal.undone"):
    """The deal is off."""

    at: int


class PayoutMade(TournamentEvent, frozen=True, tag="payout.made"):
    """An entry was paid."""

    payout: Payout


class PayoutHeld(TournamentEvent, frozen=True, tag="payout.held"):
    """A payout is held."""

    payout: Payout


class StackBagged(TournamentEvent, frozen=True, tag="stack.bagged"):
    """A stack was counted into its bag."""

    number: int
    chips: int
    bag: str = ""


class StackVerified(TournamentEvent, frozen=True, tag="stack.verified"):
    """A bagged stack was counted a second time."""

    number: int
    chips: int


class DayEnded(TournamentEvent, frozen=True, tag="day.ended"):
    """The day ended. difference: chips counted minus chips expected."""

    day: int
    difference: int = 0
    reason: str = ""


class DayBegan(TournamentEvent, frozen=True, tag="day.began"):
    """A day began with new seats for everyone."""

    day: int
    drawn: tuple[tuple[int, SeatPosition], ...]


class ResultClosed(TournamentEvent, frozen=True, tag="result.closed"):
    """The event is over. places: entry, first and last place it shares."""

    at: int
    places: tuple[tuple[int, int, int], ...]
    reason: str = ""


EVENTS: tuple[type[TournamentEvent], ...] = tuple(TournamentEvent.__subclasses__())
