"""Context of a step: a change of game, a kill, the marker on the stub, the order of a deal."""

from collections.abc import Iterator

from dealer_ui.messages.draw import dealt_in_order
from dealer_ui.messages.step_wordings import Line
from poker.formatting import as_sentence, money, seats_said
from poker.game_name import game_name, stakes_said
from poker.view.model import TableView, present

WILD = {
    "baseball": "3s and 9s wild, a 4 up gets a card.",
    "acey_deucey": "Aces and deuces wild.",
    "queens": "Queens wild, and the card after the last.",
    "one_eyed_jacks": "J\u2660 and J\u2665 wild.",
    "suicide_king": "K\u2665 wild.",
}


def with_context(view: TableView, lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the wordings of a step with the text before or after it, from longest to shortest."""
    if owed := _collected(view):
        wordings = list(lines)
        for now, then in wordings:
            yield f"{owed} {now}", then
        yield from ((f"{owed} {now}", "") for now, _ in wordings)
        yield owed, ""
    elif offers := _offers(view):
        wordings = list(lines)
        yield from ((f"{offers} {now}", then) for now, then in wordings)
        yield from ((offers, now) for now, _ in wordings)
        yield offers, ""
    elif view.step.kind == "deal":
        yield from _deal(view, list(lines))
    elif _announced(view):
        first, _ = next(lines)
        yield from dealt_in_order(view, first)
    elif view.step.kind in ("bring_in", "first") and (wild := wild_cards_text(view)):
        wordings = list(lines)
        yield from ((now, wild) for now, _ in wordings)
        yield from wordings
    else:
        yield from lines


def _collected(view: TableView) -> str:
    """Return the chips owed by a hand that was put back: it has called the finished rounds (S-142)."""
    undo = view.undo
    if not undo or undo.name != "unfold" or not undo.amount or view.floor:
        return ""
    return f"Collect {money(undo.amount)} from seat {undo.seat}."


def _offers(view: TableView) -> str:
    """Return the offer of another card: the upcard buys one, and its seat has not acted since (S-180)."""
    bought = view.game.bought if view.game else ""
    if not bought or view.floor or view.hand.stage not in ("opener", "betting"):
        return ""
    seats = [seat.seat for seat in view.seats if seat.offered is True]
    if not seats:
        return ""
    has = "has" if len(seats) == 1 else "have"
    return f"{as_sentence(seats_said(seats))} {has} a {bought} up: offer a card."


def _deal(view: TableView, lines: list[Line]) -> Iterator[Line]:
    if changed(view):
        game = game_name(present(view.game)).removeprefix("Limit ")
        for now, _ in lines:
            yield f"Change of game: {game}.", now
        yield f"Change of game: {game}.", "Shuffle, cut and deal."
        return
    for now, then in lines:
        yield now, _after(view, then)


def _after(view: TableView, then: str) -> str:
    """Return the kill with its limits (S-072), the marker of five-card draw (S-173), the wild cards (S-180), or
    the flop card that comes up with the hands.
    """
    kill = view.kill
    if kill and kill.on:
        limits = f"Kill {stakes_said(present(view.game))}"
        then = then or _killer(view, kill.seat)
        return f"{limits}: {then[0].lower()}{then[1:]}" if then else f"{limits}."
    if view.game and view.game.key == "five_card_draw" and not then:
        return "Marker on the stub."
    if view.step.facts.get("board"):
        return "Then burn one, one flop card up."
    return wild_cards_text(view) or then


def wild_cards_text(view: TableView) -> str:
    """Return the wild cards and what gets a card, such as "3s and 9s wild, a 4 up gets a card.", or "" (S-180)."""
    return WILD.get(view.game.key, "") if view.game else ""


def _killer(view: TableView, killer: int) -> str:
    """Return a blind that the killer posts anyway, which counts toward the kill (H-28)."""
    seat = view.seats[killer - 1]
    if not present(view.kill).post or not seat.front:
        return ""
    return f"Seat {killer} posts {money(seat.front)}."


def changed(view: TableView) -> bool:
    """Return whether the next hand is the first of another game of the rotation."""
    rotation = view.rotation
    fresh = rotation and not rotation.hands and view.hand.number > 1
    return bool(fresh and not view.hand.started)


def _announced(view: TableView) -> bool:
    """Return whether all have declared and no player has acted, so that the cards are dealt now (H-48)."""
    if view.step.kind != "opener" or not present(view.game).announced:
        return False
    return any(seat.stated for seat in view.seats)
