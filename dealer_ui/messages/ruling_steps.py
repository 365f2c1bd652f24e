"""A ruling's remaining steps before the next street, and a waived burn, in every step that precedes them."""

import re
from collections.abc import Iterator

from dealer_ui.messages.step_wordings import NO_BURN, Line, burn_text, collection_text
from dealer_ui.messages.texts import Sentence
from poker.formatting import smart_quotes, street_word, the_street
from poker.step import Step
from poker.view.model import TableView
from web.messages.facts import spoken

STREETS = ("street", "run_out", "shortage")
BURNS = re.compile(r"[Tt]hen burn and (.+)\.$")
NO_BURN_SENTENCE = " No burn."
BURN_STEP = re.compile(r"\(no other burn\)\.$")


def own_steps(view: TableView, step: Step) -> bool:
    """Return whether a ruling's own steps are due before the street. They are shown in full, on up to two lines."""
    return bool(step.facts.get("remedy")) and not _round_on(view, step)


def _round_on(view: TableView, step: Step) -> bool:
    """Return whether a player still bets or draws. With tracking by street, the log does not have the end of a
    round.
    """
    by_streets = view.tracking == "streets" and view.hand.stage == "betting"
    return step.kind not in STREETS or by_streets


def with_ruling_steps(view: TableView, step: Step, lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the wordings of a step under a ruling: its own steps first, and never a burn that is already out."""
    steps = _says(step)
    if not steps:
        yield from ((now, _then(step, then)) for now, then in lines)
    elif own_steps(view, step):
        if sentence := _burned_by_ruling(step):
            yield " ".join([part for part in (collection_text(step), sentence) if part]), ""
            return
        yield " ".join([part for part in (collection_text(step), *steps) if part]), _street(step)
    else:  # shown in full throughout the round, because the tap on the count records that it is done
        nows = list(dict.fromkeys(now for now, _ in lines))
        yield from ((now, f"Then {_lower(waiting(step))}") for now in nows)
        for now in nows:
            yield now, f"Then the ruling's step, before {the_street(step.next)}."
            yield now, "Then the ruling's step."


def waiting(step: Step) -> str:
    """Return a ruling's remaining steps before the street, with the street: "Shuffle, cut. Then the river, no
    burn.".
    """
    steps = " ".join(_says(step))
    street = _street(step)
    if not steps:
        return ""
    if sentence := _burned_by_ruling(step):
        return sentence
    if street.endswith(f"{NO_BURN}."):
        steps = steps.removesuffix(NO_BURN_SENTENCE)
    return f"{steps} {street}"


def _burned_by_ruling(step: Step) -> str:
    """Return a ruling's last step if it is the burn itself, with its street: "Burn the exposed card (no other burn) and
    flop."; "" if the street has another burn.
    """
    says = _says(step)
    if not step.facts.get("top") or not says or not BURN_STEP.search(says[-1]):
        return ""
    street = "show down" if step.next == "showdown" else step.next
    return " ".join([*says[:-1], f"{says[-1].removesuffix('.')} and {street}."])


def unshown_steps(step: Step, data: Sentence) -> str:
    """Return the remaining steps that do not fit into the step's sentence; the ruling's line shows them."""
    remaining = smart_quotes(waiting(step))
    is_shown = step.kind in STREETS or data.then.endswith(remaining[1:])
    return (
        "" if not remaining or is_shown else f"Before {the_street(step.next)}: {_lower(remaining)}"
    )


def _says(step: Step) -> list[str]:
    return [spoken(say) for say in step.facts.get("remedy", ())]


def _lower(text: str) -> str:
    """Return a sentence for use inside another; card faces stay unchanged."""
    plain = text[1:2].islower() or text.startswith("A ")
    return text[0].lower() + text[1:] if plain else text


def _then(step: Step, then: str) -> str:
    """Return "Then burn and turn." as changed by the ruling, such as "Then the turn, no burn." or "Then burn the 9 and
    turn.".
    """
    burn = burn_text(step)
    match = BURNS.search(then)
    if not match or burn == "burn one":
        return then
    return (
        f"Then {the_street(match[1])}, no burn."
        if burn == NO_BURN
        else f"Then {burn} and {match[1]}."
    )


def _street(step: Step) -> str:
    """Return the street after the ruling's own step."""
    if step.next == "showdown" or not step.next:
        return "Then showdown."
    if step.facts.get("draw"):
        return "Then the draw."
    burn = burn_text(step)
    if burn == NO_BURN:
        return f"Then {the_street(step.next)}, no burn."
    return f"Then {burn}, {street_word(step.next)}."
