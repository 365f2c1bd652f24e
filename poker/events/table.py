"""What happens to a table and its seats."""

from poker.events.base import Event
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Dealer, Done, Entry, Lock, Tracking, Transfer


class TableCreated(Event, frozen=True, tag="table.created"):
    """An empty table; the log of every table begins with it."""

    name: str
    seats: int


class TableOpened(Event, frozen=True, tag="table.opened"):
    """Play may begin under this plaque; at in unix milliseconds."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    tracking: Tracking = "actions"
    at: int = 0


class TableClosed(Event, frozen=True, tag="table.closed"):
    """The game broke; at in unix milliseconds, 0 of a log from before it was kept."""

    at: int = 0
    reason: str = ""


class PlaqueChanged(Event, frozen=True, tag="table.plaque_changed"):
    """Other stakes or rules from the next hand on."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    at: int = 0


class PlaqueAwaited(Event, frozen=True, tag="table.plaque_awaited"):
    """Other stakes were put up during a hand: they count from the next one on; at in unix milliseconds."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    at: int = 0


class RulesChanged(Event, frozen=True, tag="table.rules_changed"):
    """Other house rules from the next hand on; at in unix milliseconds."""

    rules: HouseRules
    at: int = 0


class TrackingChanged(Event, frozen=True, tag="table.tracking_changed"):
    """How closely hands are followed from the next hand on."""

    tracking: Tracking


class GameChanged(Event, frozen=True, tag="table.game_changed"):
    """The next hands are another game of the rotation; at in unix milliseconds."""

    leg: int
    at: int = 0


class KillChanged(Event, frozen=True, tag="table.kill_changed"):
    """The next hand is a kill hand or is one no longer (S-072); `seat` made it one, 0 nobody."""

    on: bool
    seat: int = 0


class ButtonDrawn(Event, frozen=True, tag="button.drawn"):
    """Cards of the draw by seat, and the seat that has the button (S-048). The rest as in `DrawButton`."""

    cards: tuple[tuple[int, str], ...]
    seat: int
    system: bool = False
    again: tuple[tuple[tuple[int, str], ...], ...] = ()


class ButtonSet(Event, frozen=True, tag="button.set"):
    """The button was placed by hand."""

    seat: int


class DealerPushed(Event, frozen=True, tag="dealer.pushed"):
    """The next dealer sat down."""

    dealer: Dealer


class Undone(Event, frozen=True, tag="command.undone"):
    """The command with this id was taken back whole; `done` is what it was."""

    command: str
    done: Done


class SeatTaken(Event, frozen=True, tag="seat.taken"):
    """A player sat down; `new` owes a way in (S-062). The rest as in `SeatPlayer`."""

    seat: int
    player: str
    name: str
    stack: int | None = None
    new: bool = False
    buy_in: int = 0
    reason: Transfer = ""
    said: str = ""
    by: str = ""


class SeatsDrawn(Event, frozen=True, tag="seats.drawn"):
    """Chairs were drawn by lot: (key, alias) in order, and all chairs of the draw as they came out of it.

    The first player has the first chair. `seat.taken` follows for each of them.
    """

    players: tuple[tuple[str, str], ...]
    order: tuple[int, ...]


class SeatLocked(Event, frozen=True, tag="seat.locked"):
    """An empty chair is kept."""

    seat: int
    lock: Lock


class SeatUnlocked(Event, frozen=True, tag="seat.unlocked"):
    """A chair that was kept is open again; `lapsed`: by the clock."""

    seat: int
    lapsed: bool = False


class SeatLeft(Event, frozen=True, tag="seat.left"):
    """A player quit."""

    seat: int


class SeatChanged(Event, frozen=True, tag="seat.changed"):
    """A player took another chair of this table; `new`: owes a way in for it, as who is new here (S-062)."""

    seat: int
    to: int
    new: bool = False


class SeatAway(Event, frozen=True, tag="seat.away"):
    """A player sits out; at in unix milliseconds, 0 of a log from before it was kept. `long`: said to the floor."""

    seat: int
    at: int = 0
    long: bool = False


class SeatBack(Event, frozen=True, tag="seat.back"):
    """A player is back or chose how to come in."""

    seat: int
    entry: Entry = ""


class ChipsAdded(Event, frozen=True, tag="seat.chips_added"):
    """Chips were added between hands; `queued`: they were bought during the hand that is over (S-010)."""

    seat: int
    amount: int
    queued: bool = False


class ChipsQueued(Event, frozen=True, tag="seat.chips_queued"):
    """Chips were bought during a hand; they wait until it is over (S-010)."""

    seat: int
    amount: int


class ChipsHeld(Event, frozen=True, tag="seat.chips_held"):
    """Chips that had waited go back: the stack is above the most with them, or below the least (H-05, S-001)."""

    seat: int
    amount: int


class ChipsTaken(Event, frozen=True, tag="seat.chips_taken"):
    """An amount left the stake for incidentals; `by` agreed (S-009, H-06)."""

    seat: int
    amount: int
    by: str
    reason: str = ""


class TimeCollected(Event, frozen=True, tag="table.time_collected"):
    """The house's time charge, `each` from every seat named; at in unix milliseconds."""

    at: int
    each: int
    seats: tuple[int, ...]


class ShortPostNamed(Event, frozen=True, tag="seat.short_post"):
    """A player has only this much for the next blind (S-059)."""

    seat: int
    amount: int


class StraddleNamed(Event, frozen=True, tag="seat.straddle"):
    """A straddle for the next hand."""

    seat: int
