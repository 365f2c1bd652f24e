"""Steps of stud: who opens and why, the cards of each street, the short deck."""

from collections.abc import Callable, Iterator

from dealer_ui.messages.step_wordings import NO_BURN, Line, burn_text, collection_text
from dealer_ui.messages.stud_notes import SUITS, bring_in_word, dealt
from dealer_ui.streets import street, streets
from poker.formatting import as_sentence, listed, money, number_word, seats_said
from poker.step import Step, StepFacts
from poker.view.model import TableView, present

STREETS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
COMING = {name: f"Then burn and {name}." for name in STREETS}
DASH = chr(0x2014)


def _deal(view: TableView, step: Step) -> Iterator[Line]:
    deal = view.deal
    if not deal:
        yield "Shuffle, cut and deal.", ""
        return
    first = deal.order[0]
    last = deal.order[-1]
    cards = dealt(view, view.hand.streets[0])
    then = _then_opens(view)
    yield f"Shuffle, cut. Deal {cards}, seat {first} to seat {last}.", then
    yield f"Shuffle, cut. Deal {cards}, seat {first} first.", then
    yield f"Deal {cards}, seat {first} first.", then
    yield f"Deal {cards}.", ""


def _then_opens(view: TableView) -> str:
    opener = view.opener
    if not opener or view.tracking == "streets":
        return ""
    if opener.kind == "bring_in":
        return f"Then tap the {bring_in_word(view)} card."
    return f"Then the {opener.kind} card is first."


def _bring_in(view: TableView, step: Step) -> Iterator[Line]:
    if view.tracking == "streets":
        yield from _by_streets(view)
        return
    tied = [item.seat for item in present(view.opener).tied]
    word = bring_in_word(view)
    posts = money(present(view.game).bring_in)
    end = "lowest" if word == "low" else "highest"
    if len(tied) > 1:
        lower = (end if len(tied) > 2 else "lower" if word == "low" else "higher") + " suit"
        yield f"{as_sentence(seats_said(tied))} tie: tap the {lower}.", "Spades high, clubs low."
        return
    if tied:
        yield f"Seat {tied[0]} tied {word}: tap TIE on the others.", "Then their suits."
        return
    now = f"Tap the {word} card. It brings it in for {posts}."
    if len(step.seats) < len(_live(view)):
        yield f"{as_sentence(word)} is {_either(step)}. Tap it: brings it in, {posts}.", ""
    yield now, f"Tied? TIE, then {end} suit."
    yield now, ""


def _live(view: TableView) -> list[int]:
    return [seat.seat for seat in view.seats if seat.state == "in"]


def _either(step: Step) -> str:
    return f"seat {listed([str(seat) for seat in step.seats], 'or')}"


def _by_streets(view: TableView) -> Iterator[Line]:
    yield "Betting. When it's done, tap the number still in.", _then(view)


def _then(view: TableView) -> str:
    opens = view.count.opens
    return COMING.get(opens, "Then showdown.")


def _first(view: TableView, step: Step) -> Iterator[Line]:
    """Yield the opener from the second round on, or already in the first round without a bring-in (S-148, S-150)."""
    if view.tracking == "streets":
        yield from _by_streets(view)
        return
    word = present(view.opener).kind
    named = f"{as_sentence(step.street)} street"
    if len(step.seats) < len(_live(view)):
        yield f"{named}: {word} is {_either(step)}. Tap it.", "Or log its bet."
    what = "card" if step.street == view.hand.streets[0] else "hand"
    if likely := present(view.opener).likely:
        before = view.hand.streets[view.hand.streets.index(step.street) - 1]
        was = f"Seat {likely} was {word} on {before}."
        yield f"{named}: {word} {what} acts first. Tap its seat.", was
    yield f"{named}: {word} {what} acts first. Tap its seat.", "Or log its bet."
    yield f"{named}: {word} {what} acts first.", ""


def _brought_in(view: TableView, step: Step) -> Iterator[Line]:
    facts = step.facts
    then = _answers(view, step)
    why = _by_suit(view, facts["suits"])
    yield f"{_posted(view, facts)}{why}.", then
    if facts["posted"] == present(view.game).bring_in:
        yield f"Seat {facts['seat']}: bring-in {money(facts['posted'])}{why}.", then
    yield f"{_posted(view, facts)}.", then
    yield f"{_posted(view, facts)}.", ""


def _posted(view: TableView, facts: StepFacts) -> str:
    whole = present(view.game).bring_in
    posted = facts["posted"]
    seat = facts["seat"]
    if posted == whole:
        return f"Seat {seat} brings it in, {money(whole)}"
    if posted:
        return f"Seat {seat} is all-in for {money(posted)} of the {money(whole)} bring-in"
    return f"Seat {seat} is all-in for its ante"


def _by_suit(view: TableView, suits: list[tuple[int, str]]) -> str:
    """Return the suits as text, such as "clubs below hearts", in razz "spades above hearts"."""
    if not suits:
        return ""
    low = view.opener is None or view.opener.lowest
    order = list(SUITS) if not low else list(SUITS)[::-1]
    named = sorted((suit for _, suit in suits), key=order.index)
    first = SUITS[named[0]]
    rest = [SUITS[suit] for suit in named[1:]]
    if not rest:
        return f" {DASH} {first}"
    return f" {DASH} {first} {'below' if low else 'above'} {listed(rest, 'and')}"


def _answers(view: TableView, step: Step) -> str:
    """Return the options of the first seat to answer, such as "Then seat 3: fold, $5 or $10."."""
    if not step.seats:
        return ""
    number = step.seats[0]
    seat = next(item for item in view.seats if item.seat == number)
    call = money(seat.front + seat.to_call)
    more = seat.raises
    if not more:
        return f"Then seat {number}: fold or {call}."
    full = money(more.min) + ("" if more.min == more.max else " or more")
    return f"Then seat {number}: fold, {call} or {full}."


def _street(view: TableView, step: Step) -> Iterator[Line]:
    if view.tracking == "streets" and view.hand.stage == "betting":
        yield from _by_streets(view)
        return
    count = view.count.expected
    then = f"{number_word(count).capitalize()} in: tap {count}." if count else ""
    coming = COMING.get(step.next, "Then showdown.")
    if step.next == "showdown" and not collection_text(step):
        yield "Betting's done. Showdown.", f"Tap {count}." if count else ""
        return
    if message := collection_text(step):
        yield message, coming
        yield collection_text(step, seats=False), coming
        return
    cards = dealt(view, step.next, " to each")
    burn = burn_text(step)
    under = "" if burn == NO_BURN else " under the pot"
    yield f"Tap the table, {burn}{under}, {cards}.", then
    yield f"{as_sentence(burn)}, {cards}.", then
    yield f"{as_sentence(burn)}, {cards}.", ""


def _run_out(view: TableView, step: Step) -> Iterator[Line]:
    up = " Hands up." if step.facts.get("all_up") else ""
    collection = collection_text(step) or f"No more betting.{up}"
    cards = dealt(view, step.next, " to each")
    names = view.hand.streets
    after = names[names.index(step.next) + 1 :]
    then = f"Then {after[0]}." if after else "Then showdown."
    burn = as_sentence(burn_text(step))
    yield f"{collection} {burn}, {cards}.", then
    yield f"{collection} {burn}, {cards}.", ""
    yield collection, COMING.get(step.next, "")


def _shortage(view: TableView, step: Step) -> Iterator[Line]:
    """Yield the step if the street is complete and the deck is too short for the next one (H-14)."""
    count = view.count.expected
    if message := collection_text(step):
        yield message, "Then the last card, as below."
        yield collection_text(step, seats=False), ""
        return
    if step.facts["kind"] == "none":  # counted by hand, so no policy has a plan for it
        yield "Not enough cards with the burns: recount, or call the floor.", ""
        return
    for now in _orders(view, step.facts):
        yield now, f"Then tap {count}."
        yield now, ""


def _last_card(view: TableView, step: Step) -> Iterator[Line]:
    facts = step.facts
    then = _opens(facts)
    for now in _orders(view, facts):
        yield now, then
        yield now, ""


def _opens(facts: StepFacts) -> str:
    if not facts["betting"]:
        return "No betting. Then showdown."
    return f"Then seat {facts['opener']}." if facts["opener"] else ""


def _orders(view: TableView, facts: StepFacts) -> Iterator[str]:
    """Yield the plan as one sentence, first step by step, then shorter."""
    called = "Say " + chr(0x201C) + "common card" + chr(0x201D) + ". "
    start = called if facts["kind"] == "common" else ""
    yield f"{start}{as_sentence(', '.join(_do(facts, view)))}."
    yield f"{as_sentence(', '.join(_do(facts, view)))}."
    yield f"{as_sentence(', '.join(part for part in _do(facts, view) if part != 'cut'))}."


def _do(facts: StepFacts, view: TableView) -> list[str]:
    """Return the dealer's steps, such as "scramble stub 1 + burns 3", "burn one", "deal 5"."""
    steps = []
    loose = 0
    cut = False
    for fact in facts["steps"]:
        match fact.do:
            case "gather":
                loose = fact.cards
            case "shuffle":
                steps.append(f"scramble stub {fact.cards - loose} + burns {loose}")
            case "cut":
                steps.append("cut")
                cut = True
            case "burn":
                steps.append("burn one")
                cut = False
            case "deal":
                steps += ["no burn"] if cut else []
                steps.append(_give(fact.cards, facts["players"], view))
            case "common":
                steps.append("one face up")
    return steps


def _give(cards: int, players: int, view: TableView) -> str:
    last = street(view, view.hand.streets[-1])
    way = "up" if last and last.up else "down"
    return f"one {way} to each" if cards == players else f"deal {cards} {way}"


def who_shows(view: TableView) -> Iterator[Line]:
    """Yield the question of who shows first: the seat that was high on the last street with upcards (S-159)."""
    word = showing_word(view)
    name = last_up_street(view)
    yield f"Who shows first? Tap the seat {word} on {name}.", "Or just read the hands."
    yield f"Who shows first? Tap the {word} seat.", ""


def showing_word(view: TableView) -> str:
    """Return "high", or "low" where the low hand on board acts first."""
    opener = view.opener
    return str(opener.kind) if opener and opener.kind in ("high", "low") else "high"


def last_up_street(view: TableView) -> str:
    return [item.name for item in streets(view) if item.up][-1]


STEPS: dict[str, Callable[[TableView, Step], Iterator[Line]]] = {
    "deal": _deal,
    "bring_in": _bring_in,
    "first": _first,
    "brought_in": _brought_in,
    "street": _street,
    "run_out": _run_out,
    "shortage": _shortage,
    "last_card": _last_card,
}
