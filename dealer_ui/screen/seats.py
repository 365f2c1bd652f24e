"""The seats: where each stands, and the keys of its pod in every mood of the screen."""

from typing import Any

from dealer_ui import words
from dealer_ui.screen import draw, halves, kill, stud
from dealer_ui.screen.keys import Key, Look, View, key, may_go_all_in, opens, send
from dealer_ui.screen.pad import pad
from dealer_ui.screen.sheets import choices
from dealer_ui.screen.slots import slots
from dealer_ui.words.floor import bound_words

ALL_IN = "all-in"
TIGHT = 4  # cards of a hand that stand on narrow tiles
LOCKED = 14  # letters of a name or a reason that fit below "locked up"
# What the seat that bet last did, as its key says it.
LED = {"raised": "RAISED", "bet": "BET", "completed": "FULL"}


def pods(view: View) -> list[dict[str, Any]]:
    """One pod for each seat of the table."""
    places = slots(view["table"]["seats"])
    return [_pod(view, seat, places[seat["seat"] - 1]) for seat in view["seats"]]


def _pod(view: View, seat: View, place: str) -> dict[str, Any]:
    number, twice = seat["seat"], unfolds_twice(view, seat)
    keys = _keys(view, seat)
    return {
        "seat": number,
        "place": place,
        "player": seat["name"] or "",
        "out": seat["state"] != "in",
        "calm": not view["hand"]["started"],
        "pills": _pills(view, seat, said=keys[0]["text"] == ALL_IN),
        "front": words.money(seat["front"]) if seat["front"] else "",
        "shown": seat["shown"] or stud.upcards(seat),
        "up": seat["up"],
        "tight": stud.is_stud(view) or len(seat["shown"]) >= TIGHT,
        "reading": seat["reading"] or "",
        "keys": keys,
        "who": words.seat_name(seat),
        "arms": _arms(view, seat),
        "again": words.unfold_sentence(number, seat["unfold_owes"]) if twice else None,
        "first": _first(seat),
        "pad": pad(view, seat) if may_go_all_in(seat) else None,
        "call_pot": _call_pot(seat),
        "choices": choices(view, seat),
        "alone": words.left_alone(seat),
    }


def _pills(view: View, seat: View, *, said: bool) -> list[dict[str, str]]:
    """The chips beside the name; `said`: that the seat is all-in stands on its key, and the name has its room."""
    pills = []
    first_round = view["hand"]["street"] in view["hand"]["streets"][:1]
    if seat["button"]:
        pills.append({"text": "D", "name": "button", "look": "button"})
    if seat["all_in"]:  # three letters: a longer chip leaves no room for the name
        pills += [] if said else [{"text": "ALL", "name": "all-in", "look": "plain"}]
    elif seat["blind"] and first_round and not seat["button"]:
        pills.append({"text": seat["blind"], "name": f"{seat['blind']} blind", "look": "plain"})
    if seat["away"] and seat["state"] == "in":
        pills.append({"text": "OUT", "name": "sits out the next hand", "look": "plain"})
    if coming := seat.get("coming"):
        name = f"{words.money(coming)} bought for the next hand"
        pills.append({"text": "+$", "name": name, "look": "plain"})
    if missed := words.missed_word(seat["missed"]):
        pills.append({"text": "MB", "name": missed, "look": "plain"})
    if seat["draws"] and not seat["shown"]:  # shown cards take the row
        pills.append(draw.pill(seat))
    return pills + kill.pills(view, seat) + stud.pills(view, seat)


def _keys(view: View, seat: View) -> list[Key]:
    if seat["state"] != "in":
        return [_whole(view, seat)]
    turn = _pot_in_turn(view)
    if turn is not None:
        return _award_keys(view, seat, turn)
    if view["draw"]:
        return draw.pod_keys(view, seat, _fold(view, seat))
    if opening := stud.seat_keys(view, seat):
        return opening
    if seat["all_in"]:
        label = f"All-in seat {seat['seat']}"
        return [key(ALL_IN, label, sub=_stack_in(seat), look="folded")]
    if bound := seat.get("bound"):
        return [_as_bound(seat, bound)]
    return [_fold(view, seat), _bet(view, seat)]


def _as_bound(seat: View, bound: View) -> Key:
    """By a ruling an early act stands: the seat has this one key (H-32)."""
    text, verb = bound_words(bound)
    to = bound["to"] if bound["what"] in ("bet", "raise") else None
    sub = f"{words.money(to)} stands" if to else "stands"
    name = words.action_name(verb, seat)
    do = send("act", seat=seat["seat"], what=bound["what"], **({"to": to} if to else {}))
    return key(text, name, sub=sub, look="set", do=do)


def _stack_in(seat: View) -> str:
    return words.money(seat["front"]) if seat["front"] else ""


def _whole(view: View, seat: View) -> Key:
    """A seat without cards: one key over both halves, and the tap that puts it right."""
    state, number = seat["state"], seat["seat"]
    text = words.entry_word(seat["entry"]) or words.state_word(state, short=True)
    if state == "folded":
        name = words.action_name("Put the hand back,", seat)
        twice = opens("arm", of="unfold", seat=number) if unfolds_twice(view, seat) else None
        do = (twice or send("unfold", seat=number)) if seat["can_unfold"] else None
        return key(text, name, look="folded", do=do)
    if state == "empty" and seat.get("lock"):
        what = seat["lock"]["name"] or seat["lock"]["reason"]
        name = words.action_name("Seat a player in", seat, f"locked up: {what}")
        short = what if len(what) <= LOCKED else f"{what[: LOCKED - 1].rstrip()}\u2026"
        return key("locked up", name, sub=short, look="folded", do=opens("seat", seat=number))
    if state == "empty":
        name = words.action_name("Seat a player in", seat)
        return key(text, name, look="folded", do=opens("seat", seat=number))
    if state == "dead":
        return key(text, words.action_name("Killed,", seat), look="folded")
    do, missed = opens("seat", seat=number), words.missed_word(seat["missed"])
    return key(text, words.action_name("Change", seat), sub=missed, look="folded", do=do)


def unfolds_twice(view: View, seat: View) -> bool:
    """Whether a hand is put back by a second tap only: where it costs chips, or comes into the showdown."""
    late = view["hand"]["stage"] in ("showdown", "award")
    return bool(seat["can_unfold"] and (seat["unfold_owes"] or late))


def _fold(view: View, seat: View) -> Key:
    do = send("act", seat=seat["seat"], what="fold") if seat["can_fold"] else None
    return key("FOLD", words.action_name("Fold", seat), look=_mood(view, "live"), do=do)


def _bet(view: View, seat: View) -> Key:
    """BET or RAISE; what was bet last stands in cyan with a ▲."""
    choice, number = seat["raise"], seat["seat"]
    if _leads(view, seat):
        word = LED[seat["acted"]]
        name = words.action_name(word.capitalize(), seat)
        return key(word, name, look="set", up=True, do=_bet_do(view, seat))
    verb = str(choice["kind"] if choice else "raise" if view["money"]["match"] else "bet")
    text = "FULL" if verb == "complete" else verb.upper()
    if not choice:
        return key(text, words.action_name(verb.capitalize(), seat), do=None)
    fixed = choice["min"] == choice["max"]
    amount = words.money(choice["min"]) + ("" if fixed else "+")
    to = f"to {words.money(choice['min'])}" if fixed else f"to {words.money(choice['min'])} or more"
    name = words.action_name(verb.capitalize(), seat, to)
    do = _bet_do(view, seat)
    return key(text, name, sub=amount, look=_mood(view, "filled"), do=do, pad=number)


def _bet_do(view: View, seat: View) -> dict[str, Any] | None:
    choice = seat["raise"]
    if not choice:
        return None
    if choice["min"] == choice["max"]:
        return send("act", seat=seat["seat"], what=choice["kind"], to=choice["min"])
    return opens("pad", seat=seat["seat"])


def _leads(view: View, seat: View) -> bool:
    match = view["money"]["match"]
    return bool(seat["acted"] in LED and match and seat["front"] == match)


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
    number = seat["seat"]
    contenders = [other for other in pot["seats"] if other not in pot["out"]]
    if number in pot["out"]:
        name = words.action_name("Kill the hand of", seat)
        return [key("kill hand", name, look="folded", strong=True)]
    if number not in contenders:
        return [key("not in this pot", words.action_name("Not in this pot,", seat), look="folded")]
    amount = words.counted(pot["amount"])
    wins = key(
        "WINS",
        words.action_name("Award to", seat, amount),
        sub=amount,
        look="due" if view["award"]["best"] == [number] else "expected",
        do=send("award", pot=pot["pot"], seats=[number]),
    )
    if len(contenders) == 1:
        return [key("", "", do=None, hidden=True), wins]
    if view["award"]["halves"]:
        return halves.keys(view, seat)
    share = _half(view, contenders, number)
    do = opens("split", pot=pot["pot"], seat=number, contenders=contenders)
    name = words.action_name("Split with", seat, share or "choose who shares")
    return [key("SPLIT", name, sub=share, do=do), wins]


def _half(view: View, contenders: list[int], number: int) -> str:
    """What a seat gets of a pot that only two contest; of more, the stage tells it when they are chosen."""
    if len(contenders) != 2:
        return ""
    way = view["award"]["splits"]["+".join(map(str, sorted(contenders)))]
    return words.counted(way["shares"][str(number)])


def _arms(view: View, seat: View) -> list[str]:
    """Which armed keys may fall on this seat."""
    live = seat["state"] == "in"
    able = {
        "kill": live,
        "award": live,
        "show": live,
        "said": live,
        "post": live,
        "muck": live and view["may_muck"],
        "call": live and seat["can_call"],
        "check": live and seat["can_check"],
        "all_in": live and may_go_all_in(seat),
        "first_call": live and seat["can_call"],
        "first_raise": live and seat["raise"],
        "seat": seat["state"] != "empty",
        "conduct": seat["state"] != "empty",
        "first": live and stud.may_name(view, seat["seat"]),
        "up": live and bool(seat["up"]),
        "buy": seat["can_buy"],
        "unfold": unfolds_twice(view, seat),
    }
    return [arm for arm, falls in able.items() if falls]


def _call_pot(seat: View) -> Key | None:
    """After an agreement on any amount, the call of the pot alone beside the call of the whole bet."""
    to = seat["call_pot"]
    if not to:
        return None
    name = words.action_name("Call only the pot,", seat, f"{words.money(to)} in all")
    do = send("act", seat=seat["seat"], what="call", to=to)
    return key("POT", name, sub=words.money(to - seat["front"]), look="expected", do=do)


def _first(seat: View) -> dict[str, Any] | None:
    """First in with a raise: the seats before it fold."""
    choice = seat["raise"]
    if not choice:
        return None
    if choice["min"] == choice["max"]:
        what = "raise" if choice["kind"] == "complete" else choice["kind"]
        return send("first_in", seat=seat["seat"], what=what, to=choice["min"])
    return opens("pad", seat=seat["seat"], first=True)
