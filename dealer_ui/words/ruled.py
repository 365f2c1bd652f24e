"""What a ruling left to do before the next street, and a burn that it waived, in every step that comes before them."""

import re
from collections.abc import Iterator

from dealer_ui.words.lines import NO_BURN, Line, View, burn_said, gathered
from rulings.wording.facts import spoken
from rulings.wording.sayings import street_word, the_street, typeset

STREETS = ("street", "run_out", "shortage")
BURNS = re.compile(r"[Tt]hen burn and (.+)\.$")
BARE = " No burn."


def own_steps(view: View, step: View) -> bool:
    """Whether a ruling's own steps come now, before the street: they are said whole, on two lines if need be."""
    return bool(step["facts"].get("remedy")) and not _round_on(view, step)


def _round_on(view: View, step: View) -> bool:
    """Whether somebody still bets or draws; by streets nobody tells the tablet when a round is over."""
    by_streets = view["tracking"] == "streets" and view["hand"]["stage"] == "betting"
    return step["kind"] not in STREETS or by_streets


def by_ruling(view: View, step: View, lines: Iterator[Line]) -> Iterator[Line]:
    """The wordings of a step as a ruling has it: its own steps first, and never a burn that is out already."""
    told = _says(step)
    if not told:
        yield from ((now, _then(step, then)) for now, then in lines)
    elif own_steps(view, step):
        yield " ".join([part for part in (gathered(step), *told) if part]), _street(step)
    else:  # what waits is said whole all through the round: whoever taps the count says that it was done
        nows = list(dict.fromkeys(now for now, _ in lines))
        yield from ((now, f"Then {_lower(waiting(step))}") for now in nows)
        for now in nows:
            yield now, f"Then the ruling's step, before {the_street(step['next'])}."
            yield now, "Then the ruling's step."


def waiting(step: View) -> str:
    """What a ruling left to do before the street, with the street: "Shuffle, cut. Then the river, no burn."."""
    told, street = " ".join(_says(step)), _street(step)
    if not told:
        return ""
    if street.endswith(f"{NO_BURN}."):
        told = told.removesuffix(BARE)
    return f"{told} {street}"


def left_unsaid(step: View, told: dict[str, str]) -> str:
    """What a ruling left to do, where the step's sentence had no room for it: the ruling's line says it then."""
    whole = typeset(waiting(step))
    said = step["kind"] in STREETS or told["then"].endswith(whole[1:])
    return "" if not whole or said else f"Before {the_street(step['next'])}: {_lower(whole)}"


def _says(step: View) -> list[str]:
    return [spoken(say) for say in step["facts"].get("remedy", ())]


def _lower(text: str) -> str:
    """A sentence inside another; a card's face stays as it is."""
    plain = text[1:2].islower() or text.startswith("A ")
    return text[0].lower() + text[1:] if plain else text


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
