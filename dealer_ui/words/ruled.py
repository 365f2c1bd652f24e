"""What a ruling left to do before the next street, and a burn that it waived, in every step that comes before them."""

import re
from collections.abc import Iterator

from dealer_ui.words.lines import NO_BURN, Line, View, burn_said, gathered
from rulings.wording.facts import spoken
from rulings.wording.sayings import street_word, the_street

STREETS = ("street", "run_out", "shortage")
BURNS = re.compile(r"[Tt]hen burn and (.+)\.$")


def own_steps(step: View) -> bool:
    """Whether a ruling's own steps come before the street: they are said whole, on two lines where one is too short."""
    return bool(step["facts"].get("remedy")) and step["kind"] in STREETS


def by_ruling(step: View, lines: Iterator[Line]) -> Iterator[Line]:
    """The wordings of a step as a ruling has it: its own steps first, and never a burn that is out already."""
    told = [spoken(say) for say in step["facts"].get("remedy", ())]
    if not told:
        yield from ((now, _then(step, then)) for now, then in lines)
    elif step["kind"] in STREETS:
        yield " ".join([part for part in (gathered(step), *told) if part]), _street(step)
    else:  # the round is still on
        for now, then in lines:
            if BURNS.search(then):
                yield now, f"Then the ruling's step, before {the_street(step['next'])}."
                yield now, "Then the ruling's step."
            yield now, "" if BURNS.search(then) else then


def _then(step: View, then: str) -> str:
    """ "Then burn and turn." as the ruling has it: "Then the turn, no burn.", "Then burn the 9 and turn."."""
    burn, found = burn_said(step), BURNS.search(then)
    if not found or burn == "burn one":
        return then
    return (
        f"Then {the_street(found[1])}, no burn."
        if burn == NO_BURN
        else f"Then {burn} and {found[1]}."
    )


def _street(step: View) -> str:
    """The street after the ruling's own step."""
    if step["next"] == "showdown" or not step["next"]:
        return "Then showdown."
    if step["facts"].get("draw"):
        return "Then the draw."
    burn = burn_said(step)
    if burn == NO_BURN:
        return f"Then {the_street(step['next'])}, no burn."
    return f"Then {burn}, {street_word(step['next'])}."
