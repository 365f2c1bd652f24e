"""After a report: what the house's rule proposes, or the one question that decides; and the dealer's own remedy."""

from math import ceil
from typing import Any

from dealer_ui.screen.keys import Key, View, key, opens, send
from dealer_ui.words import proposal as said
from poker.irregular.evaluate import OBJECTION, Asks
from poker.irregular.fill import UNSEEN
from poker.irregular.load import catalogue
from poker.irregular.model import Fact
from poker.irregular.reported import HEARD
from rulings.calls.weighing import Weighed, dealer_may
from rulings.wording.facts import asked, fact_label, fact_value, source_word, spoken
from rulings.wording.refusals import refusal
from rulings.wording.sayings import typeset

# Pixels that the panel has for result, steps and facts, and what a line of each takes.
ROOM = 226
RESULT, STEP, FACTS = (63, 31), (88, 26), 56  # letters on a line and its height; a row of facts
ROWS, ACROSS = 2, 3  # two rows of facts at most, three beside each other
WIDE = 14  # letters of a fact's value from which it takes two of them
DIGITS = range(10)


def told(view: View, found: Weighed) -> dict[str, Any]:
    """The panel of a reported call; `ask` is the fact that decides and is not known."""
    assert found.row is not None
    row, asks, result = found.row, isinstance(found.verdict, Asks), _result(found)
    panel = {
        "title": typeset(row.title),
        "ask": found.verdict.fact if isinstance(found.verdict, Asks) else "",
        "head": said.HEADS[_kind(found)] if not asks else "",
        "basis": said.basis(found.before.rules, row.clause),
        "result": result,
        "questions": {name: _question(view, name) for name in _asked(found)},
        "clause": typeset(row.text),
        "clause_name": f"Read clause {row.clause} in full",
        "sources": ", ".join(row.sources),
        "stub": str(found.lines[0].ledger.stub) if found.lines else "",
        "objects": _objects(found),
        "carry": _carry(found),
    }
    steps = list(said.deck_lines(found.lines, found.state.game)) if found.lines else []
    return panel | _fitted(result, steps, _facts(found))


def _kind(found: Weighed) -> str:
    if found.problem is not None:
        return "problem"
    proposal = found.proposal
    if proposal is None:
        return "none"
    return "open" if proposal.open else "authority" if proposal.authority else "proposal"


def _result(found: Weighed) -> str:
    if found.problem is not None:
        return refusal(found.problem)
    if found.proposal is not None:
        return spoken(found.proposal.result)
    return ""


def _asked(found: Weighed) -> list[str]:
    """The facts of the row that people are asked for, and the one that decides."""
    assert found.row is not None
    named = [*found.row.facts, found.verdict.fact if isinstance(found.verdict, Asks) else ""]
    return [name for name in dict.fromkeys(named) if name in catalogue().facts]


def _facts(found: Weighed) -> list[dict[str, Any]]:
    """What is known, from whom; what people are asked is a key, so that it is said or corrected."""
    assert found.row is not None
    beside = [name for name in found.given if name not in (OBJECTION, HEARD)]
    names = dict.fromkeys([*found.row.facts, *beside])
    told = [_fact(found, name) for name in names]
    return [one for one in told if one is not None]


def _fact(found: Weighed, name: str) -> dict[str, Any] | None:
    fact, value = catalogue().facts.get(name), found.facts.get(name)
    if value is None and fact is None:
        return None
    label = fact_label(name, fact)
    text = "not said" if value is None else fact_value(name, value, fact)
    source = "" if value is None else source_word(name, found.given)
    return {
        "label": label,
        "value": text,
        "source": source,
        "name": f"{label}: {text}",
        "ask": name if fact is not None else "",
        "wide": len(text) > WIDE,
    }


def _question(view: View, name: str) -> dict[str, Any]:
    """What is asked, and a key for each answer; cards and sums have their own pads."""
    fact = catalogue().facts[name]
    return {
        "text": asked(fact),
        "seats": [_seat(view, name, seat) for seat in view["seats"] if seat["state"] != "empty"]
        if fact.type in ("seat", "seats")
        else [],
        "many": name if fact.type == "seats" else "",
        "keys": _answers(name, fact),
    }


def _answers(name: str, fact: Fact) -> list[Key]:
    match fact.type:
        case "bool":
            return [_answer(name, "Yes", True), _answer(name, "No", False)]
        case "choice":
            return [_answer(name, typeset(text), value) for value, text in fact.options]
        case "int":
            return [_answer(name, str(number), number) for number in DIGITS]
        case "card":
            pad = opens("picker", of="fact", fact=name, ask=asked(fact))
            return [
                key("Pick the card", "Pick the card", look="filled", do=pad),
                _answer(name, "Not seen", UNSEEN),
            ]
        case "money":
            pad = opens("amount", of="fact", fact=name, ask=asked(fact))
            return [key("Enter the sum", "Enter the sum", look="filled", do=pad)]
    return []


def _answer(name: str, text: str, value: object) -> Key:
    return key(text, text, look="filled", do=send("report", facts={name: value}))


def _seat(view: View, name: str, seat: View) -> Key:
    """A seat keeps its box by its number, whoever else sits there."""
    number = seat["seat"]
    told = f"Seat {number}, {seat['name']}"
    do = send("report", facts={name: number})
    return key(f"Seat {number}", told, sub=seat["name"] or "", look="filled", do=do, seat=number)


def _objects(found: Weighed) -> Key:
    """A player objects: then no dealer decides (catalogue 0.3). Another tap takes it back."""
    on = bool(found.given.get(OBJECTION))
    text = "A player objects" if on else "Does a player object?"
    name = "A player objects. Tap again: nobody does" if on else "Tap if a player objects"
    do = send("report", facts={OBJECTION: None if on else True})
    return key(text, name, look="set" if on else "filled", do=do)


def _carry(found: Weighed) -> Key:
    """The dealer's own remedy, where row and house allow it and nobody objects."""
    if dealer_may(found):
        name = "Carry out this remedy as the dealer"
        return key("CARRY OUT", name, sub="as dealer", look="due", do=send("carry_out"))
    return key("A supervisor decides", "A supervisor decides")


def _fitted(
    result: str, steps: list[dict[str, str]], facts: list[dict[str, Any]]
) -> dict[str, Any]:
    """As many steps as the panel has room for; the others are counted. A second row of facts only where it has room."""
    heights = [_lines(step["text"], STEP) for step in steps]
    room = ROOM - _lines(result, RESULT)
    rows = ROWS if sum(heights) + ROWS * FACTS <= room else 1
    shown = len(steps)
    while (
        shown
        and sum(heights[:shown]) + (STEP[1] if shown < len(steps) else 0) > room - FACTS * rows
    ):
        shown -= 1
    return {"steps": steps[:shown], "more": len(steps) - shown, "facts": _within(facts, rows)}


def _within(facts: list[dict[str, Any]], rows: int) -> list[dict[str, Any]]:
    """The facts that stand in so many rows, in their order."""
    told: list[dict[str, Any]] = []
    for fact in facts:
        if sum(1 + one["wide"] for one in [*told, fact]) <= rows * ACROSS:
            told.append(fact)
    return told


def _lines(text: str, each: tuple[int, int]) -> int:
    return each[1] * ceil(len(text) / each[0])
