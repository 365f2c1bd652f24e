"""The raise pad of a seat: its range, its presets and the chips."""

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.screen.keys import in_hand, key
from dealer_ui.screen.model import Action, ChipKey, Key, Pad, PadRange
from poker.view.model import RaiseView, SeatView, TableView

CHIP_KEYS = 4
PRESETS = ("MIN", "½ POT", "POT")


def pad(view: TableView, seat: SeatView) -> Pad:
    money = view.money
    choice = seat.raises
    kind = choice.kind if choice else "raise" if money.match else "bet"
    verb = {"raise": "raises", "bet": "bets", "complete": "completes"}[kind]
    return Pad(
        seat=seat.seat,
        what=kind,
        title=f"Seat {seat.seat} {verb}" + {"raise": " to", "complete": " to"}.get(kind, ""),
        set={"raise": "RAISE TO", "complete": "COMPLETE TO"}.get(kind, "BET"),
        step=messages.pad_sentence(seat.seat, verb, _answering(view, seat.seat)),
        all_in_title=f"Seat {seat.seat} all-in for",
        all_in_step=messages.pad_sentence(seat.seat, "is all-in", ()),
        call=messages.money(seat.to_call),
        least=choice.min if choice else 0,
        most=choice.max if choice else None,
        range=_range(choice),
        match=money.match,
        to_call=seat.to_call,
        stack=_all(seat),
        presets=_presets(seat),
    )


def chips(view: TableView) -> list[ChipKey]:
    """Return the chip keys, smallest first, at most four, so that the cells keep their positions."""
    denominations = sorted(view.chips)[:CHIP_KEYS]
    return [
        ChipKey(
            value=chip,
            text=f"+{messages.plain(chip)}",
            name=messages.PAGE["chip"].format(amount=messages.money(chip)),
        )
        for chip in denominations
    ]


def _range(choice: RaiseView | None) -> PadRange | None:
    """Return the legal totals of a bet or raise; without a maximum if the stack is not counted and no limit applies."""
    if not choice:
        return None
    most = choice.max
    return PadRange(
        min=messages.money(choice.min),
        max="" if most is None else messages.money(most),
    )


def _all(seat: SeatView) -> int | None:
    """Return the total of an all-in if the stack is known."""
    stack = seat.stack
    return None if stack is None else stack + seat.front


def _answering(view: TableView, raiser: int) -> list[int]:
    """Return the seats that answer a raise: those with chips left, clockwise from the raiser."""
    able = [seat.seat for seat in in_hand(view) if not seat.all_in and seat.seat != raiser]
    return [s for s in able if s > raiser] + [s for s in able if s < raiser]


def _presets(seat: SeatView) -> list[Key]:
    """Return CALL or CHECK, MIN, half the pot, the pot and ALL-IN, one tap each."""
    choice = seat.raises
    totals = [choice.min, choice.half_pot, choice.pot] if choice else [None] * len(PRESETS)
    # If the limit makes them the same amount, they share one key.
    once = [None if total in totals[:i] else total for i, total in enumerate(totals)]
    keys = [_preset(text, total, seat.seat) for text, total in zip(PRESETS, once, strict=True)]
    return [_passive(seat), *keys, _all_in(seat)]


def _passive(seat: SeatView) -> Key:
    """Return CALL with the chips it takes, or CHECK."""
    if seat.can_check:
        return key("CHECK", f"CHECK seat {seat.seat}", look="filled", do=Action(what="check"))
    if not seat.can_call:
        why = reasons.nothing_to_call(seat.seat)
        return key("CALL", f"CALL seat {seat.seat}", look="filled", why=why)
    amount = messages.money(seat.to_call)
    name = f"CALL {amount}, seat {seat.seat}"
    return key("CALL", name, sub=amount, look="filled", do=Action(what="call"))


def _preset(text: str, total: int | None, seat: int) -> Key:
    amount = messages.money(total) if total else ""
    do = Action(total=total) if total else None
    why = reasons.preset_reason(text)
    return key(text, f"{text} {amount}, seat {seat}", sub=amount, look="filled", do=do, why=why)


def _all_in(seat: SeatView) -> Key:
    total = _all(seat)
    name = f"All-in seat {seat.seat}"
    if total is None:
        sub = messages.PAGE["count_it"]
        return key("ALL-IN", f"{name}, count it", sub=sub, look="filled", do=Action(all_in=True))
    amount = messages.money(total)
    choice = seat.raises
    # An all-in above the limit is not offered, because the rules refuse it.
    over = choice is not None and choice.all_in is None
    do = None if over else Action(all_in=True, total=total)
    why = reasons.over_limit_reason(amount)
    return key("ALL-IN", f"{name}, {amount}", sub=amount, look="filled", do=do, why=why)
