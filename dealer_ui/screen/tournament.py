"""The tournament on the tablet: level, BUST and STAYS, AWAY and penalties, and the felt while the table waits."""

from msgspec.structs import replace

from dealer_ui import messages
from dealer_ui.messages import tournament as texts
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import FeltNumber, Key, LevelClock, Pill, PromptStage
from poker.event_levels import level_at
from poker.formatting import money
from poker.table_event import PlannedLevel, TableEvent
from poker.view.model import SeatView, TableView, present


def level_clock(view: TableView, now_ms: int) -> LevelClock | None:
    """Return the level of the header with the end of it; None at a cash table."""
    event = view.event
    if event is None:
        return None
    index, left = level_at(event, now_ms)
    level = event.levels[index]
    is_last = index == len(event.levels) - 1
    ends = now_ms + left if event.since and not is_last else None
    of_hand = _level_of_hand(view, event, index)
    if of_hand is not None:
        text, coming = texts.level_text(of_hand), texts.next_text(event, index)
    else:
        text = texts.break_text(event, index) if level.pause else texts.level_text(level)
        coming = ""
    return LevelClock(text=text, ends=ends, stopped=not event.since, next=coming)


def _level_of_hand(view: TableView, event: TableEvent, index: int) -> PlannedLevel | None:
    """Return the level of the hand in progress if the clock is past it, None if they agree."""
    if not view.hand.started or view.game is None:
        return None
    stakes = (view.game.small_bet, view.game.big_bet, tuple(view.game.blinds), view.game.ante)
    levels = event.levels[: index + 1][::-1]
    own = next((level for level in levels if texts.stakes_of(level) == stakes), levels[0])
    is_past = own.number != levels[0].number or levels[0].pause
    return own if is_past else None


def is_held(view: TableView) -> bool:
    """Return whether no hand may begin: the director holds the table, or seats are out of chips."""
    return view.step.kind in ("hold", "bust")


def off(item: Key) -> Key:
    """Return a key of the next hand, which does nothing while the table waits."""
    return replace(item, do=None, look="off", why=texts.HELD)


def seat_keys(view: TableView, seat: SeatView) -> list[Key]:
    """Return STAYS and BUST of a seat that is out of chips; [] for another seat.

    BUST is where BET is, and never in FOLD's place. The smaller stack is due first.
    """
    out = [number for number, _ in view.out]
    if seat.seat not in out:
        return []
    is_first = out[0] == seat.seat
    return [
        key(
            "STAYS",
            messages.action_name("Still has chips,", seat),
            do=send("keep_player", seat=seat.seat),
        ),
        key(
            "BUST",
            messages.action_name("Out of the tournament,", seat),
            look="due" if is_first else "expected",
            do=send("bust", seat=seat.seat),
        ),
    ]


def pills(view: TableView, seat: SeatView) -> list[Pill]:
    """Return AWAY, or the hands left of a penalty, of a seat whose hand is not dead yet."""
    if view.event is None or seat.state != "in":
        return []
    left = view.event.hands_left(seat.seat)
    if left:
        return [Pill(text=f"P{left}", name=texts.penalty_text(left), look="mark")]
    if seat.absent is True:
        return [Pill(text="AWAY", name=texts.AWAY, look="mark")]
    return []


def gone_key(view: TableView, seat: SeatView) -> Key | None:
    """Return the key of a dead hand whose player is not at the table or serves a penalty; None for another seat."""
    if view.event is None:
        return None
    left = view.event.hands_left(seat.seat)
    if left:
        name = messages.action_name(f"{texts.penalty_text(left)},", seat)
        return key("PENALTY", name, sub=texts.hands_text(left), look="folded", why=texts.SERVES)
    if seat.absent is not True:
        return None
    do = opens("seat", seat=seat.seat)
    name = messages.action_name("Away, change", seat)
    return key("AWAY", name, sub=texts.BLINDED_OFF, look="folded", do=do, strong=True)


def felt(view: TableView) -> PromptStage | None:
    """Return the felt of a table that waits or has players without chips; None for another table."""
    if view.step.kind == "bust":
        return _busts(view)
    return _hold(view) if view.step.kind == "hold" else None


def _busts(view: TableView) -> PromptStage:
    seat = view.out[0][0]
    return PromptStage(
        title="Out of chips",
        lines=texts.bust_lines(view.out),
        key=key(
            f"BUST\nSEAT {seat}",
            f"Out of the tournament, seat {seat}",
            look="due",
            do=send("bust", seat=seat),
        ),
        numbers=[],
    )


def _hold(view: TableView) -> PromptStage:
    event = present(view.event)
    moves = view.step.facts["moves"]
    numbers = [
        FeltNumber(label="Players", text=str(event.left)),
        FeltNumber(label="Tables", text=str(event.tables), cell=1),
        FeltNumber(label="Average", text=money(event.average), cell=2),
    ]
    left = key("WAIT", "The director holds the table", why="The next hand opens by itself.")
    if moves:
        seat = moves[0][0]
        left = key(
            f"SEAT {seat}\nHAS LEFT",
            f"Seat {seat} has left the table",
            look="due",
            do=send("leave_seat", seat=seat),
        )
    return PromptStage(
        title=texts.hold_title(view.step.facts["hold"], event),
        lines=texts.hold_lines(view.step),
        key=left,
        numbers=numbers,
    )
