"""The next step in the dealer's words: what to do now, and what comes then."""

from collections.abc import Callable, Iterator, Sequence

from dealer_ui.words import draw, stud
from dealer_ui.words.around import around
from dealer_ui.words.floor import floor_step, remedy_step
from dealer_ui.words.lines import NO_BURN, Line, View, burn_said, first_that_fits, gathered
from dealer_ui.words.measure import TWO_LINES
from dealer_ui.words.ruled import by_ruling, own_steps
from rulings.wording.sayings import (
    counted,
    money,
    number_word,
    pot_name,
    seats_said,
    sentence,
    typeset,
)

COUNT_POT = "Count the pot for the drop: MORE, Count pot."
CARDS = {
    "flop": "three cards to the flop",
    "turn": "one card to the turn",
    "river": "one card to the river",
}
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


def step_sentence(view: View) -> dict[str, str]:
    """`now` in white and `then` in grey, together on one line of the band; what a ruling says may take two."""
    step = view["step"]
    family = FAMILIES.get(view["game"]["family"], {}) if view["game"] else {}
    lines = (family.get(step["kind"]) or _STEPS.get(step["kind"], _unknown))(view, step)
    ruled = around(view, by_ruling(view, step, lines))
    room = TWO_LINES if step["facts"].get("remedy") else None
    now, then = next(ruled) if own_steps(view, step) else first_that_fits(ruled, room=room)
    return {"now": typeset(now), "then": typeset(then)}


def _open_table(view: View, step: View) -> Iterator[Line]:
    seated = [seat for seat in view["seats"] if seat["state"] != "empty"]
    if len(seated) < 2:
        yield "Tap an empty seat to seat a player.", "Then MORE, Open table."
    else:
        # Stud has no button; a table that was never opened plays no game yet.
        button = view["game"] and view["game"]["family"] != "stud"
        then = "Then draw for the button." if button else ""
        yield "Table closed. Tap MORE, Open table.", then


def _draw_button(view: View, step: View) -> Iterator[Line]:
    yield "One card face up to each player, high card is the button.", "Tap DRAW BUTTON."


def _wait_players(view: View, step: View) -> Iterator[Line]:
    yield "Fewer than two players can be dealt in. Seat a player or wait.", ""


def _deal(view: View, step: View) -> Iterator[Line]:
    deal = view["deal"]
    if not deal:
        yield "Shuffle, cut and deal.", ""
        return
    order = deal["order"]
    first, last = order[0], order[-1]
    buttons = [seat["seat"] for seat in view["seats"] if seat["button"]]
    mark = " (button)" if last in buttons else ""
    rounds = number_word(deal["rounds"])
    blinds = [seat for seat in view["seats"] if seat["front"] and not seat["blind"]]
    now = f"Deal {rounds} rounds, first card to seat {first}, last to seat {last}{mark}."
    for then in _posts(blinds) if not view["game"]["ante"] else [""]:
        yield f"Shuffle, cut. {now}", then
        yield now, then
        yield f"Deal {rounds} rounds, first card to seat {first}.", then
        yield f"Deal {rounds} rounds, seat {first} first.", then


def _posts(owing: Sequence[View]) -> list[str]:
    """What comes in beside the blinds, live and dead (S-063, S-065); the last wording has no sums."""
    if not owing:
        return [""]
    if len(owing) == 1:
        return [f"Seat {owing[0]['seat']} posts {_post(owing[0])}."]
    plain = sentence(f"{seats_said([seat['seat'] for seat in owing])} post.")
    if not any(seat["dead"] for seat in owing):
        return [plain]
    first, *others = [f"seat {seat['seat']} {_post(seat)}" for seat in owing]
    return [f"Posts: {first}; {'; '.join(others)}.", plain]


def _post(seat: View) -> str:
    whole = money(seat["front"] + seat["dead"])
    return f"{whole}, {money(seat['dead'])} of it dead" if seat["dead"] else whole


def _answer(view: View, step: View) -> Iterator[Line]:
    seats = [str(seat) for seat in step["seats"]]
    who = f"Seat {seats[0]}" if len(seats) == 1 else f"Seats {', '.join(seats)}"
    then = COMING.get(step["next"], "")
    if step["amount"]:
        yield f"Bet is {money(step['amount'])}. {who} to answer.", then
        yield f"{money(step['amount'])}: {who.lower()} to answer.", ""
    else:
        yield f"{who} to check or bet.", then
    yield f"{number_word(len(seats)).capitalize()} seats to answer.", ""


def _opener(view: View, step: View) -> Iterator[Line]:
    first, rest = step["seats"][0], step["seats"][1:]
    then = f"Then {seats_said(rest)}." if rest else ""
    if step["amount"]:
        yield f"Bet is {money(step['amount'])}. Seat {first} is first to act.", then
        yield f"Seat {first} is first to act.", ""
    else:
        yield f"Seat {first} is first: check or bet.", then
        yield f"Seat {first} is first: check or bet.", ""


def _street(view: View, step: View) -> Iterator[Line]:
    count = view["count"]["expected"] if view["count"] else None
    then = f"{number_word(count).capitalize()} in: tap {count}." if count else ""
    # By streets nobody tells the tablet when a round is over.
    if view["tracking"] == "streets" and view["hand"]["stage"] == "betting":
        yield "Betting. When it is over, tap the number still in.", COMING.get(step["next"], "")
        return
    if told := gathered(step):
        if step["next"] in CARDS:
            yield told, f"Then {burn_said(step)}, {CARDS[step['next']]}."
        yield told, COMING.get(step["next"], "")
        yield told, ""
        yield gathered(step, seats=False), COMING.get(step["next"], "")
        yield gathered(step, seats=False), ""
        return
    if draw.gives_up(step):
        yield from draw.comes(view, step)
        return
    if step["next"] == "showdown":
        yield "Betting is over. Turn the hands over.", f"Tap {count}." if count else ""
        return
    burn = burn_said(step)
    now = f"{sentence(burn)}, then the {step['next']}."
    if step["next"] in CARDS:
        under = "" if burn == NO_BURN else " under the pot"
        now = f"Tap the table, {burn}{under}, {CARDS[step['next']]}."
    yield now, then
    yield now, ""


def _run_out(view: View, step: View) -> Iterator[Line]:
    streets = view["hand"]["streets"]
    after = streets[streets.index(step["next"]) + 1 :]
    then = f"Then the {after[0]}." if after else "Then showdown."
    if told := gathered(step):
        yield f"{told} Hands up.", COMING.get(step["next"], "")
        yield f"{told} Hands up.", ""
        yield told, ""
        yield gathered(step, seats=False), ""
        return
    if draw.gives_up(step):
        yield from draw.comes(view, step)
        return
    cards = CARDS.get(step["next"], f"one card to the {step['next']}")
    yield f"No more betting, hands up. {sentence(burn_said(step))}, {cards}.", then


def _showdown(view: View, step: View) -> Iterator[Line]:
    first, rest = step["seats"][:1], step["seats"][1:]
    if told := gathered(step):
        yield f"{told} Then showdown.", f"Seat {first[0]} shows first." if first else ""
        yield told, "Then showdown."
        return
    if step["facts"].get("count_pot"):
        yield COUNT_POT, "Then read the hands."
        return
    if step["facts"].get("all_up"):
        yield "Somebody is all-in: all hands up. Read them, then tap who wins.", ""
        return
    if not first:
        yield "Showdown. Read the hands, then tap who wins.", ""
        return
    then = f"Then {seats_said(rest)}." if rest else ""
    yield f"Showdown. Seat {first[0]} shows first.", then
    yield f"Showdown. Seat {first[0]} shows first.", "Then clockwise."


def _award(view: View, step: View) -> Iterator[Line]:
    award, seats = view["award"], step["seats"]
    pots = award["pots"] if award else []
    pot = pots[award["turn"]] if award and award["turn"] is not None else None
    amount = counted(step["amount"])
    then = _charges(award) if pot and award["turn"] == len(pots) - 1 else ""
    back = step["facts"].get("returned")
    if len(seats) == 1 and back and amount:
        yield f"Return {money(back['amount'])}, push {amount} to seat {seats[0]}.", then
        return
    if step["facts"].get("count_pot"):
        yield COUNT_POT, f"Then push it to {seats_said(seats, 'or')}."
        return
    if len(seats) == 1:
        yield f"Push {amount or 'the pot'} to seat {seats[0]}.", then
        return
    name = pot_name(pot["pot"], sum(other["pot"] > 0 for other in pots)) if pot else "Pot"
    who = " or ".join(f"seat {seat}" for seat in seats)
    kill = f"Kill {seats_said(pot['out'])}. " if pot and pot["out"] else ""
    named = f"{name} {amount}".rstrip()
    yield f"{kill}{named}: {who}.", then
    yield f"{kill}{named}: {seats_said(seats, 'or')}.", ""
    yield f"{named}: {seats_said(seats, 'or')}.", ""


def _charges(award: View) -> str:
    drops = [money(award[name]) for name in ("rake", "jackpot") if award[name]]
    if not drops:
        return ""
    jackpot = " jackpot" if award["jackpot"] else ""
    return f"Then drop {' and '.join(drops)}{jackpot}."


def _name_out(view: View, step: View) -> Iterator[Line]:
    one = "the seat that is out" if step["count"] == 1 else f"{number_word(step['count'])} seats"
    yield f"{_said(view)} Tap FOLD on {one}.", ""


def _name_in(view: View, step: View) -> Iterator[Line]:
    one = "the seat that is" if step["count"] == 1 else f"the {number_word(step['count'])} seats"
    yield f"{_said(view)} Tap {one} still in.", ""


def _said(view: View) -> str:
    live = sum(seat["state"] == "in" for seat in view["seats"])
    return f"You said {view['count']['said']}, the tablet has {live}."


def _unknown(view: View, step: View) -> Iterator[Line]:
    yield sentence(f"{step['kind'].replace('_', ' ')}."), ""


_STEPS: dict[str, Callable[[View, View], Iterator[Line]]] = {
    "open_table": _open_table,
    "draw_button": _draw_button,
    "wait_players": _wait_players,
    "deal": _deal,
    "answer": _answer,
    "opener": _opener,
    "street": _street,
    "run_out": _run_out,
    "showdown": _showdown,
    "award": _award,
    "name_out": _name_out,
    "name_in": _name_in,
    "floor": floor_step,
    "remedy": remedy_step,
}
# Steps that a family of games words for itself.
FAMILIES = {"stud": stud.STEPS, "draw": draw.STEPS}
