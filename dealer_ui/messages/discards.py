"""Texts of crazy pineapple's discard: who still has a card too many, and what the count confirms (S-180)."""

from collections.abc import Iterator

from dealer_ui.messages.step_wordings import NO_BURN, Line, burn_text, collection_text
from poker.formatting import as_sentence, number_word, seats_said, street_word, the_street
from poker.step import Step
from poker.view.model import TableView, present


def cards_held(count: int) -> str:
    """Return the cards of a seat: "3 cards", "1 card"."""
    return "1 card" if count == 1 else f"{count} cards"


def discard_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield who has yet to discard. Before the first tap all discard together, and the count confirms it."""
    each = step.facts["discard"]
    cards = "one card" if each == 1 else f"{number_word(each)} cards"
    street = _street(step)
    if message := collection_text(step):
        yield message, f"Then each throws {cards}."
        yield message, ""
        yield collection_text(step, seats=False), ""
        return
    if not step.facts["thrown"]:
        count = view.count.expected
        then = f"{number_word(count).capitalize()} in: tap {count}." if count else ""
        yield f"Each throws {cards}. Then {street}.", then
        yield f"Each throws {cards}. Then {street}.", ""
        return
    held = number_word(present(view.game).hole + each)
    late = as_sentence(seats_said(step.seats))
    has = "has" if len(step.seats) == 1 else "have"
    yield f"Each throws {cards}. {late} still {has} {held}.", f"Then {street}."
    yield f"{late} still {has} {held} cards.", f"Then {street}."
    yield f"{late} still {has} {held} cards.", ""
    yield f"{number_word(len(step.seats)).capitalize()} seats still have {held} cards.", ""


def _street(step: Step) -> str:
    """Return what follows the discards, such as "burn, turn"."""
    burn = burn_text(step)
    burn = burn if burn == NO_BURN else burn.removesuffix(" one")
    return f"{burn}, {street_word(step.next)}"


def discard_caption(view: TableView) -> tuple[str, str]:
    """Return the caption of the count row, left and right."""
    count = view.count.expected
    street = the_street(view.count.opens)
    return f"{count} says: all have thrown. It opens {street}", "A tap on a seat: it has thrown"
