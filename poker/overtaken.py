"""Whether a tap decided on the tablet still applies after events of the room that the tablet had not received."""

from collections.abc import Iterable, Sequence

from poker import commands as c
from poker import events as e
from poker.events import Event

# Valid after any entries; the engine refuses commands that do not apply.
ALWAYS_VALID = (
    c.CallFloor,
    c.Report,
    c.ConfirmDelivery,
    c.FloorSeen,
    c.FloorComing,
    c.FloorArrived,
    c.CancelFloor,
    c.SeatPlayer,
    c.PushDealer,
)
# Commands about the player in one seat: valid if the player cannot have changed.
SEAT_COMMANDS = (
    c.LeaveSeat,
    c.SitOut,
    c.SitIn,
    c.AddChips,
    c.RemoveChips,
    c.BustPlayer,
    c.KeepPlayer,
)
# Commands of the desk, the floor and a manager that do not concern a hand. The engine decides the tap on the table
# after it.
BESIDE_THE_HAND: tuple[type[Event], ...] = (
    e.ChipsAdded,
    e.ChipsQueued,
    e.ChipsRemoved,
    e.DealerPushed,
    e.EarlierTapStored,
    e.FloorAnswered,
    e.FloorCalled,
    e.FloorCanceled,
    e.FloorDelivered,
    e.FloorReported,
    e.FundSplashAnnounced,
    e.FundSplashWithdrawn,
    e.PlaqueChanged,
    e.PlaqueQueued,
    e.PlayerRenamed,
    e.PotReleased,
    e.PromotionsSet,
    e.QueuedChipsReturned,
    e.RulesChanged,
    e.SeatChanged,
    e.SeatCountChanged,
    e.SeatLeft,
    e.SeatLocked,
    e.SeatMarkedAbsent,
    e.SeatMarkedPresent,
    e.SeatReturned,
    e.SeatSatOut,
    e.SeatsDrawn,
    e.SeatTaken,
    e.SeatUnlocked,
    e.StackPickedUp,
    e.TableEventSet,
    e.TableRenamed,
)
# UNDO labels of events that do not change the hand.
UNDONE_BESIDE = frozenset(
    {
        "add_chips",
        "change_seat",
        "draw_seats",
        "leave_seat",
        "mark_away",
        "mark_back",
        "seat_player",
        "sit_in",
        "sit_out",
        "take_chips",
    }
)


def is_overtaken(command: c.Command, between: Sequence[Event]) -> bool:
    """Return whether others' events since the tablet's last entry change the subject of a tap.

    The tap is then refused and shown; any other tap is decided on the table as it is now. An `Undo` names its command
    and is judged by `timeline.undo`.
    """
    if isinstance(command, (*ALWAYS_VALID, c.Undo)):
        return False
    if isinstance(command, SEAT_COMMANDS):
        return any(may_change_player(event, command.seat) for event in between)
    return not are_beside_the_hand(between)


def are_beside_the_hand(events: Iterable[Event]) -> bool:
    """Return whether none of these events concerns the hand: it is not part of the hand, of an act's undo, or of a
    ruling.
    """
    return all(
        isinstance(event, BESIDE_THE_HAND)
        or (isinstance(event, e.Undone) and event.done.name in UNDONE_BESIDE)
        for event in events
    )


def arrivals(event: Event) -> tuple[int, ...]:
    match event:
        case e.SeatTaken():
            return (event.seat,)
        case e.SeatChanged():
            return (event.to,)
    return ()


def may_change_player(event: Event, seat: int) -> bool:
    """Return whether another player may be in the seat after this event; an undo may have changed anything."""
    if isinstance(event, e.Undone):
        return True
    if not isinstance(event, (e.SeatTaken, e.SeatLeft, e.SeatChanged)):
        return False
    return seat in (event.seat, getattr(event, "to", 0))
