"""Texts of a draw: who draws, what is burned and dealt, how a short deck is rebuilt (S-176, H-45)."""

from collections.abc import Callable, Iterator, Sequence

from dealer_ui.messages.step_wordings import (
    NO_BURN,
    Line,
    burn_text,
    first_that_fits,
    then_seats,
)
from dealer_ui.messages.texts import Label, Sentence
from dealer_ui.streets import street
from poker.formatting import listed, number_word, seats_said, smart_quotes, street_word
from poker.step import Step
from poker.view.model import TableView, present

STREETS = ("draw", "first_draw", "second_draw", "third_draw")
COMING = {name: f"Then the {street_word(name)}." for name in STREETS}
PILES = {
    "earlier": "earlier",
    "drawn": "of this draw",
    "burns": "burns",
}


def drew_word(count: int) -> str:
    """Return a seat's draw in words: drew 2, pat; ? if undeclared (-1)."""
    if count < 0:
        return "?"
    return f"drew {count}" if count else "pat"


def draws_label(draws: Sequence[int]) -> Label:
    """Return the draws of a seat: a short label for the name row, and the full text for screen readers."""
    short = ["P" if count == 0 else drew_word(count).removeprefix("drew ") for count in draws]
    words = ["draw not logged" if count < 0 else drew_word(count) for count in draws]
    return Label(text="·".join(short), name=", ".join(words))


def draw_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield who draws next, or who declares if all declare first (H-48), after this draw's burn (H-46).

    If a ruling served the last cards, no player draws: the next act begins the betting.
    """
    if not step.seats:
        yield "Every hand has drawn. The betting begins.", ""
        return
    yield from draw_lines(view, step.seats, burn=step.facts["burn"])


def draw_lines(view: TableView, order: Sequence[int], *, burn: bool) -> Iterator[Line]:
    """Yield the same wordings for any seat of the order, because the tablet moves on before the server has answered."""
    first = order[0]
    remainder = order[1:]
    before = "Burn one. " if burn else ""
    if present(view.game).announced:
        then = then_seats(remainder) or "Then deal in order."
        yield f"{before}Seat {first}: how many?", then
        yield f"{before}Seat {first}: how many?", ""
        return
    then = then_seats(remainder) or _board_card(view)
    yield f"{before}Seat {first} draws: discards in, same number out.", then
    yield f"{before}Seat {first} draws: discards in, same out.", then
    yield f"{before}Seat {first} draws.", then


def _board_card(view: TableView) -> str:
    """Return what follows the last draw of a street that turns a board card after it (drawmaha)."""
    here = street(view, present(view.draw).street)
    return f"Then burn, {here.name}." if here and here.board else ""


def draw_sentence(view: TableView, order: Sequence[int]) -> Sentence:
    """Return the step while the tablet is ahead of the server: this seat is next, and the burn is done."""
    burn = bool(view.step.facts["burn"]) and list(order) == list(view.step.seats)
    now, then = first_that_fits(draw_lines(view, order, burn=burn))
    return Sentence(now=smart_quotes(now), then=smart_quotes(then))


def dealt_in_order(view: TableView, then: str) -> Iterator[Line]:
    drew = [(seat.seat, seat.stated) for seat in view.seats if seat.stated]
    order = view.step.seats
    drew.sort(key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order))
    deals = [f"seat {seat} {number_word(count)}" for seat, count in drew]
    counts = [str(count) for _, count in drew]
    seats = [seat for seat, _ in drew]
    yield f"Deal {listed(deals, 'and')}.", then
    yield f"Deal {listed(deals, 'and')}.", ""
    yield f"Deal {listed(counts, 'and')} cards to {seats_said(seats)}.", ""


def rebuild_step(view: TableView, step: Step) -> Iterator[Line]:
    """Yield the step for a short deck: the last card stays until the deck is rebuilt (H-45)."""
    seat = step.seats[0]
    owed = _cards(step.count)
    kept = _last_cards(view)
    now = f"Keep {kept}: seat {seat} is owed {owed}."
    if len(step.facts["owed"]) > 1:
        now = f"Keep {kept}: {owed} are owed, seat {seat} first."
    plan = view.draw.plan if view.draw else None
    if plan and plan.supervisor:
        yield now, "A supervisor confirms the piles."
        yield now, "A supervisor confirms."
    else:
        yield now, "Rebuild the deck as listed."
    yield now, ""


def _last_cards(view: TableView) -> str:
    """Return the cards that stay in the stub: the last one, or those of the board to come."""
    kept = view.draw.kept if view.draw else 1
    return "the last card" if kept == 1 else f"the last {number_word(kept)} cards"


def owed_text(view: TableView) -> str:
    """Return who is owed cards, such as "Seat 6 is owed one card"."""
    owed = view.step.facts.get("owed", [])
    if len(owed) != 1:
        return "Rebuild the deck first"
    seat, cards = owed[0]
    return f"Seat {seat} is owed {_cards(cards)}"


def rebuild_yours(view: TableView) -> Sentence:
    """Return the same step for a supervisor who is signed in and taps the key."""
    lines = rebuild_step(view, view.step)
    wordings = [now for now, then in lines if not then]
    tap = "Then tap STUB IS."
    now, then = first_that_fits(iter([*((now, tap) for now in wordings), (tap, "")]))
    return Sentence(now=smart_quotes(now), then=smart_quotes(then))


def gives_up(step: Step) -> bool:
    """Return whether players exchange or discard cards before the next street."""
    return bool(step.facts.get("draw") or step.facts.get("discard"))


def next_street_is_draw(view: TableView, step: Step) -> Iterator[Line]:
    """Yield the step if the next street is a draw, or if each hand discards before it (S-176, pineapple)."""
    count = view.count.expected
    then = f"{number_word(count).capitalize()} in: tap {count}." if count else ""
    if step.facts.get("draw"):
        what = "draw" if step.count else street_word(step.next)
        now = f"Bets in. Tap the table, {what}."
        yield now, then
        yield now, ""
        return
    each = step.facts["discard"]
    burn = burn_text(step)
    burn = burn if burn == NO_BURN else burn.removesuffix(" one")
    now = f"Each player discards {_cards(each)}, face down. Then {burn}, {street_word(step.next)}."
    yield now, then
    yield now, ""


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{number_word(count)} cards"


def rebuild_lines(view: TableView) -> list[str]:
    """Return the plan in the order of the hands: which cards stay out, are counted, and join the last card (H-45)."""
    steps = present(present(view.draw).plan).steps
    gathered = {step.pile: step.cards for step in steps if step.do == "gather"}
    excluded_seats = sorted(present(present(view.draw).plan).excluded)
    out = [] if "burns" in gathered else ["burns"]
    if len(excluded_seats) == 1:
        out.append(f"{seats_said(excluded_seats)}'s")
    elif excluded_seats:
        out.append(f"{seats_said(excluded_seats)} discards")
    counted = [f"{cards} {PILES[pile]}" for pile, cards in gathered.items()]
    burns = any(step.do == "burn" for step in steps)
    last = _last_cards(view)
    lines = [
        f"Keep {listed(out, 'and')} out." if out else "",
        f"Count {', '.join(counted)}." if counted else "",
        f"Add {last}, cut, burn one." if burns else f"Add {last}. Shuffle, cut.",
    ]
    return [smart_quotes(line) for line in lines if line]


def rebuild_note(owed: int) -> str:
    """Return the note that unserved seats need a ruling (H-45)."""
    if not owed:
        return "No discards left to shuffle in: call floor."
    return f"Still {_cards(owed)} short: call the floor."


STEPS: dict[str, Callable[[TableView, Step], Iterator[Line]]] = {
    "draw": draw_step,
    "rebuild": rebuild_step,
}
