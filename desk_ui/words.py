"""Sentences of the lists: refusals, what changed and why, on the desk and on a player's own page."""

from datetime import UTC, datetime

from django.utils import timezone

from poker.refusal import Refusal
from poker.waiting.estimate import Wait
from rulings.wording import refusals
from tables.chairs import Kept
from tables.lists.told import Off

# What poker/waiting, tables/lists and these pages refuse.
SENTENCES = {
    "not_on_a_list": "that name is on no list any more. Somebody was quicker; look again.",
    "no_such_list": "there is no list {list} any more.",
    "on_this_list": "{name} is on {title} already.",
    "too_many_lists": "{name} is on {lists} lists, which is as many as the house allows.",
    "list_full": "{title} has {names} names; it takes no more.",
    "list_has_names": "{title} has names on it: {names}. Say why it is closed.",
    "called_already": "{name} is called already, to {table} seat {seat}.",
    "seat_promised": "{table} seat {seat} is kept for {name}.",
    "out_of_order": "{name} is not next, {ahead} ahead. Say why.",
    "others_first": "{first} has that chair before {name}, by the order that the house has. Say why.",
    "not_senior": "{first} came before {name} and moves first. Say why.",
    "no_chain": "this game has no must-move tables any more.",
    "not_a_main_table": "{table} is no table of the main game.",
    "chain_needs_both": "a chain has a table of the main game and one that feeds it.",
    "chain_table_twice": "{table} is in a chain already.",
    "bad_sum": "“{value}” is no sum of money.",
    "bad_change": "say whether it is another seat or another table.",
    "no_address": "the room has no phone number and no e-mail address of {name}. Call the name out.",
    "not_called": "{name} was not called, or not any more.",
    "reason_missing": "say why, in a few words: staff and the player read it.",
    "unknown_ask": "the lists know no such command: {name}.",
    "bad_ask": "that cannot be read: {detail}.",
    "no_such_room": "there is no such room.",
    "player_unknown": "the room knows no such player.",
    "no_such_table": "there is no table {table} in this room.",
    "no_such_chair": "{table} has {seats} seats, not a seat {seat}.",
    "chair_taken": "{table} seat {seat} is taken: {name} sits there.",
    "at_that_table": "{name} sits at {table} already, in seat {seat}.",
    "not_at_that_table": "{name} does not sit at {table}: only who sits there changes seats there.",
    "not_in_that_game": "{name} sits at no table of this game.",
    "not_seated": "{name} does not sit there any more. Take the name off.",
    "not_in_the_chain": "{name} sits at no must-move table of this game.",
    "other_game": "{table} has another game.",
    "table_not_open": "{table} is closed.",
    "draw_stale": "somebody sat down or left during the draw. Draw again.",
    "apart_no_draw": "however it is drawn, {name} shares a table with {other}, whom the house keeps apart.",
    "name_missing": "write an alias or a card number.",
    "name_long": "an alias has at most {longest} letters.",
    "name_unreadable": "that alias has signs that cannot be shown.",
    "no_game": "the house has no plaque of that name.",
    "policy_number": "{what}: a number from {least} to {most}.",
    "policy_order": "who is offered a chair: name each of the four once.",
    "policy_choice": "that is no choice of the house policy.",
    "not_a_supervisor": "{name} does not set how the lists are run: that is for supervisors and managers.",
    "not_signed_in": "sign in with badge and PIN first. Nothing was done.",
    "not_allowed": "{name} does not keep the lists: that is for desk, supervisors and managers.",
    "bad_sign_in": "badge or PIN is not right.",
    "code_needed": "the code of your app is asked for here, too. Type badge, PIN and code.",
    "wrong_code": "the code is not right, or was used already. Wait for the next one and try again.",
    "code_wait": "too many wrong codes. Wait a little, then try again.",
    "locked_out": "too many tries. A manager unlocks that badge at Settings, Staff.",
}
STATUS = {
    "not_signed_in": 403,
    "not_allowed": 403,
    "not_a_supervisor": 403,
    "bad_sign_in": 403,
    "code_needed": 403,
    "wrong_code": 403,
    "code_wait": 429,
    "locked_out": 429,
    "bad_ask": 400,
    "unknown_ask": 400,
    "no_such_list": 404,
    "no_such_table": 404,
    "no_such_room": 404,
    "not_on_a_list": 409,
    "chair_taken": 409,
    "seat_promised": 409,
    "called_already": 409,
}
OTHER = 422
AUTO = "clock"
CHANGE = "until a chair that you asked for is open"


def sentence(refusal: Refusal) -> str:
    """What a page says of a refusal; those of tables and players are said as on a tablet."""
    template = SENTENCES.get(refusal.code)
    if template is None:
        return refusals.refusal(refusal)
    text = template.format_map(refusal.facts)
    text = text[:1].upper() + text[1:]
    return f"{text} ({refusal.rule})" if refusal.rule else text


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    return STATUS.get(refusal.code, OTHER)


def clock(at: datetime | int) -> str:
    """21:42 of a time or of unix milliseconds, in the room's time."""
    moment = datetime.fromtimestamp(at / 1000, tz=UTC) if isinstance(at, int) else at
    return f"{timezone.localtime(moment):%H:%M}"


def left(milliseconds: int) -> str:
    """3:10; never below nothing."""
    seconds = max(milliseconds, 0) // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"


def kept(chair: Kept) -> str:
    """Why an empty chair is not given to anybody."""
    if chair.how == "locked":
        return f"locked up: {chair.name}"
    return f"kept for {chair.name or 'nobody yet'}"


def every(freed: int, minutes: int = 60) -> str:
    """How often a seat frees, from how many within the hour, or since the game began."""
    if not freed:
        return "no seat was left within the last hour"
    often = f"{minutes / freed:.1f}".removesuffix(".0")
    seen = "last hour" if minutes >= 60 else f"in {minutes} min"
    return f"a seat frees every {often} min ({freed} {seen})"


def off(off: Off) -> str:
    """How far told waits were off, for staff and players."""
    if off.minutes is None:
        seated = f"{off.seats} so far" if off.seats else "nobody so far"
        return f"too few have sat down from this list to say how far told waits are off: {seated}"
    return f"waits told here were off by {off.minutes} min on average (last {off.seats} seated)"


def waits(wait: Wait | None) -> str:
    """For a player: "about 26 minutes, give or take 8"; "more than 40 min"."""
    if wait is None:
        return "not known: too few seats were left here lately to say"
    if wait.more:
        return f"more than {wait.minutes} min"
    if not wait.minutes:
        return "now"
    return f"about {wait.minutes} min, give or take {wait.error}"


def changed(event: str, before: int, to: int, table: str, seat: int, ahead: int) -> str:
    """What happened to a name, for staff: "2 to 6"."""
    chair = f"{table} seat {seat}" if table else "a seat"
    passed = f", {ahead} passed over" if ahead else ""
    return {
        "name.added": f"put down at {to}",
        "name.arrived": "arrived",
        "name.called": f"called for {chair}{passed}",
        "name.held": f"holds {chair}",
        "name.paged": f"paged again for {chair}",
        "name.passed": f"let {chair} pass",
        "name.seated": f"seated in {chair}{passed}",
        "name.off": f"{before}, taken off",
        "name.released": "waits on, the call was taken back",
        "name.moved": f"{before} to {to}",
        "line.closed": "list closed",
    }.get(event, event)


def own(event: str, before: int, to: int, table: str, seat: int) -> str:
    """The same for the player himself."""
    chair = f"table {table}, seat {seat}" if table else "a seat"
    return {
        "name.added": f"Put down at place {to}",
        "name.arrived": "You are in the room",
        "name.called": f"Called to {chair}",
        "name.held": f"{chair.capitalize()} is held for you",
        "name.paged": f"Called again to {chair}",
        "name.passed": "A call went by; your place is kept",
        "name.seated": f"Seated at {chair}",
        "name.off": "Taken off the list",
        "name.released": "The call was taken back; your place is kept",
        "name.moved": f"Moved from place {before} to {to}",
        "line.closed": "The list was closed",
    }.get(event, "")


def tables(count: int) -> str:
    """How many tables of a game run, for the board."""
    return f"{count} table{'' if count == 1 else 's'}" if count else ""


def table(name: str) -> str:
    """Table 2 of T2; other names as they are."""
    number = name.removeprefix("T")
    return f"Table {number if number.isdecimal() else name}"


def between(wait: Wait | None) -> str:
    """The wait as a range, which does not tick: from 20 to 38 min."""
    if wait is None:
        return "wait not known"
    if wait.more:
        return f"over {wait.minutes} min"
    low, high = max(wait.minutes - wait.error, 0), wait.minutes + wait.error
    if not high:
        return "no wait"
    return f"{low}\u2013{high} min" if low < high else f"{low} min"


def opens_at_the_desk(to_go: int) -> str:
    """The same for the desk, with what is to be done."""
    if to_go > 0:
        return opens(to_go)
    return "enough names: a supervisor opens a table of it and draws the seats"


def opens(to_go: int) -> str:
    """What a game that does not run waits for."""
    return f"opens with {to_go} more" if to_go > 0 else "not open yet"
