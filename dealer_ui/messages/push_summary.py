"""The push summary: open items at a table when the next dealer takes over. It gives no reasons for sanctions."""

from collections.abc import Iterator, Mapping, Sequence

from dealer_ui.messages.accessible_names import missed_word
from dealer_ui.messages.conduct import PlayerFlag
from dealer_ui.messages.text_width import width
from dealer_ui.messages.texts import SummaryLine
from poker.formatting import as_sentence, money, money_or_blank, seats_said, smart_quotes
from poker.game_name import game_name
from poker.view.model import RemedyStepView, TableView

# Text and look: coral if it waits now, amber if it must not be forgotten, else "".
Line = tuple[str, str]
MAX_LINES = 8  # lines that fit
FELT_WIDTH = 386  # pixels of a line on the felt, next to a key
FELT_SCALE = 0.735  # scale of its letters, which are smaller and lighter than the step's


def push_summary(
    view: TableView,
    *,
    changes: Sequence[str],
    marks: Mapping[str, PlayerFlag],
    clock: Mapping[int, str],
) -> list[SummaryLine]:
    """Return the lines, the most urgent first. The last line has the number of lines that do not fit.

    changes: aliases waiting for a seat change here; clock: times of the view in the room's time zone.
    """
    lines = [
        *_floor(view),
        *_money(view),
        *_next_hand(view),
        *_waits(view),
        *_seats(view, clock),
        *_asked(view, changes, marks),
    ]
    if len(lines) > MAX_LINES:
        lines = [*lines[: MAX_LINES - 1], (f"and {len(lines) - MAX_LINES + 1} more", "")]
    return [SummaryLine(text=smart_quotes(text), look=look) for text, look in lines]


def leaving_line(view: TableView) -> str:
    """Return the outgoing dealer's down in figures, such as "Wren: 24 hands, 2 corrections."; "" if not recorded."""
    dealer = view.dealer
    if dealer is None or dealer.hands is None:
        return ""
    hands = "1 hand" if dealer.hands == 1 else f"{dealer.hands} hands"
    count = dealer.corrections
    corrections = "1 correction" if count == 1 else f"{count or 'no'} corrections"
    named = f"{dealer.name}: {hands}, {corrections}."
    return named if _fits_felt(named) else f"{as_sentence(f'{hands}, {corrections}')}."


def coming_line(view: TableView) -> str:
    """Return the most urgent items for the next dealer in one line, such as "Floor call open, seat 4 waits."."""
    items = list(_known_items(view))
    for count in range(len(items), 0, -1):
        more = [f"{len(items) - count} more"] if count < len(items) else []
        line = as_sentence(", ".join([*items[:count], *more])) + "."
        if _fits_felt(line):
            return smart_quotes(line)
    return ""


def _fits_felt(line: str) -> bool:
    return width(line) * FELT_SCALE <= FELT_WIDTH


def _known_items(view: TableView) -> Iterator[str]:
    if view.floor:
        yield "floor call open"
    if view.remedy and view.remedy.steps:
        count = len(view.remedy.steps)
        yield "1 ruling step to do" if count == 1 else f"{count} ruling steps to do"
    if view.impounded:
        yield "pot held"
    waiting = _waiting(view)
    if waiting:
        yield f"{seats_said(waiting)} {'waits' if len(waiting) == 1 else 'wait'}"
    away = [seat.seat for seat in view.seats if seat.away]
    if away:
        yield f"{seats_said(away)} away"


def _waiting(view: TableView) -> list[int]:
    """Return the seats of present players who are not dealt in: they wait for a blind."""
    return [seat.seat for seat in view.seats if seat.state == "waiting"]


def destination(table: str, name: str, *, at: str) -> str:
    """Return where the outgoing dealer goes. at: when they come in there, "" if immediately."""
    return f"You go to {table}{f' at {at}' if at else ''}, {name}."


def summary_times(view: TableView) -> list[int]:
    seats = view.seats
    away = [seat.away_at for seat in seats if seat.away and seat.away_at]
    return away + [seat.lock.until for seat in seats if seat.lock]


def _floor(view: TableView) -> Iterator[Line]:
    if view.floor:
        how = "the supervisor is here" if view.floor.arrived_by else "no ruling yet"
        yield f"Floor call open: {how}", "coral"
    remedy = view.remedy
    steps_of: dict[str, list[RemedyStepView]] = {}
    for step in remedy.steps if remedy else ():
        steps_of.setdefault(step.ruling, []).append(step)
    for ruling, open_steps in steps_of.items():
        steps = "1 step" if len(open_steps) == 1 else f"{len(open_steps)} steps"
        color = "coral" if any(step.now for step in open_steps) else "amber"
        yield f"Ruling {ruling}: {steps} to do", color
    if remedy and remedy.missed:
        yield f"Ruling {remedy.ruling}: a step wasn't recorded", "amber"


def _money(view: TableView) -> Iterator[Line]:
    for pot in view.impounded:
        amount = money_or_blank(pot.amount) or "not counted"
        yield f"Hand {pot.hand} pot held: {amount}", "amber"


def _next_hand(view: TableView) -> Iterator[Line]:
    kill = view.kill
    if kill and kill.on:
        posts = f", seat {kill.seat} posts {money(kill.post)}" if kill.post else ""
        yield f"Kill pot{posts}", "amber"
    elif kill and kill.leg:
        yield f"Seat {kill.leg} has a leg up", "amber"
    if view.next_game:
        yield f"From the next hand: {game_name(view.next_game)}", "amber"


def _waits(view: TableView) -> Iterator[Line]:
    if waiting := _waiting(view):
        verb = "waits" if len(waiting) == 1 else "wait"
        yield f"{as_sentence(seats_said(waiting))} {verb} for the blind", "amber"


def _seats(view: TableView, clock: Mapping[int, str]) -> Iterator[Line]:
    for missed in ("both", "small"):
        seats = [seat.seat for seat in view.seats if seat.missed == missed]
        if seats:
            yield f"{as_sentence(seats_said(seats))}: {missed_word(missed)}", "amber"
    for seat in view.seats:
        if seat.away:
            since = clock.get(seat.away_at or 0, "")
            yield f"Seat {seat.seat} away{f' since {since}' if since else ''}", ""
        if seat.coming:
            yield f"Seat {seat.seat} adds {money(seat.coming)} next hand", ""
        if seat.held:
            yield f"Seat {seat.seat}: {money(seat.held)} returned, no buy-in yet", ""
        if seat.lock:
            lock = seat.lock
            until = clock.get(seat.lock.until, "")
            whom = lock.name or lock.reason
            yield f"Seat {seat.seat} locked up{f' until {until}' if until else ''}: {whom}", ""


def _asked(
    view: TableView, changes: Sequence[str], marks: Mapping[str, PlayerFlag]
) -> Iterator[Line]:
    if changes:
        yield f"Seat change: {', '.join(changes)}", ""
    seats = [seat.seat for seat in view.seats if seat.player in marks]
    if seats:
        yield f"Sanctions on file: {seats_said(seats)}", ""
