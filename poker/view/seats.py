"""Each seat on screen: player, chips and cards in front, and available acts with their amounts."""

from typing import Literal

import msgspec

from poker import button
from poker.cells import waiting
from poker.decide.corrections import unfold_owes
from poker.decide.rewrite import inferred_act
from poker.decide.showdown import may_win_without_count
from poker.decide.stud import is_offered, may_buy
from poker.reading import RANKINGS
from poker.shown_hands import label
from poker.state import Entry, Hand, Lock, Participant, Seat, Table
from poker.view.model import InferredView, LockView, SeatOptions, SeatState, SeatView
from poker.view.options import by_seat

NOTHING = SeatOptions()


def seats(table: Table, dealt_table: Table) -> list[SeatView]:
    """Return one entry per seat. dealt_table: the table with the next hand started if none is in progress."""
    hand = dealt_table.hand
    options = by_seat(dealt_table, hand) if hand else {}
    return [_seat(table, dealt_table, seat, options) for seat in table.seats]


def _seat(
    table: Table, dealt_table: Table, seat: Seat, options: dict[int, SeatOptions]
) -> SeatView:
    hand = dealt_table.hand
    i = hand.index(seat.number) if hand else -1
    part = hand.parts[i] if hand and i >= 0 else None
    view = SeatView(
        seat=seat.number,
        name=seat.name,
        player=seat.player,
        state=seat_state(table, seat, part),
        button=bool(hand and hand.button == seat.number)
        or (not hand and table.button == seat.number),
        blind=_blind(hand, seat.number),
        missed=seat.missed,
        new=seat.new,
        entry=seat.entry,
        away=seat.away,
        absent=seat.absent or msgspec.UNSET,
        away_at=seat.away_at,
        long=seat.long,
        others_away=seat.others_away,
        passed_by=seat.passed_by,
        lock=lock_view(seat.lock),
        stack=part.stack if part else seat.stack,
        coming=seat.coming,
        held=seat.held,
        choices=_choices(table, seat),
    )
    if hand is None or part is None:
        return view
    return _in_hand(view, table, hand, part, options.get(part.seat, NOTHING))


def lock_view(lock: Lock | None) -> LockView | None:
    return LockView(lock.until, lock.player, lock.name, lock.reason) if lock else None


def _in_hand(
    view: SeatView, table: Table, hand: Hand, part: Participant, options: SeatOptions
) -> SeatView:
    unfolds = part.life == "folded" and not part.gone and not hand.pots
    return msgspec.structs.replace(
        view,
        front=part.committed,
        sleeper=hand.sleeper[1] if hand.sleeper and hand.sleeper[0] == part.seat else msgspec.UNSET,
        dead=part.dead,
        all_in=part.all_in,
        acted=part.acted or None,
        inferred=_inferred(hand, part),
        was=table.done.was if table.done and table.done.seat == part.seat else "",
        shown=list(part.shown),
        up=list(part.up),
        draws=list(part.draws),
        stated=part.stated if part.stated >= 0 else None,
        reading=label(table, hand, part, _board_read(hand)),
        can_unfold=unfolds,
        unfold_owes=unfold_owes(hand, part) if unfolds else 0,
        can_buy=may_buy(table, hand, part),
        offered=is_offered(table, hand, part) or msgspec.UNSET,
        can_win=_can_win(table, part),
        stake=part.total if part.all_in else msgspec.UNSET,
        discarded=part.threw > 0 or msgspec.UNSET,
        **msgspec.structs.asdict(options),
    )


def _board_read(hand: Hand) -> int:
    """Return the board on which hands are read: the one awarded now, else the first."""
    cell = next(iter(waiting(hand)), None)
    return cell.board if cell else 0


def _can_win(table: Table, part: Participant) -> bool:
    """Return whether a tap may name this seat the winner in the last round, of a pot that is not split by rule."""
    whole = table.stakes is not None and len(RANKINGS[table.game.ranking].halves) == 1
    return whole and part.life == "in" and may_win_without_count(table)


def _inferred(hand: Hand, part: Participant) -> InferredView | None:
    """Return the inferred act that a tap may still rewrite: its name, and the chips then in front of the seat."""
    act = inferred_act(hand, part)
    return InferredView(act.what, part.committed) if act else None


def seat_state(table: Table, seat: Seat, part: Participant | None) -> SeatState:
    if part is not None:
        return part.life
    if not seat.taken:
        return "empty"
    if seat.away:
        return "away"
    return "waiting" if table.is_open and table.button else "sitting"


def _choices(table: Table, seat: Seat) -> list[Entry]:
    """Return the choices that `sit_in` accepts for this seat now; a player with cards may only cancel sitting out."""
    i = table.hand.index(seat.number) if table.hand else -1
    if not seat.taken:
        return []
    if table.hand and i >= 0 and table.hand.parts[i].life == "in" and not seat.away:
        return []
    return list(button.entry_choices(table, seat))


def _blind(hand: Hand | None, number: int) -> Literal["SB", "BB"] | None:
    if hand is None:
        return None
    if hand.big == number:
        return "BB"
    return "SB" if hand.small == number else None
