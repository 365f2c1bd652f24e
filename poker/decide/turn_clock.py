"""TIME on the seat that holds up the hand, and its end without an act (H-33)."""

from poker import commands as c
from poker import events as e
from poker.draft import Draft
from poker.refusal import Refusal
from poker.turn_clock import clock_seconds, holding_up, running_clock


def call_time(draft: Draft, command: c.CallTime, now: int) -> None:
    """Put the seat that holds up the hand on the clock; a running clock continues unchanged.

    Raises `Refusal`: `no_clock`, `not_holding_up` (H-33).
    """
    table = draft.table
    clock = running_clock(table.hand) if table.hand is not None else None
    if clock is not None and clock.seat == command.seat:
        return
    if table.rules.clock == "none":
        raise Refusal("no_clock", "H-33", seat=command.seat)
    if holding_up(table) != command.seat:
        raise Refusal("not_holding_up", "H-33", seat=command.seat)
    draft.record(e.TimeCalled(command.seat, now, clock_seconds(table.rules, command.seconds)))


def stop_time(draft: Draft, command: c.StopTime, now: int) -> None:
    """Take a seat off the clock. Raises `Refusal`: `clock_not_running` (H-33)."""
    hand = draft.table.hand
    clock = running_clock(hand) if hand is not None else None
    if clock is None or clock.seat != command.seat:
        raise Refusal("clock_not_running", "H-33", seat=command.seat)
    draft.record(e.TimeStopped(command.seat))
