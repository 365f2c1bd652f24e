"""Default sentences for what happens at a table, for lesson steps without their own."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from poker.formatting import card, money
from poker.view.model import SeatView, TableView
from school.hands.play import due_seats
from school.tablet.model import Move

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
PLAIN = {
    "deal": "A new hand is dealt.",
    "straddle": "Seat {seat} straddles.",
    "discard": "Seat {seat} throws a card.",
    "run_out": "No more bets: the rest of the board comes.",
    "rebuild_deck": "The stub runs out: the discards are counted, the last card joins them, shuffle and cut.",
}
RUNS: dict[object, str] = {
    1: "wants one run",
    2: "agrees to run it twice",
    3: "agrees to three runs",
}
HALVES = {"high": "high hand", "omaha": "Omaha hand", "draw": "draw hand"}
ACTS = {"fold": "folds", "check": "checks", "call": "calls"}


def describe_tap(move: Move, view: TableView) -> str:
    """Return the default sentence for a tap at this table; "" if there is none."""
    args = move.args
    seat = args.get("seat")
    match move.name:
        case "act" | "first_in":
            act = _act(args.get("what"), seat, args.get("to"), view)
            return f"{_before(seat, view, is_first_in=move.name == 'first_in')}{act}"
        case "draw":
            return _draw(seat, args.get("count"))
        case "close_street":
            return _round_over(args.get("count"), view)
        case "award":
            return _award(args.get("seats"), args.get("low"), view)
        case "agree_runs":
            return f"Seat {seat} {RUNS.get(args.get('runs'), 'agrees to more runs')}."
        case "opener":
            return f"Seat {seat} has the {'opening card' if _is_first(view) else 'high hand'}."
    return PLAIN.get(move.name, "").format(seat=seat)


def _before(seat: object, view: TableView, *, is_first_in: bool) -> str:
    """Return sentences for the seats before this one, whose acts need no tap; "" for none."""
    due = due_seats(view)
    numbers = [each.seat for each in due]
    if seat not in numbers:
        return ""
    passed = due[: numbers.index(int(str(seat)))]
    if is_first_in:
        return _together(passed, "folds", "fold")
    calls = [each for each in passed if each.to_call]
    checks = [each for each in passed if not each.to_call]
    return _together(checks, "checks", "check") + _together(calls, "calls", "call")


def _together(seats: Sequence[SeatView], singular: str, plural: str) -> str:
    numbers = [each.seat for each in seats]
    if not numbers:
        return ""
    return f"{_seats(numbers)} {singular if len(numbers) == 1 else plural}. "


def _act(what: object, seat: object, to: object, view: TableView) -> str:
    if isinstance(what, str) and what in ACTS:
        return f"Seat {seat} {ACTS[what]}."
    amount = money(to) if isinstance(to, int) else ""
    if what == "all_in":
        return f"Seat {seat} is all-in for {amount}." if amount else f"Seat {seat} is all-in."
    option = next((each for each in view.seats if each.seat == seat), None)
    raised = option.raises if option is not None else None
    fixed = money(raised.min) if raised is not None and not amount else amount
    if what == "bet":
        return f"Seat {seat} bets {fixed}." if fixed else f"Seat {seat} bets."
    verb = "completes" if what == "complete" else "raises"
    return f"Seat {seat} {verb} to {fixed}." if fixed else f"Seat {seat} {verb}."


def _draw(seat: object, count: object) -> str:
    if not isinstance(count, int) or not count:
        return f"Seat {seat} stands pat."
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"Seat {seat} takes {number} card{'s' if count > 1 else ''}."


def _round_over(count: object, view: TableView) -> str:
    """Return the sentence at the end of a round: the players who call and check, or the number who fold."""
    unnamed = view.count.still_in - count if isinstance(count, int) else 0
    if unnamed > 0:
        number = NUMBERS[unnamed] if unnamed < len(NUMBERS) else str(unnamed)
        folds = "more player folds" if unnamed == 1 else "more players fold"
        return f"{number.capitalize()} {folds}. The round is over."
    due = due_seats(view)
    calls = [seat for seat in due if seat.to_call]
    checks = [seat for seat in due if not seat.to_call]
    sentences = _together(calls, "calls", "call") + _together(checks, "checks", "check")
    return sentences.strip() or "The round is over."


def _award(seats: object, low: object, view: TableView) -> str:
    high = _seats(seats)
    if not high or sum(seat.state == "in" for seat in view.seats) == 1:
        return "Everyone else has folded."
    where = _where(view)
    if isinstance(low, list | tuple) and low:
        first, second = _halves(view)
        low_seats = _seats(low).lower()
        have = _have(seats, "has", "have")
        return f"{high} {have} the best {first}, {low_seats} the best {second}{where}."
    if isinstance(seats, list | tuple) and len(seats) > 1:
        return f"{high} split the pot{where}."
    return f"{high} shows the best hand{where}."


def _where(view: TableView) -> str:
    """Return the board or the run that is awarded now, as " on board 2" or " in run 2"; "" for a single board."""
    facts = view.step.facts
    if "read_board" not in facts:
        return ""
    number = facts["read_board"] + 1
    return f" in run {number}" if view.runs else f" on board {number}"


def _halves(view: TableView) -> list[str]:
    """Return both halves as dealers name their hands."""
    names = view.game.halves if view.game else []
    return [HALVES.get(name, name) for name in names]


def _have(seats: object, singular: str, plural: str) -> str:
    return plural if isinstance(seats, list | tuple) and len(seats) > 1 else singular


def _seats(seats: object) -> str:
    if not isinstance(seats, list | tuple) or not seats:
        return ""
    *first, last = [str(seat) for seat in seats]
    return f"Seats {', '.join(first)} and {last}" if first else f"Seat {last}"


def _is_first(view: TableView) -> bool:
    return view.hand.street == view.hand.streets[0]


def describe_upcards(up: Mapping[int, Sequence[str]]) -> str:
    """Return the upcards of each seat, for the dealer to read who acts first: "Upcards: 1 (9♠), 2 (2♣)."."""
    shown = [f"{seat} ({' '.join(card(code) for code in cards)})" for seat, cards in up.items()]
    return f"Upcards: {', '.join(shown)}."


def describe_hands(board: Sequence[str], hands: Mapping[int, Sequence[str]]) -> str:
    """Return the hands at the showdown, for the dealer to read: "Board 2♣ …. 3: A♠ K♦. 5: Q♥ Q♣."."""
    shown = [f"{seat}: {' '.join(card(code) for code in cards)}." for seat, cards in hands.items()]
    if board:
        shown.insert(0, f"Board {' '.join(card(code) for code in board)}.")
    return " ".join(shown)


_END = re.compile(r"(?<=\.) ")  # between two sentences
_FOLD = re.compile(r"Seat ([0-9]+) folds\.")


def joined(sentences: Sequence[str]) -> str:
    """Join sentences to one text, with consecutive folds in one sentence."""
    words: list[str] = []
    folds: list[str] = []
    for sentence in (*chain.from_iterable(map(_END.split, sentences)), ""):
        if match := _FOLD.fullmatch(sentence):
            folds.append(match[1])
            continue
        if folds:
            words.append(f"{_seats(folds)} {'folds' if len(folds) == 1 else 'fold'}.")
            folds = []
        words.append(sentence)
    return " ".join(filter(None, words))
