"""Texts of promotions on the tablet: what is due, what a claim requires, and what the log proves."""

from collections.abc import Callable, Iterator

from dealer_ui.messages.floor import response_status
from dealer_ui.messages.step_wordings import Line
from poker.formatting import as_sentence, listed, money, seats_said
from poker.json_types import JsonObject
from poker.reading.five_cards import floor_name
from poker.step import Step
from poker.view.model import ConditionView, HighHandView, PromotionView, TableView, present

LEAVE = "Leave deck, board and hands."
HOLD = "Hold, jackpot"
HELD_LINES = ("Hands off the deck.", "No one leaves.", "Nothing is pushed.")
FLOOR_DECIDES = "A supervisor has taken the claim. The floor decides it."
DASH = chr(0x2013)
_WORDS = {"bad_beat": "Jackpot", "royal": "Royal flush", "mystery": "Mystery board"}
MOST_CHECKS = 6  # that fit on the felt


def due_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield that a promotion is due: the floor is called before anything moves."""
    offered = present(view.promotion)
    what = as_sentence(_hand_that_wins(offered))
    yield f"{what}: call the floor.", LEAVE
    yield "Jackpot: call the floor.", LEAVE


def claim_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield what the table does while a claim waits, with the state of the call."""
    status = response_status(view.floor) if view.floor else "Call the floor."
    yield "Leave deck, board and hands as they are.", status
    yield "Leave deck, board and hands.", status


def _hand_that_wins(item: PromotionView) -> str:
    """Return the hand that decides: "quad tens beaten" or "royal flush"."""
    names = dict(item.names)
    if item.losing:
        return f"{names.get(item.losing[0], 'hand')} beaten"
    return names.get(item.winning[0], item.title) if item.winning else item.title


def key_text(item: PromotionView) -> str:
    """Return what the key over the count row says in capitals."""
    word = _WORDS[item.kind].upper()
    return f"{word} {DASH} CALL FLOOR"


def hands_text(item: PromotionView) -> str:
    """Return the hands with their seats: "seat 7 quad tens, beaten by seat 2"."""
    names = dict(item.names)
    if item.losing:
        losing = f"{seats_said(item.losing)} {names.get(item.losing[0], '')}".rstrip()
        return f"{losing}, beaten by {seats_said(item.winning)}"
    winning = seats_said(item.winning)
    return f"{winning}, {names.get(item.winning[0], '')}".rstrip(", ") if item.winning else ""


def posted_text(item: PromotionView) -> str:
    """Return the posted amount, or the promotion's title if the house does not show one."""
    if item.kind == "mystery" and item.amount:
        return f"{item.title}: up to {money(item.amount)}"
    return f"Posted jackpot {money(item.amount)}" if item.amount else item.title


def lowest_text(item: PromotionView) -> str:
    """Return the lowest losing hand that wins, "" for another kind of promotion."""
    if item.lowest is None:
        return ""
    return as_sentence(f"{floor_name(item.lowest)} or better beaten").rstrip(".")


def claimed_text(item: PromotionView) -> str:
    """Return the text of the key while the claim waits. The page fills in {time}."""
    return f"{_WORDS[item.kind]} claimed {{time}}"


def is_answered(view: TableView) -> bool:
    """Return whether a supervisor has acted on the open call."""
    call = view.floor
    return call is not None and bool(call.seen_at or call.coming_at or call.arrived_at)


def claimed_help(view: TableView) -> str:
    """Return what the dealer may still do about a claim."""
    if is_answered(view):
        return "The floor decides the claim"
    return "UNDO takes it back until the floor answers"


def checks(item: PromotionView) -> list[tuple[str, bool]]:
    """Return what the log proves and what it does not know, as texts with whether it is proved."""
    rows = [
        (text(condition, item), condition.met is True)
        for condition in item.conditions
        if (text := _CHECKS.get(condition.key)) is not None
    ]
    if item.boards == 1:
        rows.append(("One board", True))
    return rows[:MOST_CHECKS]


def _players(facts: JsonObject) -> str:
    return f"{facts['players']} dealt in, {facts['least']} needed"


def _pot(facts: JsonObject) -> str:
    pot, least = facts["pot"], facts["least"]
    if not isinstance(pot, int):
        return "Pot not counted"
    assert isinstance(least, int)
    return f"Pot {money(pot)}, {money(least)} needed"


def _shown(facts: JsonObject) -> str:
    seats = facts["seats"]
    if not isinstance(seats, list) or not seats:
        return "Shown before the end"
    return f"Not shown: {listed([str(seat) for seat in seats], 'and')}"


_Check = Callable[[ConditionView, PromotionView], str]
_CHECKS: dict[str, _Check] = {
    "players": lambda condition, item: _players(condition.facts),
    "pot": lambda condition, item: _pot(condition.facts),
    "both_cards": lambda condition, item: "Both hole cards play",
    "pocket_pair": lambda condition, item: "Quads, pocket pair",
    "shown": lambda condition, item: _shown(condition.facts),
    "board": lambda condition, item: f"Board {item.board + 1} counts",
    "run": lambda condition, item: f"Run {item.board + 1} counts",
    "period": lambda condition, item: "Dealt in its period",
}


def seat_lines(item: PromotionView) -> list[str]:
    """Return the hands that count, a line for each seat: "Seat 7: quad tens"."""
    names = dict(item.names)
    seats = [*item.winning, *item.losing]
    return [f"Seat {seat}: {names.get(seat, '')}" for seat in seats]


def high_step(high: HighHandView, push: str) -> Line:
    """Return the question of the first tap, and what the dealer may do instead. push: the pot to push."""
    instead = f"Or push {push} and deal on." if push else "Or push the pot and deal on."
    return f"Post the high hand of seat {high.seat}?", instead


def high_lines(high: HighHandView) -> list[tuple[str, int]]:
    """Return what the felt shows of the posted hand, with the time that the page fills in as {time}, 0 for none."""
    rows: list[tuple[str, int]] = []
    if high.best is None:
        rows.append(("No high hand is posted yet.", 0))
    else:
        place = f", {high.best.table}" if high.best.table else ""
        rows.append((f"High hand now: {high.best.name}{place}, {{time}}", high.best.at))
    prize = f"Prize {money(high.amount)}" if high.amount else ""
    if high.ends:
        rows.append((f"Round ends {{time}}. {prize}".rstrip(), high.ends))
    elif prize:
        rows.append((prize, 0))
    rows.append(("First tap showed this. Second tap posts it.", 0))
    return rows
