"""The seat that holds up the hand: it glows after the room's seconds, and TIME puts it on the clock (H-33)."""

from dealer_ui.messages import turn_clock as messages
from dealer_ui.screen.center import numbers
from dealer_ui.screen.keys import key, send
from dealer_ui.screen.model import (
    AnyStage,
    BoardStage,
    DrawsStage,
    LayersStage,
    PromptStage,
    SilentSeat,
    StudStage,
    TurnTime,
)
from dealer_ui.screen.room_settings import RoomSettings
from poker.view.model import TableView, TurnClockView

SECOND = 1000
STEPS = ("answer", "opener", "brought_in")  # the order of acting is the step itself


def silent_seat(
    view: TableView, stage: AnyStage, room: RoomSettings, acted_at: int
) -> SilentSeat | None:
    """Return the seat that holds up the hand; None if that is uncertain, or the felt has a question.

    acted_at: when the action came to the seat, in Unix milliseconds; 0 if unknown.
    """
    clock = view.turn_clock
    if clock is None or view.step.kind not in STEPS or not _is_free(stage):
        return None
    if clock.called_at:
        return _on_clock(view, clock)
    if not room.silent_seconds or not acted_at:
        return None
    seconds = clock.seconds or room.clock_seconds
    do = send("call_time", seat=clock.seat, seconds=seconds)
    name = f"Time for seat {clock.seat}, {seconds} seconds"
    return SilentSeat(
        seat=clock.seat,
        since=acted_at,
        due=acted_at + room.silent_seconds * SECOND,
        stage=PromptStage(
            title=messages.silent_title(clock.seat),
            lines=messages.silent_lines(view.undo, seconds),
            key=key(f"TIME\nSEAT {clock.seat}", name, look="plain", do=do),
            numbers=numbers(view),
        ),
        note="TIME: when a player asks for it",
        time=None,
    )


def _is_free(stage: AnyStage) -> bool:
    """Return whether the felt has only cards and chips, and no question."""
    if isinstance(stage, StudStage):
        return stage.ask is None
    return isinstance(stage, BoardStage | LayersStage | DrawsStage)


def _on_clock(view: TableView, clock: TurnClockView) -> SilentSeat:
    seat = clock.seat
    bet = view.step.amount if clock.faces_bet and view.step.amount else 0
    rest = [number for number in view.step.seats if number != seat]
    until = clock.called_at + clock.given * SECOND
    stop = key(
        "STOP\nTIME", f"Stop time, seat {seat}", look="plain", do=send("stop_time", seat=seat)
    )
    return SilentSeat(
        seat=seat,
        since=clock.called_at,
        due=clock.called_at,
        stage=PromptStage(
            title=messages.clock_title(seat, clock.given),
            lines=messages.clock_lines(faces_bet=clock.faces_bet),
            key=stop,
            numbers=numbers(view),
        ),
        note=f"An act of seat {seat} stops it",
        time=TurnTime(
            until=until,
            step=messages.clock_sentence(seat, bet, rest),
            over=PromptStage(
                title=messages.over_title(seat),
                lines=messages.over_lines(faces_bet=clock.faces_bet),
                key=stop,
                numbers=numbers(view),
            ),
            over_step=messages.over_sentence(seat, faces_bet=clock.faces_bet),
        ),
    )
