"""Stud in the dealer's words: who opens and why, what each street deals, the deck that runs short."""

from collections.abc import Callable, Iterator

from dealer_ui.streets import street
from dealer_ui.words.lines import Line, View, gathered
from dealer_ui.words.sayings import listed, money, number_word, seats_said, sentence

STREETS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
COMING = {name: f"Then burn and {name}." for name in STREETS}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}  # highest first (S-146)
DASH = chr(0x2014)
THEN_COUNT = "Then tap {count}."


def bring_in_word(view: View) -> str:
    """Which upcard brings in: the low one; in razz the high one (S-145, S-159)."""
    return "low" if view["opener"]["lowest"] else "high"


def _deal(view: View, step: View) -> Iterator[Line]:
    deal = view["deal"]
    if not deal:
        yield "Shuffle, cut and deal.", ""
        return
    first, last = deal["order"][0], deal["order"][-1]
    cards = dealt(view, view["hand"]["streets"][0])
    then = _then_opens(view)
    now = f"Deal {cards}, first card to seat {first}, last to seat {last}."
    yield f"Shuffle, cut. {now}", then
    yield now, then
    yield f"Deal {cards}, seat {first} first.", then


def _then_opens(view: View) -> str:
    told = view["opener"]
    if not told or view["tracking"] == "streets":
        return ""
    if told["kind"] == "bring_in":
        return f"Then tap the {bring_in_word(view)} card."
    return f"Then the {told['kind']} card acts first."


def dealt(view: View, name: str, each: str = "") -> str:
    """What a street deals: "two down and one up", "one up to each", "two down, one rolled up"."""
    cards = street(view, name)
    if cards is None:
        return "one to each"
    if cards.roll:
        return f"{number_word(cards.each)} down{each}, {number_word(cards.up)} rolled up by each player"
    parts = [(cards.hole, "down"), (cards.up, "up")]
    return " and ".join(f"{number_word(n)} {way}" for n, way in parts if n) + each


def _bring_in(view: View, step: View) -> Iterator[Line]:
    if view["tracking"] == "streets":
        yield from _by_streets(view)
        return
    tied, word = [one["seat"] for one in view["opener"]["tied"]], bring_in_word(view)
    posts = money(view["game"]["bring_in"])
    end = "lowest" if word == "low" else "highest"
    if len(tied) > 1:
        lower = (end if len(tied) > 2 else "lower" if word == "low" else "higher") + " suit"
        yield f"{sentence(seats_said(tied))} tie: tap the {lower}.", "Spades high, clubs low."
        return
    if tied:
        yield f"Seat {tied[0]} is tied {word}: tap TIE on the others.", "Then their suits."
        return
    now = f"Tap the {word} card's seat: it brings in {posts}."
    if len(step["seats"]) < len(_live(view)):
        who = seats_said(step["seats"], "or")
        now = f"{sentence(word)} is {who}: tap it, it brings in {posts}."
    yield now, f"Same rank: TIE, {end} suit."
    yield now, ""


def _live(view: View) -> list[int]:
    return [seat["seat"] for seat in view["seats"] if seat["state"] == "in"]


def _by_streets(view: View) -> Iterator[Line]:
    yield "Betting. When it is over, tap the number still in.", _then(view)


def _then(view: View) -> str:
    opens = view["count"]["opens"]
    return COMING.get(opens, "Then showdown.")


def _first(view: View, step: View) -> Iterator[Line]:
    """From the second round on, and on the first where no bring-in is used (S-148, S-150)."""
    if view["tracking"] == "streets":
        yield from _by_streets(view)
        return
    word = view["opener"]["kind"]
    named = f"{sentence(step['street'])} street"
    if len(step["seats"]) < len(_live(view)):
        yield (
            f"{named}: {word} is {seats_said(step['seats'], 'or')}. Tap it.",
            "A bet says it, too.",
        )
    what = "card" if step["street"] == view["hand"]["streets"][0] else "hand"
    yield f"{named}: {word} {what} acts first. Tap its seat.", "A bet says it, too."
    yield f"{named}: {word} {what} acts first.", ""


def _brought_in(view: View, step: View) -> Iterator[Line]:
    facts = step["facts"]
    then = _answers(view, step)
    now = f"{_posted(view, facts)}{_by_suit(view, facts['suits'])}."
    yield now, then
    yield f"{_posted(view, facts)}.", then
    yield f"{_posted(view, facts)}.", ""


def _posted(view: View, facts: View) -> str:
    whole, posted, seat = view["game"]["bring_in"], facts["posted"], facts["seat"]
    if posted == whole:
        return f"Seat {seat} brings in {money(whole)}"
    if posted:
        return f"Seat {seat} is all-in for {money(posted)} of the {money(whole)} bring-in"
    return f"Seat {seat} is all-in for its ante"


def _by_suit(view: View, suits: list[tuple[int, str]]) -> str:
    """ "clubs below hearts"; in razz "spades above hearts"."""
    if not suits:
        return ""
    low = view["opener"] is None or view["opener"]["lowest"]
    order = list(SUITS) if not low else list(SUITS)[::-1]
    named = sorted((suit for _, suit in suits), key=order.index)
    first, rest = SUITS[named[0]], [SUITS[suit] for suit in named[1:]]
    if not rest:
        return f" {DASH} {first}"
    return f" {DASH} {first} {'below' if low else 'above'} {listed(rest, 'and')}"


def _answers(view: View, step: View) -> str:
    """What the first seat to answer may do: "Then seat 3: fold, $5 or $10."""
    if not step["seats"]:
        return ""
    number = step["seats"][0]
    seat = next(one for one in view["seats"] if one["seat"] == number)
    call, more = money(seat["front"] + seat["to_call"]), seat["raise"]
    if not more:
        return f"Then seat {number}: fold or {call}."
    full = money(more["min"]) + ("" if more["min"] == more["max"] else " or more")
    return f"Then seat {number}: fold, {call} or {full}."


def _street(view: View, step: View) -> Iterator[Line]:
    if view["tracking"] == "streets" and view["hand"]["stage"] == "betting":
        yield from _by_streets(view)
        return
    count = view["count"]["expected"] if view["count"] else None
    then = f"{number_word(count).capitalize()} in: tap {count}." if count else ""
    coming = COMING.get(step["next"], "Then showdown.")
    if step["next"] == "showdown" and not gathered(step):
        yield "Betting is over. Turn the hands over.", f"Tap {count}." if count else ""
        return
    if told := gathered(step):
        yield told, coming
        yield gathered(step, seats=False), coming
        return
    cards = dealt(view, step["next"], " to each")
    yield f"Tap the table, burn one under the pot, {cards}.", then
    yield f"Burn one, {cards}.", then
    yield f"Burn one, {cards}.", ""


def _run_out(view: View, step: View) -> Iterator[Line]:
    told = gathered(step) or "No more betting, hands up."
    cards = dealt(view, step["next"], " to each")
    names = view["hand"]["streets"]
    after = names[names.index(step["next"]) + 1 :]
    then = f"Then {after[0]}." if after else "Then showdown."
    yield f"{told} Burn one, {cards}.", then
    yield f"{told} Burn one, {cards}.", ""
    yield told, COMING.get(step["next"], "")


def _shortage(view: View, step: View) -> Iterator[Line]:
    """The street is complete and the deck will not serve the next one (H-14)."""
    count = view["count"]["expected"]
    if told := gathered(step):
        yield told, "Then the last card, as below."
        yield gathered(step, seats=False), ""
        return
    for now in _orders(view, step["facts"]):
        yield now, f"Then tap {count}."
        yield now, ""


def _last_card(view: View, step: View) -> Iterator[Line]:
    facts = step["facts"]
    then = _opens(facts)
    for now in _orders(view, facts):
        yield now, then
        yield now, ""


def _opens(facts: View) -> str:
    if not facts["betting"]:
        return "No betting, hands up."
    return f"Then seat {facts['opener']}." if facts["opener"] else ""


def _orders(view: View, facts: View) -> Iterator[str]:
    """The plan as one sentence, step by step, then with fewer words."""
    called = "Say " + chr(0x201C) + "common card" + chr(0x201D) + ". "
    start = called if facts["kind"] == "common" else ""
    yield f"{start}{sentence(', '.join(_do(facts, view)))}."
    yield f"{sentence(', '.join(_do(facts, view)))}."
    yield f"{sentence(', '.join(part for part in _do(facts, view) if part != 'cut'))}."


def _do(facts: View, view: View) -> list[str]:
    """Each thing that the dealer does: "scramble stub 1 + burns 3", "burn one", "deal 5"."""
    told, loose = [], 0
    for one in facts["steps"]:
        match one["do"]:
            case "gather":
                loose = one["cards"]
            case "shuffle":
                told.append(f"scramble stub {one['cards'] - loose} + burns {loose}")
            case "cut":
                told.append("cut")
            case "burn":
                told.append("burn one")
            case "deal":
                told.append(_give(one["cards"], facts["players"], view))
            case "common":
                told.append("one face up")
    return told


def _give(cards: int, players: int, view: View) -> str:
    last = street(view, view["hand"]["streets"][-1])
    way = "up" if last and last.up else "down"
    return f"one {way} to each" if cards == players else f"deal {cards} {way}"


STEPS: dict[str, Callable[[View, View], Iterator[Line]]] = {
    "deal": _deal,
    "bring_in": _bring_in,
    "first": _first,
    "brought_in": _brought_in,
    "street": _street,
    "run_out": _run_out,
    "shortage": _shortage,
    "last_card": _last_card,
}

KINDS = {
    "shuffle": "the burns are shuffled in",
    "two_passes": "two passes with the burns",
    "common": "a common card",
    "normal": "the stub serves",
    "short": "the deck ends before",
}


def forecast(told: View, last: str) -> str:
    """One quiet line before sixth: "Seventh for 8: a common card · for 6: the burns are shuffled in"."""
    now = f"{sentence(last)} for {told['players']}: {KINDS[told['kind']]}"
    if not told["changes_at"]:
        return now
    return f"{now} · for {told['changes_at']}: {KINDS[told['then']]}"


def shortage_title(plan: View, stub: int) -> str:
    """ "Not enough cards: 4 for 8"; where the burns help, what does."""
    if plan["kind"] == "common":
        return f"Not enough cards: {plan['pool']} for {plan['players']}"
    if plan["kind"] == "two_passes":
        return f"Stub {stub} for {plan['players']}: two passes"
    return f"Stub {stub} for {plan['players']}: burns join it"


def first_note(plan: View, opener: int, *, dealt: bool) -> str:
    """ "5 first, as on sixth": who opens after the last card, and why."""
    why = {"sixth": "as on sixth", "with_common": "with the common card", "upcards": "by upcards"}
    if not plan["betting"]:
        return "no betting"
    if not dealt:
        return f"then first {why[plan['first']]}"
    return f"{opener} first, {why[plan['first']]}" if opener else "who is first? Tap its bet"


def mix(loose: int, burns: int, *, short: bool) -> str:
    """ "Scramble 1 + 3": stub and burns."""
    return f"{'Mix' if short else 'Scramble'} {loose} + {burns}"


def deals(cards: int, players: int) -> str:
    """ "One to each", "Deal 5"."""
    return "One to each" if cards == players else f"Deal {cards}"


def antes(count: int, ante: int) -> str:
    """ "8 antes of $2"."""
    return f"{count} antes of {money(ante)}" if ante and count else ""


REASONS = {
    "S-145": "lowest card",
    "S-146": "lowest suit",
    "S-148": "no bring-in, ties by position",
    "S-150": "",
    "S-151": "equal hands, highest suit",
    "S-156": "with the common card",
    "S-159": "highest card, ties by highest suit",
    "H-12b": "equal hands, by position",
}


def opener_rule(told: View) -> tuple[str, str]:
    """The rule that says who is first, and its reason in short; suits that were tapped have their own (S-146)."""
    if sum(bool(one["suit"]) for one in told["tied"]) and told["lowest"]:
        return "S-146", REASONS["S-146"]
    if told["rule"] == "S-150":
        return "S-150", f"{told['kind']} hand showing"
    return told["rule"], REASONS.get(told["rule"], "")


UNDO = {
    "tie": "Seat {seat} tied",
    "show_up": "Seat {seat} upcards",
    "buy_card": "Seat {seat} buys a card",
    "correct_counts": "Deck count",
}


def undo(done: View, opener: View | None) -> str:
    """What UNDO takes back of a round's opening; "" where it is something else."""
    name, seat = done["name"], done["seat"]
    if name == "opener":
        brings = opener is not None and opener["kind"] == "bring_in"
        return f"Seat {seat} brings in" if brings else f"Seat {seat} first"
    if name == "suit":
        return f"Seat {seat} {SUITS[done['what']]}"
    return UNDO.get(name, "").format(seat=seat)
