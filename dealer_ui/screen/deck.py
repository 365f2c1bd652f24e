"""The near edge: FLOOR, the count row, the secondary row, UNDO and AWARD."""

from typing import Any

from dealer_ui import words
from dealer_ui.screen import stud
from dealer_ui.screen.keys import Key, Look, View, in_hand, key, may_go_all_in, opens, send

LOGGED = ("opener", "draw", "betting", "complete", "posts")
NOTE = 46  # letters that stand beside the longest caption


def count_row(view: View) -> list[Key]:
    """Keys 2 to 9; ten-handed tables put 10 above 9 in the last cell (both are rare)."""
    last = max(9, view["table"]["seats"])
    return [_count(view, number) for number in range(2, last + 1)]


def _count(view: View, number: int) -> Key:
    count, hand = view["count"], view["hand"]
    name = f"{number} players still in"
    shut = view["paused"] or not view["table"]["open"]  # nothing is counted in a freeze
    if not count or hand["stage"] not in LOGGED or shut:
        return key(str(number), name, number=number)
    opens_street = count["opens"]
    right = number == count["expected"]
    sub = words.short_street(opens_street)
    if right:
        name += f", opens {words.the_street(opens_street)}"
    look = _count_look(view, number)
    lit = {"lit": count["expected"]} if count["expected"] > 1 else {}
    do = send("close_street", count=number, **lit)
    return key(str(number), name, sub=sub if right else "", look=look, do=do, number=number)


def _count_look(view: View, number: int) -> Look:
    """Amber only when nobody owes an answer; a ring until then."""
    count = view["count"]
    if number == count["expected"]:
        return "due" if count["ready"] or _nobody_owes(view) else "expected"
    return "beyond" if number > count["in"] else "filled"


def _nobody_owes(view: View) -> bool:
    return view["step"]["kind"] in ("street", "run_out", "shortage", "showdown")


def caption(view: View) -> dict[str, str]:
    """What the count row does; on the right the sum of the pots, or the rule of the step."""
    count, award = view["count"], view["award"]
    if award and award["pots"]:
        total = words.counted(award["total"])
        note = f"All pots and rake {total}" if total else "Pot not counted"
        alone = view["step"]["facts"].get("alone")
        text = "One player left" if alone else "Players still in · showdown"
        return {"text": text, "note": note}
    note = (
        _going_back(view)
        or _pots_lying(view)
        or stud.note(view)
        or words.citation(view["step"]["rule"])
    )
    if not count or not view["table"]["open"]:
        return {"text": "Players still in", "note": note}
    street = "" if view["paused"] else count["opens"]
    goes = f" · one tap opens {words.the_street(street)}" if street else ""
    return {"text": f"Players still in{goes}", "note": note}


def _going_back(view: View) -> str:
    """Between hands, chips bought in the last one that the plaque's bounds do not let in (S-010, H-05)."""
    held = [(seat["seat"], seat.get("held")) for seat in view["seats"] if seat.get("held")]
    if not held or view["hand"]["started"]:
        return ""
    if len(held) > 1:
        return "Bought chips go back: " + ", ".join(words.money(chips) for _, chips in held)
    ((seat, chips),) = held
    return f"{words.money(chips)} bought goes back to seat {seat}"


def _pots_lying(view: View) -> str:
    """Main and side pots of the rounds that are over, once there is a side pot; of many, the sum of the sides."""
    pots = view["money"]["pots"]
    sides = len(pots) - 1
    told = [
        f"{words.pot_name(i, sides)} {words.money(pot['amount'])}" for i, pot in enumerate(pots)
    ]
    text = " · ".join(told)
    if len(text) <= NOTE:
        return text
    return f"{told[0]} · {sides} side pots {words.money(sum(pot['amount'] for pot in pots[1:]))}"


def secondary(view: View) -> list[Key]:
    """ALL-IN, MISDEAL, KILL HAND, MORE: one box each on every screen.

    A hand that is being dealt has had no tap yet, and a misdeal or a foul is most likely then. In a freeze only MORE
    is left: the others wait for the floor.
    """
    hand, waits = view["hand"], view["paused"]
    running = (hand["started"] or hand["stage"] == "posts") and not waits
    all_in = not waits and any(may_go_all_in(seat) for seat in view["seats"])
    misdeal = send("misdeal")
    if hand["confirm_misdeal"]:
        misdeal = opens("confirm", of="misdeal", now=words.misdeal_asked(hand["substantial"]))
    return [
        key("ALL-IN", "All-in, then tap the seat", do=_arm("all_in") if all_in else None),
        key("MISDEAL", "Misdeal, the hand is dealt again", do=misdeal if running else None),
        key("KILL HAND", "Kill a hand, then tap the seat", do=_arm("kill") if running else None),
        key("MORE", "More", do=opens("more")),
    ]


def _arm(what: str) -> dict[str, Any]:
    return opens("arm", of=what)


def undo(view: View) -> Key:
    """UNDO names what it takes back."""
    label = words.undo_label(view["undo"], view["opener"])
    name = f"Undo: {label}" if view["undo"] else label
    return key("UNDO", name, sub=label, look="filled", do=send("undo") if view["undo"] else None)


def award(view: View) -> Key:
    """Awards at once when one seat is left, otherwise waits for the seat that wins."""
    told = view["award"]
    if view["paused"]:
        return key("AWARD", "Award, waits for the floor")
    if told and told["turn"] is not None:
        return _award_pot(told)
    live = in_hand(view)
    if not live or not view["table"]["open"]:
        return key("AWARD", "Award, no hand is running")
    if len(live) == 1:
        number = live[0]["seat"]
        do = send("award", seats=[number])
        return key("AWARD", f"Award to seat {number}", sub=f"seat {number}", look="due", do=do)
    return key("AWARD", "Award, then tap the winner", look="filled", do=_arm("award"))


def _award_pot(told: View) -> Key:
    turn, pots = told["turn"], told["pots"]
    pot = pots[turn]
    contenders = [seat for seat in pot["seats"] if seat not in pot["out"]]
    place = f"{turn + 1} of {len(pots)}" if len(pots) > 1 else ""
    if len(contenders) == 1:
        number = contenders[0]
        do = send("award", pot=pot["pot"], seats=[number])
        name = f"Award {words.counted(pot['amount']) or 'the pot'} to seat {number}"
        return key("AWARD", name, sub=f"seat {number}", look="due", do=do)
    name = f"Award, pot {place}: tap the winner" if place else "Award: tap the winner"
    return key("AWARD", name, sub=place, look="set")
