"""Commands about the tournament of a table: its plan and clock, busts."""

from poker import commands as c
from poker import events as e
from poker.draft import Draft
from poker.handlers import Decide
from poker.refusal import Refusal


def set_table_event(draft: Draft, command: c.SetTableEvent, now: int) -> None:
    """Set what the table knows of its tournament; during a hand, too. None: the table leaves it."""
    if command.event != draft.table.event:
        draft.record(e.TableEventSet(command.event, now))


def bust_player(draft: Draft, command: c.BustPlayer, now: int) -> None:
    """Take a player without chips out of the tournament, between hands.

    The chips before the hand are known if the engine saw the player all-in. Raises `Refusal`: `no_event`, `seat_empty`.
    """
    table = draft.table
    draft.between_hands("")
    if table.event is None:
        raise Refusal("no_event", "", table=table.name)
    seat = table.seat(command.seat)
    if seat is None or not seat.taken:
        raise Refusal("seat_empty", "S-013", seat=command.seat)
    stack = dict(table.out).get(command.seat)
    draft.record(e.SeatLeft(command.seat))
    draft.record(e.PlayerBusted(command.seat, seat.player, table.hands, stack))


def keep_player(draft: Draft, command: c.KeepPlayer, now: int) -> None:
    """Record that a player whom the log has out of chips still has some. Raises `Refusal`: `bust_not_due`."""
    if command.seat not in dict(draft.table.out):
        raise Refusal("bust_not_due", "", seat=command.seat)
    draft.record(e.PlayerKept(command.seat))


EVENT_COMMANDS: dict[type[c.Command], Decide] = {
    c.SetTableEvent: set_table_event,
    c.BustPlayer: bust_player,
    c.KeepPlayer: keep_player,
}
