"""A floor call and a ruling in the dealer's words: freeze, who comes, what was called, what is left to do."""

from collections.abc import Iterator, Sequence
from typing import Any

from dealer_ui.words.lines import Line, View
from dealer_ui.words.measure import BAND, DONE_ROOM, SIZE, fits
from rulings.wording.facts import spoken
from rulings.wording.sayings import counted, money, seats_said, street_word, typeset

FREEZE = "Keep burns, board and muck apart. Don't riffle."
FINAL = "Ruling final"
HELD = "pot held"
SMALLER = 26  # pixels of a long step on one line
DECISIONS = {
    "accepted": "accepted",
    "overridden": "another than proposed",
    "dealer": "dealer's remedy",
}
# Why a call is taken back: the wire's word and the key's.
REASONS = (
    ("solved", "Solved at the table"),
    ("by mistake", "Tapped by mistake"),
    ("answered by a supervisor", "Answered in passing"),
)


def floor_step(view: View, step: View) -> Iterator[Line]:
    """Nothing is done while the floor is called; then who has heard of it."""
    yield FREEZE, heard(view["floor"])


def heard(call: View | None) -> str:
    """How far the call got, by name as soon as somebody answers."""
    if call is None:
        return ""
    for how, told in (
        ("arrived", "{} is at the table."),
        ("coming", "{} is on the way."),
        ("seen", "{} has seen it."),
    ):
        if call[f"{how}_at"]:
            return told.format(call[f"{how}_by"])
    return "The floor is called."


def called_off(last: View | None) -> str:
    """That a supervisor took the call back, and why; "" where the table did it itself."""
    if not last or not last.get("by"):
        return ""
    reason = str(last["reason"]).rstrip(".")
    return typeset(f"Call cancelled by {last['by']}: {reason[:1].lower()}{reason[1:]}.")


def freeze_sentence() -> dict[str, str]:
    """What a floor call asks at once, before the room has answered."""
    return {"now": typeset(FREEZE), "then": ""}


def remedy_step(view: View, step: View) -> Iterator[Line]:
    """A step of a ruling; its place among the others stands above it, the ruling itself beside the first."""
    facts = step["facts"]
    say, result = spoken(facts["say"]) or "Go on.", spoken(facts["result"])
    if facts.get("back"):
        yield from _backs(facts["back"])
    if facts["number"] == 1 and fits(say, result, room=DONE_ROOM):
        yield say, result
    yield say, ""


def _backs(pairs: Sequence[tuple[int, int]]) -> Iterator[Line]:
    """Who gets which chips back; seats with the same sum together where not all have room by themselves."""
    by_sum: dict[int, list[int]] = {}
    for seat, chips in pairs:
        by_sum.setdefault(chips, []).append(seat)
    each = ", ".join(f"seat {seat} {money(chips)}" for seat, chips in pairs)
    joined = ", ".join(f"{seats_said(seats)} {money(chips)}" for chips, seats in by_sum.items())
    for told in (each, joined):
        if fits(f"Chips back: {told}.", room=DONE_ROOM):
            yield f"Chips back: {told}.", ""


def ruling_title(view: View, unsaid: str = "") -> str:
    """ "Ruling final · R 1121-58 · accepted · by Oak · step 2 of 4", while steps are open; "" otherwise.

    unsaid: what waits for the next street and has no room below.
    """
    remedy = view["remedy"]
    if not remedy or not (remedy["steps"] or remedy.get("missed")):
        return ""
    if unsaid:
        return f"{remedy['ruling']} · {unsaid}"
    parts = [final(remedy, held=is_held(view))]
    if view["step"]["kind"] == "remedy":
        facts = view["step"]["facts"]
        parts.append(f"step {facts['number']} of {facts['of']}")
    return " · ".join(parts)


def is_held(view: View) -> bool:
    """Whether the ruling is no other remedy than the proposed one but that the pot of its hand is held."""
    remedy = view["remedy"]
    pots = view.get("impounded") or ()
    return remedy["decision"] == "overridden" and any(
        pot["hand"] == remedy.get("hand") for pot in pots
    )


def final(remedy: View, *, held: bool = False) -> str:
    """ "Ruling final · R 1121-58 · accepted · by Oak"."""
    decision = HELD if held else DECISIONS.get(remedy["decision"], "")
    if remedy.get("missed"):
        return f"{FINAL} · a step could not be recorded: tell the supervisor"
    parts = (FINAL, remedy["ruling"], typeset(decision), f"by {remedy['by']}")
    return " · ".join(part for part in parts if part)


def step_size(told: dict[str, str], *, key: bool) -> str:
    """ "", or "long" for smaller letters, or "longest" for two lines of them; `key`: a key stands beside it."""
    room = DONE_ROOM if key else BAND
    if fits(told["now"], told["then"], room=room):
        return ""
    return "long" if fits(told["now"], told["then"], room=room * SIZE // SMALLER) else "longest"


def sent_with(view: View) -> str:
    """What a floor call takes along."""
    hand, known = view["hand"], view["money"]
    if not hand["started"]:  # the next hand is not a fact yet
        last = hand["number"] - 1
        return f"Sent with it: the log of hand {last}" if last > 0 else "Sent with it: the table"
    parts = [street_word(hand["street"]), f"{view['count']['in']} in" if view["count"] else ""]
    if known and known["known"]:
        parts.append(f"pot {money(known['pot'])}")
    if known and known["match"]:
        parts.append(f"bet {money(known['match'])}")
    parts.append(f"the log of hand {hand['number']}")
    return f"Sent with it: {', '.join(part for part in parts if part)}"


def held_pots(held: Sequence[View]) -> list[str]:
    """Pots that a ruling holds until it is decided whose they are: "Hand 213: $120 held"."""
    return [f"Hand {pot['hand']}: {counted(pot['amount']) or 'pot'} held" for pot in held]


def bound_words(bound: Any) -> tuple[str, str]:
    """What an early act that stands says on its key, and in its name: "CALL", "Call as said before,"."""
    what = str(bound["what"]).replace("_", "-")
    return what.upper(), f"{what.capitalize()} as done before,"
