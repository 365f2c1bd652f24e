"""The seats: where each stands, and the keys of its pod in every mood of the screen."""

from typing import Any

from dealer_ui import words
from dealer_ui.screen.keys import Key, Look, View, in_hand, key, opens, send
from dealer_ui.screen.pad import pad

# Column and row of each slot, clockwise from the dealer's left. A slot never moves within a game.
_RING = ((0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2))
_LEFT_OUT: dict[int, set[tuple[int, int]]] = {
    9: set(),
    8: {(2, 0)},
    7: {(1, 0), (3, 0)},
    6: {(1, 0), (2, 0), (3, 0)},
    5: {(0, 2), (1, 0), (3, 0), (4, 2)},
    4: {(0, 2), (1, 0), (2, 0), (3, 0), (4, 2)},
    3: {(0, 2), (0, 0), (1, 0), (3, 0), (4, 0), (4, 2)},
    2: {(0, 2), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 2)},
}


def slots(count: int) -> list[str]:
    """Slot of each seat, "c0r2" style; the tenth seat stands beside the dealer, left of the stage."""
    if count == 10:
        places: tuple[tuple[int, int], ...] = ((1, 2), *_RING)
    else:
        places = tuple(place for place in _RING if place not in _LEFT_OUT[count])
    return [f"c{column}r{row}" for column, row in places]


def pods(view: View) -> list[dict[str, Any]]:
    """One pod for each seat of the table."""
    places = slots(view["table"]["seats"])
    return [_pod(view, seat, places[seat["seat"] - 1]) for seat in view["seats"]]


def _pod(view: View, seat: View, place: str) -> dict[str, Any]:
    return {
        "seat": seat["seat"],
        "place": place,
        "player": seat["name"] or "",
        "out": seat["state"] != "in",
        "calm": not view["hand"]["started"],
        "pills": _pills(view, seat),
        "front": words.money(seat["front"]) if seat["front"] else "",
        "shown": seat["shown"],
        "reading": seat["reading"] or "",
        "keys": _keys(view, seat),
        "who": words.seat_name(seat),
        "arms": _arms(seat),
        "first": _first(seat),
        "pad": pad(view, seat) if seat["state"] == "in" else None,
        "choices": _choices(view, seat),
    }


def _pills(view: View, seat: View) -> list[dict[str, str]]:
    pills = []
    first_round = view["hand"]["street"] in view["hand"]["streets"][:1]
    if seat["button"]:
        pills.append({"text": "D", "name": "button", "look": "button"})
    if seat["all_in"]:
        pills.append({"text": "ALL-IN", "name": "all-in", "look": "plain"})
    elif seat["blind"] and first_round and not seat["button"]:
        pills.append({"text": seat["blind"], "name": f"{seat['blind']} blind", "look": "plain"})
    return pills


def _keys(view: View, seat: View) -> list[Key]:
    if seat["state"] != "in":
        return [_whole(view, seat)]
    turn = _pot_in_turn(view)
    if turn is not None:
        return _award_keys(view, seat, turn)
    if seat["all_in"]:
        label = f"All-in seat {seat['seat']}"
        return [key("all-in", label, sub=_stack_in(seat), look="folded")]
    return [_fold(view, seat), _bet(view, seat)]


def _stack_in(seat: View) -> str:
    return words.money(seat["front"]) if seat["front"] else ""


def _whole(view: View, seat: View) -> Key:
    """A seat without cards: one key over both halves, and the tap that puts it right."""
    state, number = seat["state"], seat["seat"]
    text = words.entry_word(seat["entry"]) or words.state_word(state, short=True)
    if state == "folded":
        name = words.action_name("Put the hand back,", seat)
        return key(text, name, look="folded", do=send("unfold", seat=number))
    if state == "empty":
        name = words.action_name("Seat a player in", seat)
        return key(text, name, look="folded", do=opens("seat", seat=number))
    if state == "dead":
        return key(text, words.action_name("Killed,", seat), look="folded")
    do = opens("seat", seat=number)
    return key(text, words.action_name("Change", seat), look="folded", do=do)


def _fold(view: View, seat: View) -> Key:
    do = send("act", seat=seat["seat"], what="fold") if seat["can_fold"] else None
    return key("FOLD", words.action_name("Fold", seat), look=_mood(view, "live"), do=do)


def _bet(view: View, seat: View) -> Key:
    """BET or RAISE; what was bet last stands in cyan with a ▲."""
    choice, number = seat["raise"], seat["seat"]
    if _leads(view, seat):
        word = {"raised": "RAISED", "bet": "BET"}[seat["acted"]]
        name = words.action_name(word.capitalize(), seat)
        return key(word, name, look="set", up=True, do=_bet_do(view, seat))
    verb = str(choice["kind"] if choice else "raise" if view["money"]["match"] else "bet")
    if not choice:
        return key(verb.upper(), words.action_name(verb.capitalize(), seat), do=None)
    fixed = choice["min"] == choice["max"]
    amount = words.money(choice["min"]) + ("" if fixed else "+")
    to = f"to {words.money(choice['min'])}" if fixed else f"to {words.money(choice['min'])} or more"
    name = words.action_name(verb.capitalize(), seat, to)
    do = _bet_do(view, seat)
    return key(verb.upper(), name, sub=amount, look=_mood(view, "filled"), do=do, pad=number)


def _bet_do(view: View, seat: View) -> dict[str, Any] | None:
    choice = seat["raise"]
    if not choice:
        return None
    if choice["min"] == choice["max"]:
        return send("act", seat=seat["seat"], what=choice["kind"], to=choice["min"])
    return opens("pad", seat=seat["seat"])


def _leads(view: View, seat: View) -> bool:
    match = view["money"]["match"]
    return bool(seat["acted"] in ("bet", "raised") and match and seat["front"] == match)


def _mood(view: View, look: Look) -> Look:
    """Before the first act the pods step back, so that the eye lands on the next step."""
    return look if view["hand"]["started"] else "calm"


def _pot_in_turn(view: View) -> View | None:
    award = view["award"]
    if not award or award["turn"] is None:
        return None
    pot: View = award["pots"][award["turn"]]
    return pot


def _award_keys(view: View, seat: View, pot: View) -> list[Key]:
    number, split = seat["seat"], view["award"]["split"]
    contenders = [other for other in pot["seats"] if other not in pot["out"]]
    if number in pot["out"]:
        name = words.action_name("Kill the hand of", seat)
        return [key("kill hand", name, look="folded", strong=True)]
    if number not in contenders:
        return [key("not in this pot", words.action_name("Not in this pot,", seat), look="folded")]
    amount = words.money(pot["amount"])
    wins = key(
        "WINS",
        words.action_name("Award to", seat, amount),
        sub=amount,
        look="due" if view["award"]["best"] == [number] else "expected",
        do=send("award", pot=pot["pot"], seats=[number]),
    )
    if len(contenders) == 1:
        return [key("", "", do=None, hidden=True), wins]
    share = words.money(split[str(number)]) if len(contenders) == 2 and str(number) in split else ""
    do = opens("split", pot=pot["pot"], seat=number, contenders=contenders)
    name = words.action_name("Split with", seat, share or "choose who shares")
    return [key("SPLIT", name, sub=share, do=do), wins]


def _arms(seat: View) -> list[str]:
    """Which armed keys may fall on this seat."""
    arms = []
    if seat["state"] == "in":
        arms = ["kill", "call" if seat["to_call"] else "check", "award", "show"]
        arms += [] if seat["all_in"] else ["all_in"]
        arms += ["first_call"] if seat["can_call"] else []
        arms += ["first_raise"] if seat["raise"] else []
    if seat["state"] != "empty":
        arms += ["seat", "button", "straddle", "post"]
    return arms


def _first(seat: View) -> dict[str, Any] | None:
    """First in with a raise: the seats before it fold."""
    choice = seat["raise"]
    if not choice:
        return None
    if choice["min"] == choice["max"]:
        return send("first_in", seat=seat["seat"], what=choice["kind"], to=choice["min"])
    return opens("pad", seat=seat["seat"], first=True)


def _choices(view: View, seat: View) -> list[Key]:
    """The sheet of one seat."""
    number, state = seat["seat"], seat["state"]
    if state == "empty":
        return []
    stays = state in ("in", "folded", "dead", "sitting")
    into = {"wait": "Wait for big blind", "post": "Post now", "after_button": "After the button"}
    keys = (
        []
        if stays
        else [
            key(text, words.action_name(text, seat), do=send("sit_in", seat=number, choice=choice))
            for choice, text in into.items()
        ]
    )
    if state != "away":
        out = words.action_name("Sit out", seat)
        keys.append(key("Sit out", out, do=send("sit_out", seat=number)))
    chips = words.action_name("Add chips to", seat)
    keys.append(key("Add chips", chips, do=opens("amount", seat=number, of="chips")))
    leaves = opens("confirm", of="leave", seat=number, name=seat["name"])
    keys.append(key("Leave", words.action_name("Leave,", seat), do=leaves))
    return keys


def still_in(view: View) -> list[int]:
    """Seats with cards, clockwise from seat 1."""
    return [seat["seat"] for seat in in_hand(view)]
