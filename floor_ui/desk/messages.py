"""Messages of the waitlists: refusals and changes, for the desk and the player's own page."""

from datetime import datetime

from django.utils import timezone

from journal.unix_time import from_milliseconds
from poker.irregularities.templates import singular
from poker.refusal import Refusal
from poker.waitlist.wait_estimate import WaitEstimate
from rulings.messages import refusals
from rulings.messages.refusal_table import MESSAGES as MESSAGES_OF_TABLES
from rulings.messages.sign_in import SIGN_IN
from rulings.messages.sign_in import STATUS as SIGN_IN_STATUS
from tables.seat_availability import SeatReservation
from tables.waitlist import paging
from tables.waitlist.quoted_waits import QuoteAccuracy

# Refusals of poker/waitlist, tables/waitlist and these pages.
MESSAGES = {
    "id_reused": MESSAGES_OF_TABLES["id_reused"],
    "not_on_a_list": "that name is no longer on a list. Someone else got to it first; check the list.",
    "no_such_list": "list {list} has been closed.",
    "on_this_list": "{name} is already on {title}.",
    "too_many_lists": "{name} is on {lists} lists, the house maximum.",
    "list_full": "{title} is full: {names} names.",
    "list_has_names": "{title} still has names on it: {names}. Give a reason for closing it.",
    "called_already": "{name} has already been called to {table} seat {seat}.",
    "seat_promised": "{table} seat {seat} is held for {name}.",
    "out_of_order": "{name} isn't next: {ahead} ahead. Give a reason.",
    "others_first": "{first} has first claim on that seat, ahead of {name}, under house policy. Give a reason.",
    "not_senior": "{first} has seniority over {name} and moves first. Give a reason.",
    "no_chain": "this game no longer has must-move tables.",
    "not_a_main_table": "{table} isn't a main-game table.",
    "chain_needs_both": "a chain needs a main game and at least one must-move table.",
    "chain_table_twice": "{table} is already in a chain.",
    "bad_sum": "“{value}” isn't a dollar amount.",
    "bad_change": "choose seat change or table change.",
    "no_address": "no phone number or email on file for {name}. Call the name out.",
    "not_called": "{name} has no open call.",
    "reason_missing": "give a short reason. Staff and the player see it.",
    "unknown_ask": "unknown list command: {name}.",
    "bad_ask": "that request can't be read: {detail}.",
    "no_such_room": "no such room.",
    "player_unknown": "no such player on file.",
    "no_such_table": "no table {table} in this room.",
    "no_such_chair": "{table} has {seats} seats; there's no seat {seat}.",
    "chair_taken": "{name} is in {table} seat {seat}.",
    "at_that_table": "{name} is already at {table}, seat {seat}.",
    "undo_unknown": "that action isn't in this room's log.",
    "undo_of_another": "someone else did that. Only they can undo it.",
    "undo_not": "that action can't be undone here.",
    "undo_late": "that was {minutes} minutes ago. You can undo for {most} minutes.",
    "undo_already": "that has already been undone.",
    "undo_changed": "{name}'s entry has changed since. Undo the later change first.",
    "undo_seat_left": "{name} no longer sits at {table} seat {seat}.",
    "undo_seat_taken": "{name} has {table} seat {seat} now.",
    "undo_table_closed": "{table} has closed since, so {name} can't be called to it again.",
    "undo_played": "play went on at {table}: {name} may have cards or chips in seat {seat}. Open that seat instead.",
    "player_elsewhere": "{name} is seated at {table} seat {seat} in {room}. Have that seat opened first.",
    "not_at_that_table": "{name} isn't at {table}. Only players at that table can change seats there.",
    "not_in_that_game": "{name} isn't playing this game.",
    "not_seated": "{name} is no longer in that seat. Remove the name.",
    "not_in_the_chain": "{name} isn't at a must-move table for this game.",
    "other_game": "{table} has a different game.",
    "table_not_open": "{table} is closed.",
    "draw_stale": "a player sat down or left during the draw. Draw again.",
    "apart_no_draw": "every draw puts {name} at a table with {other}; the house keeps them apart.",
    "name_missing": "enter an alias or card number.",
    "name_long": "an alias can have at most {longest} characters.",
    "name_unreadable": "that alias has characters that can't be displayed.",
    "no_game": "there's no plaque with that name.",
    "policy_number": "{what}: enter a number from {least} to {most}.",
    "policy_order": "open-seat order: use each of the four once.",
    "policy_choice": "that isn't one of the house policy choices.",
    "not_a_supervisor": "{name} can't change list policy. Supervisors and managers can.",
    "not_signed_in": "sign in with badge and PIN first. Nothing was changed.",
    "not_allowed": "{name} can't run the lists. Desk staff, supervisors and managers can.",
    **SIGN_IN,
}
STATUS = {
    **SIGN_IN_STATUS,
    "id_reused": 409,
    "not_signed_in": 403,
    "not_allowed": 403,
    "not_a_supervisor": 403,
    "bad_ask": 400,
    "unknown_ask": 400,
    "no_such_list": 404,
    "no_such_table": 404,
    "no_such_room": 404,
    "not_on_a_list": 409,
    "chair_taken": 409,
    "seat_promised": 409,
    "called_already": 409,
    "player_elsewhere": 409,
    "undo_unknown": 404,
    "undo_of_another": 403,
    "undo_not": 409,
    "undo_late": 409,
    "undo_already": 409,
    "undo_changed": 409,
    "undo_seat_left": 409,
    "undo_seat_taken": 409,
    "undo_played": 409,
}
DEFAULT_STATUS = 422
AUTO = "clock"
CHANGE = "until a seat you asked for opens"


def refusal_message(refusal: Refusal) -> str:
    """Return the message of a refusal; those of tables and players are the tablet's."""
    template = MESSAGES.get(refusal.code)
    if template is None:
        return refusals.refusal(refusal)
    text = singular(template.format_map(refusal.facts))
    text = text[:1].upper() + text[1:]
    return f"{text} ({refusal.rule})" if refusal.rule else text


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal."""
    return STATUS.get(refusal.code, DEFAULT_STATUS)


def format_time(at: datetime | int) -> str:
    """Return a datetime or Unix milliseconds as 21:42 in the room's time zone."""
    moment = from_milliseconds(at) if isinstance(at, int) else at
    return f"{timezone.localtime(moment):%H:%M}"


def format_public_time(at: datetime | int) -> str:
    """Return a datetime or Unix milliseconds as 9:42 pm in the room's time zone, for the board and the players."""
    moment = from_milliseconds(at) if isinstance(at, int) else at
    return paging.format_public_time(moment)


def countdown(milliseconds: int) -> str:
    """Return a duration as 3:10, at least 0:00."""
    seconds = max(milliseconds, 0) // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"


def reservation_reason(seat: SeatReservation) -> str:
    """Return why an empty seat is reserved."""
    if seat.kind == "locked":
        return f"locked up: {seat.name}"
    return f"held for {seat.name or 'no one yet'}"


def turnover_text(freed: int, minutes: int = 60) -> str:
    """Return how often a seat opens, from the number opened within `minutes` (an hour, or since the game
    started).
    """
    if not freed:
        span = "in the last hour" if minutes >= 60 else "since the game started"
        return f"no seat has opened {span}"
    often = f"{minutes / freed:.1f}".removesuffix(".0")
    seen = "in the last hour" if minutes >= 60 else f"in {minutes} min"
    return f"a seat opens every {often} min ({freed} {seen})"


def accuracy_text(off: QuoteAccuracy) -> str:
    """Return the quote accuracy as text for staff and players."""
    if off.minutes is None:
        seated = f"{off.seats} so far" if off.seats else "none so far"
        return f"not enough players seated from this list yet to rate its quoted waits: {seated}"
    return (
        f"quoted waits here have been off by {off.minutes} min on average (last {off.seats} seated)"
    )


def wait_text(wait: WaitEstimate | None) -> str:
    """Return the wait for a player: "about 26 min, give or take 8"; "more than 40 min"."""
    if wait is None:
        return "no estimate yet: too few seats have opened lately"
    if wait.more:
        return f"more than {wait.minutes} min"
    if not wait.minutes:
        return "now"
    return f"about {wait.minutes} min, give or take {wait.error}"


def staff_change_text(event: str, before: int, to: int, table: str, seat: int, ahead: int) -> str:
    """Return what happened to an entry, for staff: "moved from #2 to #6"."""
    seat_label = f"{table} seat {seat}" if table else "a seat"
    passed = f", skipped {ahead}" if ahead else ""
    return {
        "name.added": f"added at #{to}",
        "name.arrived": "arrived",
        "name.called": f"called for {seat_label}{passed}",
        "name.held": f"{seat_label} held",
        "name.paged": f"paged again for {seat_label}",
        "name.passed": f"passed on {seat_label}",
        "name.seated": f"seated in {seat_label}{passed}",
        "name.off": f"removed, was #{before}",
        "name.released": "call canceled, still waiting",
        "name.moved": f"moved from #{before} to #{to}",
        "line.closed": "list closed",
        "name.arrived.undone": "arrival undone, on the way",
        "name.called.undone": f"call for {seat_label} undone",
        "name.held.undone": f"hold on {seat_label} undone, still called",
        "name.passed.undone": f"pass undone, called for {seat_label}",
        "name.released.undone": f"cancellation undone, called for {seat_label} again",
        "name.seated.undone": f"seating undone, back at #{to}",
        "name.off.undone": f"removal undone, back at #{to}",
        "name.moved.undone": f"move undone, back at #{to}",
    }.get(event, event)


def move_text(table: str, seat: int, to_table: str, to_seat: int) -> str:
    """Return a must-move for staff: "moved from T1 seat 3 to T9 seat 5"."""
    return f"moved from {table} seat {seat} to {to_table} seat {to_seat}"


def player_change_text(event: str, before: int, to: int, table: str, seat: int) -> str:
    """Return what happened to an entry, for the player."""
    seat_label = player_seat_label(table, seat) if table else "a seat"
    return {
        "name.added": f"Added at #{to}",
        "name.arrived": "Checked in",
        "name.called": f"Called to {seat_label}",
        "name.held": f"{seat_label[:1].upper()}{seat_label[1:]} is held for you",
        "name.paged": f"Called again to {seat_label}",
        "name.passed": "You passed a call; you keep your spot",
        "name.seated": f"Seated at {seat_label}",
        "name.off": "Removed from the list",
        "name.released": "The call was canceled; you keep your spot",
        "name.moved": f"Moved from #{before} to #{to}",
        "line.closed": "List closed",
        "name.arrived.undone": "Check-in undone",
        "name.called.undone": "The call was canceled; you keep your spot",
        "name.held.undone": f"Called to {seat_label}",
        "name.passed.undone": f"Called to {seat_label}",
        "name.released.undone": f"Called to {seat_label}",
        "name.seated.undone": f"Back at #{to}",
        "name.off.undone": f"Back at #{to}",
        "name.moved.undone": f"Back at #{to}",
    }.get(event, "")


def player_seat_label(name: str, seat: int) -> str:
    """Return "table 7, seat 5" for T7: players know tables by number, as on the board."""
    label = table(name)
    return f"{label[:1].lower()}{label[1:]}, seat {seat}"


def tables(count: int) -> str:
    """Return the number of tables of a game for the board, "" for none."""
    return f"{count} table{'' if count == 1 else 's'}" if count else ""


def table(name: str) -> str:
    """Return "Table 2" for T2; other names unchanged."""
    number = name.removeprefix("T")
    return f"Table {number if number.isdecimal() else name}"


def wait_range(wait: WaitEstimate | None) -> str:
    """Return the wait as a range that does not tick, such as 20 to 38 min."""
    if wait is None:
        return "no estimate yet"
    if wait.more:
        return f"over {wait.minutes} min"
    low, high = max(wait.minutes - wait.error, 0), wait.minutes + wait.error
    if not high:
        return "no wait"
    return f"{low}\u2013{high} min" if low < high else f"{low} min"


def opens_at_the_desk(to_go: int) -> str:
    """Return how many more names an interest list needs, or the desk's next step."""
    if to_go > 0:
        return interest_status(to_go)
    return "enough names to start: a supervisor opens a table and draws seats"


def interest_status(to_go: int) -> str:
    """Return what a game that does not run waits for."""
    return f"starts with {to_go} more" if to_go > 0 else "not open yet"
