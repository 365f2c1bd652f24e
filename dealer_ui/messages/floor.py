"""Floor calls and rulings in the dealer's words: freeze, who comes, what was reported, which steps are left."""

from collections.abc import Iterator, Sequence

from dealer_ui.messages.step_wordings import MOST_NAMED, Line
from dealer_ui.messages.text_width import BAND, DONE_ROOM, SIZE, fits
from dealer_ui.messages.texts import Sentence
from poker.calls import CanceledCall, FloorCall, HeldPot
from poker.formatting import (
    money,
    money_or_blank,
    number_word,
    seats_said,
    smart_quotes,
    street_word,
)
from poker.step import Step
from poker.view.model import BoundView, RemedyView, TableView, present
from web.messages.facts import spoken

FREEZE = "Keep burns, board and muck apart. Don't riffle."
NO_SCREEN_YET = "Sent. No floor screen has it yet."
NO_SCREEN_SHORT = "Sent. No screen has it yet."  # beside the freeze
FINAL = "Ruling final"
HELD = "pot held"
SMALLER = 26  # width of a long step on one line, in pixels
DECISIONS = {
    "accepted": "accepted",
    "overridden": "overridden",
    "dealer": "dealer's remedy",
}
# Reasons for canceling a call: the posted value, and the key's text.
REASONS = (
    ("solved", "Settled at the table"),
    ("by mistake", "Tapped by mistake"),
    ("answered by a supervisor", "Answered, no ruling"),
)


def floor_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield the freeze while the floor is called, with the state of the call."""
    status = response_status(view.floor)
    yield FREEZE, NO_SCREEN_SHORT if status == NO_SCREEN_YET else status


def response_status(call: FloorCall | None) -> str:
    """Return the last stage of the call, with the name of the supervisor who answered."""
    if call is None:
        return ""
    for at, by, message in (
        (call.arrived_at, call.arrived_by, "{} is at the table."),
        (call.coming_at, call.coming_by, "{} is on the way."),
        (call.seen_at, call.seen_by, "{} has seen it."),
    ):
        if at:
            return message.format(by)
    return "Floor called." if call.delivered_at else NO_SCREEN_YET


def cancellation_notice(last: CanceledCall | None) -> str:
    """Return the note that a supervisor canceled the call, and why; "" if the table canceled it."""
    if not last or not last.by:
        return ""
    reason = str(last.reason).rstrip(".")
    return smart_quotes(f"Call canceled by {last.by}: {reason[:1].lower()}{reason[1:]}.")


def freeze_sentence() -> Sentence:
    """Return what a floor call requires immediately, before the server has answered."""
    return Sentence(now=smart_quotes(FREEZE), then="")


def remedy_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield a step of a ruling. Its position among the steps is above it; the first step also has the ruling itself."""
    facts = step.facts
    say = spoken(facts["say"]) or "Play on."
    result = spoken(facts["result"])
    if facts.get("back"):
        yield from _backs(facts["back"])
    if facts["number"] == 1 and fits(say, result, room=DONE_ROOM):
        yield say, result
    yield say, ""


def _backs(pairs: Sequence[tuple[int, int]]) -> Iterator[Line]:
    """Yield who gets which chips back. Seats with the same amount share an item if the items do not fit separately."""
    by_sum: dict[int, list[int]] = {}
    for seat, chips in pairs:
        by_sum.setdefault(chips, []).append(seat)
    each = ", ".join(f"seat {seat} {money(chips)}" for seat, chips in pairs)
    largest = max(by_sum.values(), key=len)
    joined = ", ".join(
        f"{seats_said(seats)} {money(chips)}"
        for chips, seats in by_sum.items()
        if seats is not largest or len(largest) <= MOST_NAMED
    )
    if len(largest) > MOST_NAMED:
        amount = money(next(chips for chips, seats in by_sum.items() if seats is largest))
        count = number_word(len(largest))
        joined = (
            f"{joined}, the other {count} {amount}"
            if joined
            else f"{amount} to each of {count} players"
        )
    for text in (each, joined):
        if fits(f"Chips back: {text}.", room=DONE_ROOM):
            yield f"Chips back: {text}.", ""


def ruling_title(view: TableView, unsaid: str = "") -> str:
    """Return "Ruling final · R 1121-58 · accepted · by Oak · step 2 of 4" while steps are open; else "".

    unsaid: steps that wait for the next street and have no space below.
    """
    remedy = view.remedy
    if not remedy or not (remedy.steps or remedy.missed):
        return ""
    if unsaid:
        return f"{remedy.ruling} · {unsaid}"
    label = ruling_label(remedy, held=is_held(view))
    if view.step.kind != "remedy":
        return label
    facts = view.step.facts
    if facts["ruling"] != remedy.ruling:
        return f"Earlier ruling {facts['ruling']} · {steps_left(facts['of'])}"
    return f"{label} · step {facts['number']} of {facts['of']}"


def steps_left(count: int) -> str:
    return "1 step left" if count == 1 else f"{count} steps left"


def is_held(view: TableView) -> bool:
    """Return whether the ruling holds the pot of its hand instead of ordering another remedy."""
    remedy = present(view.remedy)
    pots = view.impounded
    return remedy.decision == "overridden" and any(pot.hand == remedy.hand for pot in pots)


def ruling_label(remedy: RemedyView, *, held: bool = False) -> str:
    """Return the label of a ruling, such as "Ruling final · R 1121-58 · accepted · by Oak"."""
    decision = HELD if held else DECISIONS.get(remedy.decision, "")
    if remedy.missed:
        return f"{FINAL} · a step wasn't recorded: tell the floor"
    parts = (FINAL, remedy.ruling, smart_quotes(decision), f"by {remedy.by}")
    return " · ".join(part for part in parts if part)


def step_size(data: Sentence, *, key: bool) -> str:
    """Return "", "long" for smaller letters, or "longest" for two lines of them. key: whether a key is beside it."""
    room = DONE_ROOM if key else BAND
    if fits(data.now, data.then, room=room):
        return ""
    return "long" if fits(data.now, data.then, room=room * SIZE // SMALLER) else "longest"


def sent_with(view: TableView) -> str:
    """Return the data sent with a floor call, as text."""
    hand = view.hand
    money_view = view.money
    if not hand.started:  # the next hand has not started yet
        last = hand.number - 1
        return f"Sent along: hand {last} log" if last > 0 else "Sent along: the table"
    parts = [street_word(hand.street), f"{view.count.still_in} in"]
    if money_view.known:
        parts.append(f"pot {money(money_view.pot)}")
    if money_view.match:
        parts.append(f"bet {money(money_view.match)}")
    parts.append(f"hand {hand.number} log")
    return f"Sent along: {', '.join(part for part in parts if part)}"


def held_pots(views: Sequence[HeldPot]) -> list[str]:
    """Return the pots held by a ruling until their owner is decided, such as "Hand 213: $120 held"."""
    return [f"Hand {pot.hand}: {money_or_blank(pot.amount) or 'pot'} held" for pot in views]


def bound_act_label(bound: BoundView) -> tuple[str, str]:
    """Return the label and the accessible name of a binding early act: "CALL", "Call as said before,"."""
    what = bound.what.replace("_", "-")
    return what.upper(), f"{what.capitalize()}, as acted early,"
