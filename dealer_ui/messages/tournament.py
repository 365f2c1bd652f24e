"""Texts of a tournament on the tablet: level, busts, and why the table waits."""

from collections.abc import Iterator, Sequence

from dealer_ui.messages.step_wordings import Line
from poker.event_levels import next_level
from poker.formatting import listed, money, seats_said
from poker.step import Step
from poker.table_event import PlannedLevel, TableEvent
from poker.view.model import TableView

DASH = chr(0x2013)
HELD = "The table waits. No hand begins now."
MOST_TABLES = 4  # that others wait for, named in the sentence


AWAY = "away, the stack is blinded off"
BLINDED_OFF = "blinded off"
SERVES = "This player serves a penalty. The director ends it."


def hands_text(left: int) -> str:
    """Return the hands left of a penalty: "3 hands"."""
    return f"{left} hand{'' if left == 1 else 's'}"


def penalty_text(left: int) -> str:
    """Return a penalty by the hands left: "Penalty, 3 hands"."""
    return f"Penalty, {hands_text(left)}"


def level_text(level: PlannedLevel) -> str:
    """Return a level as the header shows it: "Level 9 400/800"."""
    blinds = "/".join(money(blind) for blind in level.blinds) or money(level.small_bet)
    return f"Level {level.number} {blinds}"


def stakes_of(level: PlannedLevel) -> tuple[int, int, tuple[int, ...], int]:
    """Return bets, blinds and ante of a level, to find the level of a hand."""
    return level.small_bet, level.big_bet, level.blinds, level.ante


def event_game(event: TableEvent, game: str) -> str:
    """Return the event with its game for the header: "Event 3, no-limit hold'em". game: with its stakes."""
    name, _, _ = game.rpartition(" ")
    return f"{event.name}, {name[:1].lower()}{name[1:]}"


def next_text(event: TableEvent, index: int) -> str:
    """Return the level of the next hand, or the break before it, while this hand has the stakes of an earlier one."""
    level = event.levels[index]
    if level.pause:
        return "Break after this hand"
    return f"Next hand: {level_text(level).lower()}"


def break_text(event: TableEvent, index: int) -> str:
    """Return what follows a break, such as "Then level 4 200/400"."""
    following = next_level(event, index)
    return f"Break. Then {level_text(following).lower()}" if following else "Break"


def bust_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield who is out of chips, and the order of the taps."""
    seats = step.seats
    verb = "is" if len(seats) == 1 else "are"
    taps = ", then ".join(f"BUST {seat}" for seat in seats)
    who = seats_said(seats)
    yield f"{who[:1].upper()}{who[1:]} {verb} out of chips.", f"{taps}."
    yield f"{who[:1].upper()}{who[1:]} {verb} out of chips.", ""


def hold_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield why the director holds the table. The riffle begins a hand, so there is none."""
    yield _hold_sentence(step), "Do not riffle."
    yield _hold_sentence(step), ""


def hold_title(kind: str, event: TableEvent) -> str:
    """Return the felt's title while the table waits."""
    return _TITLES.get(kind, "The director holds the table")


def hold_lines(step: Step) -> list[str]:
    """Return the felt's lines while the table waits."""
    facts = step.facts
    if facts["hold"] == "balance":
        return [f"Seat {seat} goes to {table}, seat {to}." for seat, table, to in facts["moves"]]
    if facts["hold"] == "hand_for_hand":
        return [f"Still dealing: {_tables(facts['waiting'])}.", "The next hand opens by itself."]
    return [facts["note"]] if facts["note"] else []


def bust_lines(out: Sequence[tuple[int, int]]) -> list[str]:
    """Return the felt's lines about the seats that are out of chips, fewest chips first."""
    rows = [f"Seat {seat} had {money(chips)} before the hand." for seat, chips in out]
    return [*rows, "STAYS if a stack still has chips. Count it."]


def _hold_sentence(step: Step) -> str:
    facts = step.facts
    if facts["hold"] == "balance":
        moves = [f"seat {seat} moves to {table}·S{to}" for seat, table, to in facts["moves"]]
        return f"HOLD {DASH} balance: {listed(moves, 'and')}."
    if facts["hold"] == "hand_for_hand":
        return f"Hand for hand: waiting for {_tables(facts['waiting'])}."
    return _SENTENCES.get(facts["hold"], "HOLD: the director holds the table.")


def _tables(names: Sequence[str]) -> str:
    if len(names) > MOST_TABLES:
        return f"{len(names)} tables"
    return listed(list(names), "and") or "the other tables"


_TITLES = {
    "balance": "Balance",
    "hand_for_hand": "Hand for hand",
    "short": "Table stopped",
    "paused": "Clock stopped",
    "break": "Table breaks",
}
_SENTENCES = {
    "short": f"HOLD {DASH} too few players: wait for the director.",
    "paused": f"HOLD {DASH} the clock is stopped.",
    "break": f"HOLD {DASH} this table breaks.",
}
