"""The sheet of a seat's logged acts, and the answers for an act that no longer fits after a correction (S-012)."""

from dealer_ui import messages
from dealer_ui.messages import corrections as words
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import Action, ActRow, AnswersStage, Key, Pill
from poker.formatting import act_text
from poker.view.model import ActView, RaiseView, SeatView, TableView, present

SET_LIMITS = ("fixed", "split")  # limits in which the street sets the amount of a bet


def act_rows(view: TableView, seat: SeatView, who: str) -> list[ActRow]:
    """Return a seat's acts of this hand in order, each with its possible corrections.

    who: the seat's name in the names of the keys.
    """
    return [
        ActRow(
            number=number,
            round=words.round_name(view.hand.streets[act.street]),
            text=act_text(act.what, act.to) + ("?" if act.inferred else ""),
            later=words.later_acts(view.acts[number + 1 :]),
            keys=_keys(view, seat, number, act, who),
        )
        for number, act in enumerate(view.acts)
        if act.seat == seat.seat
    ]


def row_key(view: TableView, seat: SeatView, who: str) -> Key | None:
    """Return the key over a seat's name and chips: it opens the acts during a hand, otherwise the seat's sheet."""
    number = seat.seat
    if any(act.seat == number for act in view.acts):
        name = f"Correct an act of {who}"
        return key("", name, do=opens("acts", seat=number))
    if seat.state == "empty":
        return None
    return key("", f"Open the sheet of {who}", do=opens("seat", seat=number))


def struck(view: TableView, seat: SeatView) -> str:
    """Return the act of this seat that the last tap corrected."""
    act = view.undo.replaced if view.undo else None
    return words.replaced_text(act) if act is not None and act.seat == seat.seat else ""


def held_pills(view: TableView, seat: SeatView) -> list[Pill]:
    """Return the pill of an act that is decided again after the question is answered."""
    acts = [what for number, what in view.step.facts.get("held", []) if number == seat.seat]
    return [Pill(text=f"{what}?", name=f"{what}, logged", look="inferred") for what in acts[:1]]


def _keys(view: TableView, seat: SeatView, number: int, act: ActView, who: str) -> list[Key]:
    return [
        _fold(number, act, who),
        _passive(number, act, who),
        _all_in(seat, number, act, who),
        _amount(view, number, act, who),
    ]


def _correct(number: int, act: ActView, what: str, **more: int) -> Action:
    return send("correct_act", number=number, seat=act.seat, was=act.what, what=what, **more)


def _fold(number: int, act: ActView, who: str) -> Key:
    do = None if act.what == "fold" else _correct(number, act, "fold")
    name = f"It was a fold, {who}"
    return key("FOLD", name, do=do, look="filled", why=words.SAME_ACT)


def _passive(number: int, act: ActView, who: str) -> Key:
    """Return CHECK or CALL, whichever was possible. The same tap confirms an inferred act."""
    what = "call" if act.match > act.front else "check"
    sub = messages.money(act.match) if what == "call" else ""
    do = _correct(number, act, what) if act.what != what or act.inferred else None
    name = f"It was a {what}, {who}"
    return key(what.upper(), name, sub=sub, do=do, look="filled", why=words.SAME_ACT)


def _all_in(seat: SeatView, number: int, act: ActView, who: str) -> Key:
    """Return ALL-IN for the chips in front if the stack is not counted; a counted stack determines the amount."""
    name = f"It was all-in, {who}"
    if seat.stack is not None:
        do = _correct(number, act, "all_in") if act.what != "all_in" else None
        return key("ALL-IN", name, do=do, look="filled", why=words.SAME_ACT)
    total = act.to or act.front
    if not total or act.what == "all_in":
        return key("ALL-IN", name, sub="count it", do=_opens_amount(number, act), look="filled")
    do = _correct(number, act, "all_in", to=total)
    return key("ALL-IN", name, sub=messages.money(total), do=do, look="filled")


def _amount(view: TableView, number: int, act: ActView, who: str) -> Key:
    """Return AMOUNT, or in limit games the bet of the street."""
    name = f"It was another amount, {who}"
    if present(view.game).limit not in SET_LIMITS:
        return key("AMOUNT", name, do=_opens_amount(number, act), look="filled")
    what = "raise" if act.match else "bet"
    do = None if act.what in ("raise", "bet", "complete") else _correct(number, act, what)
    name = f"It was a {what}, {who}"
    return key(what.upper(), name, do=do, look="filled", why=words.SAME_ACT)


def _opens_amount(number: int, act: ActView) -> Action:
    return opens(
        "amount",
        seat=act.seat,
        of="correct",
        act={"number": number, "was": act.what, "match": act.match},
    )


def answers(view: TableView) -> AnswersStage | None:
    """Return the answers for the seat whose act no longer fits, likely ones first."""
    if view.step.kind != "corrected":
        return None
    number = view.step.seats[0]
    seat = next(item for item in view.seats if item.seat == number)
    keys = [*_passive_answer(seat), *_raises(seat), _fold_answer(seat), *_stands(view, seat)]
    least = _least(seat.raises)
    return AnswersStage(title=f"Seat {number}: what did it do?", keys=keys, note=least)


def _least(choice: RaiseView | None) -> str:
    if choice is None:
        return "No raise is possible here."
    return f"The minimum is {messages.money(choice.min)}."


def _passive_answer(seat: SeatView) -> list[Key]:
    if seat.can_call:
        amount = messages.money(seat.front + seat.to_call)
        name = messages.action_name("Call,", seat, amount)
        return [
            key("CALL", name, sub=amount, do=send("act", seat=seat.seat, what="call"), look="due")
        ]
    if seat.can_check:
        name = messages.action_name("Check,", seat)
        return [key("CHECK", name, do=send("act", seat=seat.seat, what="check"), look="due")]
    return []


def _raises(seat: SeatView) -> list[Key]:
    choice = seat.raises
    if choice is None:
        return []
    amount = messages.money(choice.min)
    name = messages.action_name(choice.kind.capitalize(), seat, amount)
    do = send("act", seat=seat.seat, what=choice.kind, to=choice.min)
    least = key(choice.kind.upper(), name, sub=amount, do=do, look="expected")
    if choice.min == choice.max:
        return [least]
    other = messages.action_name("Another amount,", seat)
    return [least, key("AMOUNT", other, do=opens("pad", seat=seat.seat), look="expected")]


def _fold_answer(seat: SeatView) -> Key:
    name = messages.action_name("Fold", seat)
    return key("FOLD", name, do=send("act", seat=seat.seat, what="fold"), look="live")


def _stands(view: TableView, seat: SeatView) -> list[Key]:
    """Return the key by which a supervisor accepts an amount outside the limits."""
    to = view.step.amount
    if not to or view.step.facts["act"] not in ("bet", "raise"):
        return []
    amount = messages.money(to)
    name = messages.action_name(f"{amount} stands,", seat)
    do = send("act", seat=seat.seat, what=view.step.facts["act"], to=to, stood=True)
    return [key("STANDS", name, sub=amount, do=do, look="live", supervised=True)]
