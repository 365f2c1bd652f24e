"""What is said beside the step itself: a change of game, a kill, the marker on the stub, the order of a deal."""

from collections.abc import Iterator

from dealer_ui.words.draw import dealt_in_order
from dealer_ui.words.lines import Line, View
from rulings.wording.game import game_name, stakes_said
from rulings.wording.sayings import money, seats_said, sentence


def around(view: View, lines: Iterator[Line]) -> Iterator[Line]:
    """The wordings of a step with what is to be said before or after it; longest first, as they came."""
    if owed := _collected(view):
        told = list(lines)
        for now, then in told:
            yield f"{owed} {now}", then
        yield from ((f"{owed} {now}", "") for now, _ in told)
        yield owed, ""
    elif offers := _offers(view):
        told = list(lines)
        yield from ((f"{offers} {now}", then) for now, then in told)
        yield from ((offers, now) for now, _ in told)
        yield offers, ""
    elif view["step"]["kind"] == "deal":
        yield from _deal(view, list(lines))
    elif _announced(view):
        first, _ = next(lines)
        yield from dealt_in_order(view, first)
    else:
        yield from lines


def _collected(view: View) -> str:
    """A hand that was put back has called the rounds that are over: the chips are still to be collected (S-142)."""
    undo = view["undo"]
    if not undo or undo["name"] != "unfold" or not undo.get("amount") or view["floor"]:
        return ""
    return f"Collect {money(undo['amount'])} from seat {undo['seat']}."


def _offers(view: View) -> str:
    """The card just dealt up buys another, and its seat has not acted since: the card is offered (S-180)."""
    bought = view["game"]["bought"] if view["game"] else ""
    if not bought or view["floor"] or view["hand"]["stage"] not in ("opener", "betting"):
        return ""
    seats = [
        seat["seat"]
        for seat in view["seats"]
        if seat["can_buy"] and seat["acted"] in (None, "brought_in") and seat["up"][-1][0] == bought
    ]
    if not seats:
        return ""
    has = "has" if len(seats) == 1 else "have"
    return f"{sentence(seats_said(seats))} {has} a {bought}: offer the card."


def _deal(view: View, lines: list[Line]) -> Iterator[Line]:
    if changed(view):
        game = game_name(view["game"]).removeprefix("Limit ")
        for now, _ in lines:
            yield f"Change of game: {game}.", now
        yield f"Change of game: {game}.", "Shuffle, cut and deal."
        return
    for now, then in lines:
        yield now, _after(view, then)


def _after(view: View, then: str) -> str:
    """The kill with its limits (S-072), or the marker of five-card draw (S-173)."""
    kill = view["kill"]
    if kill and kill["on"]:
        limits, then = f"Kill {stakes_said(view['game'])}", then or _killer(view, kill["seat"])
        return f"{limits}: {then[0].lower()}{then[1:]}" if then else f"{limits}."
    if view["game"] and view["game"]["key"] == "five_card_draw" and not then:
        return "Marker on the stub."
    return then


def _killer(view: View, killer: int) -> str:
    """A blind that the killer posts anyway counts toward the kill's (H-28)."""
    seat = view["seats"][killer - 1]
    if not view["kill"]["post"] or not seat["front"]:
        return ""
    return f"Seat {killer} posts {money(seat['front'])}."


def changed(view: View) -> bool:
    """Whether the next hand is the first of another game of the rotation."""
    rotation = view["rotation"]
    fresh = rotation and not rotation["hands"] and view["hand"]["number"] > 1
    return bool(fresh and not view["hand"]["started"])


def _announced(view: View) -> bool:
    """All have said their numbers and nobody has acted: now the cards are dealt (H-48)."""
    if view["step"]["kind"] != "opener" or not view["game"]["announced"]:
        return False
    return any(seat["stated"] for seat in view["seats"])
