"""Events of a table and its seats."""

from poker.events.base import Event
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import BombPot, Dealer, Entry, Lock, PickUpReason, Tracking, Transfer, UndoLabel


class TableCreated(Event, frozen=True, tag="table.created"):
    """An empty table was created; every table's log starts with this."""

    name: str
    seats: int


class TableRenamed(Event, frozen=True, tag="table.renamed"):
    """The table was renamed; `at` in Unix milliseconds."""

    name: str
    at: int = 0


class PlayerRenamed(Event, frozen=True, tag="player.renamed"):
    """A player at the table has a new alias; the key stays the same."""

    player: str
    name: str


class SeatCountChanged(Event, frozen=True, tag="table.seat_count_changed"):
    """Seats were added or removed at the highest numbers; `at` in Unix milliseconds."""

    seats: int
    at: int = 0


class TableOpened(Event, frozen=True, tag="table.opened"):
    """The table opened under this plaque; `at` in Unix milliseconds."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    tracking: Tracking = "actions"
    at: int = 0


class TableClosed(Event, frozen=True, tag="table.closed"):
    """The game broke; `at` in Unix milliseconds, 0 in logs from before it was recorded."""

    at: int = 0
    reason: str = ""


class PlaqueChanged(Event, frozen=True, tag="table.plaque_changed"):
    """Stakes or rules changed from the next hand."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    at: int = 0


class PlaqueQueued(Event, frozen=True, tag="table.plaque_awaited"):
    """A plaque was posted during a hand and applies from the next one; `at` in Unix milliseconds."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    at: int = 0


class RulesChanged(Event, frozen=True, tag="table.rules_changed"):
    """House rules changed from the next hand; `at` in Unix milliseconds."""

    rules: HouseRules
    at: int = 0


class TrackingChanged(Event, frozen=True, tag="table.tracking_changed"):
    """How closely hands are tracked from the next hand on."""

    tracking: Tracking


class GameChanged(Event, frozen=True, tag="table.game_changed"):
    """The rotation moved to another game for the next hands; `at` in Unix milliseconds."""

    leg: int
    at: int = 0


class KillChanged(Event, frozen=True, tag="table.kill_changed"):
    """The next hand is, or is no longer, a kill hand (S-072)."""

    on: bool
    seat: int = 0  # the seat that made it one, 0 for none
    leg: int = 0  # the seat that has won one pot of a leg-up kill (H-63), 0 for none


class ButtonDrawn(Event, frozen=True, tag="button.drawn"):
    """Cards of the draw by seat, and the seat that won the button (S-048). Other fields as in `DrawButton`."""

    cards: tuple[tuple[int, str], ...]
    seat: int
    system: bool = False
    again: tuple[tuple[tuple[int, str], ...], ...] = ()


class ButtonSet(Event, frozen=True, tag="button.set"):
    """The button was placed by hand."""

    seat: int


class DealerPushed(Event, frozen=True, tag="dealer.pushed"):
    """The next dealer pushed in."""

    dealer: Dealer


class Undone(Event, frozen=True, tag="command.undone"):
    """The command with this id was undone as a whole."""

    command: str
    done: UndoLabel  # its label


class SeatTaken(Event, frozen=True, tag="seat.taken"):
    """A player sat down. Other fields as in `SeatPlayer`."""

    seat: int
    player: str
    name: str
    stack: int | None = None
    new: bool = False  # owes an entry post (S-062)
    buy_in: int = 0
    reason: Transfer = ""
    said: str = ""
    by: str = ""


class SeatsDrawn(Event, frozen=True, tag="seats.drawn"):
    """Seats were drawn at random: (key, alias) in order, and all seats of the draw in the order drawn.

    The first player gets the first seat. A `seat.taken` follows for each player.
    """

    players: tuple[tuple[str, str], ...]
    order: tuple[int, ...]


class SeatLocked(Event, frozen=True, tag="seat.locked"):
    """An empty seat was locked up."""

    seat: int
    lock: Lock


class SeatUnlocked(Event, frozen=True, tag="seat.unlocked"):
    """A seat was unlocked."""

    seat: int
    lapsed: bool = False  # its time ran out


class SeatLeft(Event, frozen=True, tag="seat.left"):
    """A player quit."""

    seat: int
    counted: int | None = None  # the chips they left with, None if not counted


class StackPickedUp(Event, frozen=True, tag="seat.picked_up"):
    """The floor picked up an absent player's chips; the house holds them until the player collects them. `seat.left`
    follows.
    """

    seat: int
    player: str
    amount: int  # as counted
    reason: PickUpReason
    logged: int | None = None  # the stack in the log, None if the tablet doesn't count stacks


class SeatChanged(Event, frozen=True, tag="seat.changed"):
    """A player took another seat at this table."""

    seat: int
    to: int
    new: bool = False  # owes an entry post for it, as a new player would (S-062)


class SeatSatOut(Event, frozen=True, tag="seat.away"):
    """A player sat out; `at` in Unix milliseconds, 0 in logs from before it was recorded."""

    seat: int
    at: int = 0
    long: bool = False  # reported to the floor


class SeatReturned(Event, frozen=True, tag="seat.back"):
    """A player returned or chose how to come in."""

    seat: int
    entry: Entry = ""


class SeatMarkedAbsent(Event, frozen=True, tag="seat.absent"):
    """A player of a tournament is not at the seat; the stack is blinded off from the next hand on (H-80)."""

    seat: int


class SeatMarkedPresent(Event, frozen=True, tag="seat.present"):
    """A player of a tournament is back at the seat."""

    seat: int


class ChipsAdded(Event, frozen=True, tag="seat.chips_added"):
    """Chips were added between hands."""

    seat: int
    amount: int
    queued: bool = False  # they were bought during the hand that just ended (S-010)


class ChipsQueued(Event, frozen=True, tag="seat.chips_queued"):
    """Chips were bought during a hand; they wait until it is over (S-010)."""

    seat: int
    amount: int


class QueuedChipsReturned(Event, frozen=True, tag="seat.chips_held"):
    """Queued chips were returned: the stack would be over the maximum or under the minimum with them (H-05, S-001)."""

    seat: int
    amount: int


class ChipsRemoved(Event, frozen=True, tag="seat.chips_taken"):
    """An amount was removed from play for incidentals (S-009, H-06)."""

    seat: int
    amount: int
    by: str  # who agreed
    reason: str = ""


class TimeCollected(Event, frozen=True, tag="table.time_collected"):
    """Time was collected."""

    at: int  # in Unix milliseconds
    each: int  # the amount from every seat listed
    seats: tuple[int, ...]


class ShortPostNamed(Event, frozen=True, tag="seat.short_post"):
    """A player posts only this much for the next blind (S-059)."""

    seat: int
    amount: int


class SplashPotAnnounced(Event, frozen=True, tag="table.splash_pot_announced"):
    """The house adds this amount to the next hand's pot; 0 for nothing (H-75)."""

    amount: int = 0


class BombPotCalled(Event, frozen=True, tag="table.bomb_pot_called"):
    """The next hand will be a bomb pot; without `bomb`, it will not (H-70)."""

    bomb: BombPot | None = None


class StraddleNamed(Event, frozen=True, tag="seat.straddle"):
    """A straddle was announced for the next hand."""

    seat: int
    amount: int = 0  # 0 for exactly double
    again: bool = False  # in turn after the straddles announced before; otherwise it replaces them
