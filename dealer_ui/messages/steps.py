"""The next step in the dealer's words: what to do now, and what follows."""

from collections.abc import Callable, Iterator, Sequence

from dealer_ui.messages import bounty, draw, pots, promotions, straddles, stud
from dealer_ui.messages.corrections import correction_step
from dealer_ui.messages.discards import discard_step
from dealer_ui.messages.floor import floor_step, remedy_step
from dealer_ui.messages.inferred import asked_sentence
from dealer_ui.messages.ruling_steps import own_steps, with_ruling_steps
from dealer_ui.messages.step_context import with_context
from dealer_ui.messages.step_wordings import (
    MOST_NAMED,
    NO_BURN,
    Line,
    burn_text,
    collection_text,
    first_that_fits,
    then_seats,
)
from dealer_ui.messages.text_width import TWO_LINES
from dealer_ui.messages.texts import Sentence
from dealer_ui.messages.tournament import bust_step, hold_step
from dealer_ui.streets import draws_first, street
from poker.formatting import (
    as_sentence,
    listed,
    money,
    money_or_blank,
    number_word,
    pot_name,
    seats_said,
    smart_quotes,
)
from poker.step import Step
from poker.view.model import AwardView, DealView, SeatView, StraddleView, TableView, present

Wording = Callable[[TableView, Step], Iterator[Line]]
COUNT_POT = "Count the pot for the drop."
BOARD = {"flop": 3, "turn": 1, "river": 1}  # cards of a street, unless the step has another number
COMING = (
    {
        "flop": "Then burn and flop.",
        "turn": "Then burn and turn.",
        "river": "Then burn and river.",
        "showdown": "Then showdown.",
    }
    | stud.COMING
    | draw.COMING
)


def step_sentence(view: TableView) -> Sentence:
    """Return `now` in white and `then` in gray, together on one line of the band. A ruling's text may take two
    lines.
    """
    step = view.step
    lines = _wording(view, step)(view, step)
    ruled = with_context(view, with_ruling_steps(view, step, lines))
    ruled = pots.with_splash(step, ruled)
    room = TWO_LINES if step.facts.get("remedy") else None
    now, then = next(ruled) if own_steps(view, step) else first_that_fits(ruled, room=room)
    return Sentence(now=smart_quotes(now), then=smart_quotes(then))


def _wording(view: TableView, step: Step) -> Wording:
    """Return what yields the wordings of a step: its pot's own, its game family's own, or the usual ones."""
    family = FAMILIES.get(view.game.family, {}) if view.game else {}
    offered = view.promotion
    if offered and not offered.claimed_at and step.kind in ("showdown", "award"):
        return promotions.due_step
    special = pots.wording(view, step) or bounty.wording(view, step)
    return special or family.get(step.kind) or _STEPS.get(step.kind, _unknown)


def _coming(view: TableView, step: Step) -> str:
    """Return what follows the round, such as "Then burn and turn."."""
    if draws_first(view, step.next):
        return "Then the draw."
    return COMING.get(step.next, "")


def _open_table(view: TableView, step: Step) -> Iterator[Line]:
    seated = [seat for seat in view.seats if seat.state != "empty"]
    if len(seated) < 2:
        yield "Tap an empty seat to seat a player.", "Then OPEN TABLE."
    else:
        # Stud has no button, and a table that was never opened has no game.
        button = view.game and view.game.family != "stud"
        then = "Then draw for the button." if button else ""
        yield "Table closed. Tap OPEN TABLE.", then


def _draw_button(view: TableView, step: Step) -> Iterator[Line]:
    yield "Where's the button? Tap its seat, or DRAW.", ""


def _wait_players(view: TableView, step: Step) -> Iterator[Line]:
    yield "Need two players to deal. Seat a player or wait.", ""


def _deal(view: TableView, step: Step) -> Iterator[Line]:
    deal = view.deal
    if not deal:
        yield "Shuffle, cut and deal.", ""
        return
    order = deal.order
    first = order[0]
    last = order[-1]
    buttons = [seat.seat for seat in view.seats if seat.button]
    mark = " (button)" if last in buttons else ""
    rounds = number_word(deal.rounds)
    blinds = [seat for seat in view.seats if seat.front and not seat.blind]
    now = f"Deal {rounds} rounds, first card to seat {first}, last to seat {last}{mark}."
    if uncounted := step.facts.get("uncounted"):
        question = f"Hand {uncounted}: count its pot for the drop."
        yield now, question
        yield f"Deal {rounds} rounds, first card to seat {first}.", question
        yield f"Deal {rounds} rounds, seat {first} first.", question
    if view.straddling and view.straddling.posted:
        yield from _straddled(deal, view.straddling.posted, blinds)
        return
    for then in _posts(blinds) if not present(view.game).ante else [""]:
        yield f"Shuffle, cut. {now}", then
        yield now, then
        yield f"Deal {rounds} rounds, first card to seat {first}.", then
        yield f"Deal {rounds} rounds, seat {first} first.", then


def _straddled(
    deal: DealView, posted: Sequence[StraddleView], posting: Sequence[SeatView]
) -> Iterator[Line]:
    """Yield the straddles to announce, other posts, and who acts first and last (H-60)."""
    straddlers = [item.seat for item in posted]
    others = [seat for seat in posting if seat.seat not in straddlers or seat.dead]
    then = straddles.order_text(deal.acts)
    for posts in _posts(others) if others else []:
        yield f"{straddles.amounts(posted)}. {posts}", then
        yield f"{straddles.amounts(posted)}. {posts}", ""
    yield straddles.said(posted), then


def _posts(owing: Sequence[SeatView]) -> list[str]:
    """Return wordings of the posts besides the blinds, live and dead (S-063, S-065). The last wording has no
    amounts.
    """
    if not owing:
        return [""]
    if len(owing) == 1:
        return [f"Seat {owing[0].seat} posts {_post(owing[0])}."]
    plain = as_sentence(f"{seats_said([seat.seat for seat in owing])} post.")
    if not any(seat.dead for seat in owing):
        return [plain]
    first, *others = [f"seat {seat.seat} {_post(seat)}" for seat in owing]
    return [f"Posts: {first}; {'; '.join(others)}.", plain]


def _post(seat: SeatView) -> str:
    live = money(seat.front)
    return f"{live} live, {money(seat.dead)} dead" if seat.dead else live


def _answer(view: TableView, step: Step) -> Iterator[Line]:
    then = _coming(view, step)
    who = _still_to_act(step.seats)
    money_view = view.money
    bet = step.amount or 0
    if question := asked_sentence(step.facts.get("asked", ())):
        yield f"Bet is {money(bet)}. {who}.", question
        yield question, f"Bet is {money(bet)}."
        yield question, ""
    if step.amount and money_view.cap and money_view.bets == money_view.cap:
        yield f"Bet is {money(bet)}, capped. {who}.", then
        yield f"{money(bet)}, capped: {who.lower()}.", ""
    elif step.amount:
        yield f"Bet is {money(bet)}. {who}.", then
        yield f"{money(bet)}: {who.lower()}.", ""
    else:
        yield f"{who.replace(' to act', ' to check or bet', 1)}.", then
    yield f"{number_word(len(step.seats)).capitalize()} seats to act.", ""


def _still_to_act(seats: Sequence[int]) -> str:
    """Return the seats still to act, such as "Seats 3, 4 to act", or many seats as "Nine to act, seat 3 first"."""
    if len(seats) == 1:
        return f"Seat {seats[0]} to act"
    if len(seats) <= MOST_NAMED:
        return f"Seats {', '.join(map(str, seats))} to act"
    return f"{number_word(len(seats)).capitalize()} to act, seat {seats[0]} first"


def _opener(view: TableView, step: Step) -> Iterator[Line]:
    first = step.seats[0]
    rest = step.seats[1:]
    then = then_seats(rest)
    if _board_after_draw(view, step):
        turn = f"Burn one, {step.street}."
        yield f"{turn} Seat {first} is first: check or bet.", then
        yield f"{turn} Seat {first} is first: check or bet.", ""
        yield f"{turn} Seat {first} is first.", ""
    if step.amount:
        yield f"Bet is {money(step.amount)}. Seat {first} is first to act.", then
        yield f"Seat {first} is first to act.", ""
    else:
        yield f"Seat {first} is first: check or bet.", then
        yield f"Seat {first} is first: check or bet.", ""


def _board_after_draw(view: TableView, step: Step) -> bool:
    """Return whether the draw has just ended and its board card is turned now (drawmaha)."""
    here = street(view, step.street)
    return bool(here and here.draw and here.board)


def _street(view: TableView, step: Step) -> Iterator[Line]:
    count = view.count.expected
    then = f"{number_word(count).capitalize()} in: tap {count}." if count else ""
    # With tracking by street, the log does not have the end of a round.
    if view.tracking == "streets" and view.hand.stage == "betting":
        if any(seat.can_win for seat in view.seats):
            yield "Betting. Then showdown: tap WINS.", "Or the number still in."
        yield "Betting. When it's done, tap the number still in.", _coming(view, step)
        return
    if message := collection_text(step):
        if step.next in BOARD:
            yield message, f"Then {burn_text(step)}, {_cards_to(step)}."
        yield message, _coming(view, step)
        yield message, ""
        yield collection_text(step, seats=False), _coming(view, step)
        yield collection_text(step, seats=False), ""
        return
    if draw.gives_up(step):
        yield from draw.next_street_is_draw(view, step)
        return
    if step.next == "showdown":
        yield "Betting's done. Showdown.", f"Tap {count}." if count else ""
        return
    burn = burn_text(step)
    now = f"{as_sentence(burn)}, then the {step.next}."
    if step.next in BOARD:
        under = "" if burn == NO_BURN else " under the pot"
        now = f"Tap the table, {burn}{under}, {_cards_to(step)}."
    yield now, then
    yield now, ""


def _run_out(view: TableView, step: Step) -> Iterator[Line]:
    streets = view.hand.streets
    after = streets[streets.index(step.next) + 1 :]
    then = f"Then the {after[0]}." if after else "Then showdown."
    up = " Hands up." if step.facts.get("all_up") else ""
    if message := collection_text(step):
        yield f"{message}{up}", _coming(view, step)
        yield f"{message}{up}", ""
        yield message, ""
        yield collection_text(step, seats=False), ""
        return
    if draw.gives_up(step):
        yield from draw.next_street_is_draw(view, step)
        return
    cards = _cards_to(step) if step.next in BOARD else f"one card to the {step.next}"
    yield f"No more betting.{up} {as_sentence(burn_text(step))}, {cards}.", then


def _cards_to(step: Step) -> str:
    """Return the cards of the coming street, such as "three cards to the flop"."""
    count = step.count or BOARD[step.next]
    cards = "one card" if count == 1 else f"{number_word(count)} cards"
    return f"{cards} to the {step.next}"


def _showdown(view: TableView, step: Step) -> Iterator[Line]:
    first = step.seats[:1]
    rest = step.seats[1:]
    if message := collection_text(step):
        yield f"{message} Then showdown.", f"Seat {first[0]} shows first." if first else ""
        yield message, "Then showdown."
        return
    if step.facts.get("count_pot"):
        yield COUNT_POT, "Then read the hands."
        return
    if step.facts.get("all_up"):
        yield "All-in: hands up. Read them, tap the winner.", ""
        return
    if step.facts.get("high_first"):
        yield from stud.who_shows(view)
        return
    if groups := step.facts.get("show_by_pot"):
        yield from _shown_by_pot(groups)
        return
    if not first:
        yield "Showdown. Read the hands, tap the winner.", ""
        return
    then = then_seats(rest)
    yield f"Showdown. Seat {first[0]} shows first.", then
    yield f"Showdown. Seat {first[0]} shows first.", "Then clockwise."


def _shown_by_pot(groups: list[list[int]]) -> Iterator[Line]:
    """Yield who shows for the side pot, and who follows: "Side pot: seat 7 shows first, then 2. Then seat 1."."""
    first, *others = groups[0]
    rest = [seat for group in groups[1:] for seat in group]
    behind = f", then {listed([str(seat) for seat in others], 'and')}" if others else ""
    yield f"Side pot: seat {first} shows first{behind}.", f"Then {seats_said(rest)}."
    yield f"Side pot: seat {first} shows first{behind}.", "Then the all-in hands."
    yield f"Side pot: seat {first} shows first.", "Then the all-in hands."


def shows_first(seats: Sequence[int]) -> Sentence:
    """Return the sentence after the dealer named the first seat to show. Without seats the dealer is not sure."""
    if not seats:
        return Sentence(now="Showdown. Read the hands, tap the winner.", then="")
    then = then_seats(seats[1:])
    now = f"Showdown. Seat {seats[0]} shows first."
    now, then = first_that_fits(iter([(now, then), (now, "Then clockwise.")]))
    return Sentence(now=now, then=then)


def _award(view: TableView, step: Step) -> Iterator[Line]:
    award = view.award
    seats = step.seats
    cells = award.pots if award else []
    pot = cells[award.turn] if award and award.turn is not None else None
    amount = money_or_blank(step.amount)
    then = _charges(award) if award and pot and award.turn == len(cells) - 1 else ""
    back = step.facts.get("returned")
    if len(seats) == 1 and back and amount:
        yield f"Return {money(back.amount)}, push {amount} to seat {seats[0]}.", then
        return
    if step.facts.get("count_pot"):
        yield COUNT_POT, f"Then push it to {seats_said(seats, 'or')}."
        return
    if len(seats) == 1:
        yield f"Push {amount or 'the pot'} to seat {seats[0]}.", then
        return
    together = step.facts.get("together", [])
    if together and len(together[0]) == len(seats):
        between = f"Split {amount or 'the pot'} between {seats_said(sorted(seats))}."
        yield pots.on_board(step.facts, between), then
        return
    name = pot_name(pot.pot, _side_pots(award)) if pot and award else "Pot"
    who = " or ".join(f"seat {seat}" for seat in seats)
    mucks = pot is not None and pot.out and not pots.reads_another(step.facts)
    kill = f"Muck {seats_said(pot.out)}. " if pot and mucks else ""
    named = pots.on_board(step.facts, f"{name} {amount}".rstrip())
    then = pots.after_cell(view) or then
    if together:
        who = _units_text(seats, together)
        yield f"{kill}{named}: {who}.", then
        yield f"{named}: {who}.", then
        yield f"{named}: {who}.", ""
        return
    yield f"{kill}{named}: {who}.", then
    yield f"{kill}{named}: {seats_said(seats, 'or')}.", ""
    yield f"{named}: {seats_said(seats, 'or')}.", ""


def _side_pots(award: AwardView) -> int:
    return len({pot.pot for pot in award.pots}) - 1


def _units_text(seats: Sequence[int], together: list[list[int]]) -> str:
    """Return who can win a pot if some of them tied: "seats 5 and 7 together, or seat 1"."""
    tied = {seat for unit in together for seat in unit}
    units = [f"{seats_said(sorted(unit))} together" for unit in together]
    units += [f"seat {seat}" for seat in seats if seat not in tied]
    return ", or ".join(units)


def _charges(award: AwardView) -> str:
    if not award.jackpot:
        return f"Then drop {money(award.rake)}." if award.rake else ""
    charges = ((award.rake, "rake"), (award.jackpot, "jackpot"))
    drops = [f"{money(amount)} {name}" for amount, name in charges if amount]
    return f"Then drop {' and '.join(drops)}."


def _name_out(view: TableView, step: Step) -> Iterator[Line]:
    missing = "the seat that folded" if step.count == 1 else f"{number_word(step.count)} seats"
    yield f"{_count_mismatch(view)} Tap FOLD on {missing}.", ""


def _name_in(view: TableView, step: Step) -> Iterator[Line]:
    missing = "the seat that is" if step.count == 1 else f"the {number_word(step.count)} seats"
    yield f"{_count_mismatch(view)} Tap {missing} still in.", ""


def _count_mismatch(view: TableView) -> str:
    live = sum(seat.state == "in" for seat in view.seats)
    return f"You tapped {view.count.said}; the tablet has {live}."


def _unknown(view: TableView, step: Step) -> Iterator[Line]:
    yield as_sentence(f"{step.kind.replace('_', ' ')}."), ""


_STEPS: dict[str, Wording] = {
    "open_table": _open_table,
    "draw_button": _draw_button,
    "wait_players": _wait_players,
    "deal": _deal,
    "answer": _answer,
    "corrected": correction_step,
    "opener": _opener,
    "street": _street,
    "discard": discard_step,
    "run_out": _run_out,
    "showdown": _showdown,
    "award": _award,
    "name_out": _name_out,
    "name_in": _name_in,
    "claim": promotions.claim_step,
    "floor": floor_step,
    "remedy": remedy_step,
    "bust": bust_step,
    "hold": hold_step,
    **draw.STEPS,
}
# Steps with their own wording in a game family.
FAMILIES = {"stud": stud.STEPS}
