"""The near edge: FLOOR, the count row, the secondary row, UNDO and AWARD."""

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages import straddles
from dealer_ui.messages.bounty import left_text
from dealer_ui.messages.corrections import dropped_note
from dealer_ui.messages.discards import discard_caption
from dealer_ui.messages.inferred import rewrite_note
from dealer_ui.messages.tournament import HELD
from dealer_ui.screen import pots, stud, tournament
from dealer_ui.screen.keys import in_hand, key, may_go_all_in, opens, send
from dealer_ui.screen.model import Action, Caption, Key, Look
from dealer_ui.screen.seats import board_arg
from dealer_ui.streets import draws_first
from poker.view.model import AwardView, TableView, present

LOGGED = ("opener", "draw", "betting", "complete", "posts")


def count_row(view: TableView) -> list[Key]:
    """Return keys 2 to 9. Tables with ten seats have 10 above 9 in the last cell, because both are rare."""
    last = max(9, view.table.seats)
    return [_count(view, number) for number in range(2, last + 1)]


def _count(view: TableView, number: int) -> Key:
    count = view.count
    hand = view.hand
    name = f"{number} players still in"
    # Counts are not possible in a freeze, or before a correction's question is answered.
    shut = view.paused or not view.table.open or view.step.kind == "corrected"
    if tournament.is_held(view):
        return key(str(number), name, number=number, look="off", why=HELD)
    if hand.stage not in LOGGED or shut:
        return key(str(number), name, number=number, why=reasons.count_reason(view))
    thrown = sum(seat.discarded is True for seat in view.seats if seat.state == "in")
    if number < thrown:
        return key(str(number), name, number=number, why=reasons.under_discards_reason(thrown))
    opens_street = _opens(view)
    right = number == count.expected
    sub = messages.short_street(opens_street)
    if pots.deals_two_boards(view) and opens_street != "showdown":
        sub += "S"  # the street of both boards
    if right:
        name += f", opens {messages.the_street(opens_street)}"
    look = _count_look(view, number)
    lit = {"lit": count.expected} if count.expected > 1 else {}
    do = send("close_street", count=number, **lit)
    return key(str(number), name, sub=sub if right else "", look=look, do=do, number=number)


def _opens(view: TableView) -> str:
    """Return the street that the count opens, "draw" for one that begins with a draw."""
    return "draw" if draws_first(view, view.count.opens) else view.count.opens


def _count_look(view: TableView, number: int) -> Look:
    """Return the look: amber if no player owes an answer, until then a ring."""
    count = view.count
    if number == count.expected and view.step.facts.get("thrown"):
        return "expected"  # a late seat may be tapped first
    if number == count.expected:
        return "due" if count.ready or _is_round_over(view) else "expected"
    return "beyond" if number > count.still_in else "filled"


def _is_round_over(view: TableView) -> bool:
    return view.step.kind in ("discard", "street", "run_out", "shortage", "showdown")


def caption(view: TableView) -> Caption:
    """Return the caption of the count row; on the right the total of the pots, or the rule of the step."""
    if tournament.is_held(view):
        return Caption(text="No count while the table waits", note="")
    award = view.award
    if award and award.pots:
        total = messages.money_or_blank(award.total)
        note = f"Pots plus rake {total}" if total else "Pot not counted"
        if view.step.facts.get("count_pot"):
            note = "WINS works without the count"
        alone = view.step.facts.get("alone")
        text = "One player left" if alone else "Players still in · showdown"
        if view.step.facts.get("count_pot"):
            note = "WINS works without the count"
        return Caption(text=text, note=note)
    note, clause = _note(view)
    plan = view.draw.plan if view.draw else None
    if view.step.kind == "rebuild" and not (plan and plan.supervisor):
        note += ": you decide, FLOOR if disputed"
    if not view.table.open:
        return Caption(text="Players still in", note=note, clause=clause)
    if view.step.kind == "discard":
        text, note = discard_caption(view)
        return Caption(text=text, note=note)
    street = "" if view.paused else _opens(view)
    goes = f" · tap to go to {messages.the_street(street)}" if street else ""
    return Caption(text=f"Players still in{goes}", note=note, clause=clause)


def _note(view: TableView) -> tuple[str, str]:
    """Return the right side of the caption, and the clause shown by a tap if it is a rule."""
    other = _returned_chips(view) or rewrite_note(view.undo, view.money) or dropped_note(view.undo)
    if other:
        return other, ""
    if view.bounty and view.bounty.left:
        return left_text(view.bounty.left), ""
    if decided := stud.note(view):
        reason, rule = decided
        return reason, messages.rule_clause(rule)
    if pots := _pots_label(view):
        return pots, ""
    if view.straddling and view.straddling.offers:
        return straddles.caption(view.straddling.offers), ""
    return messages.rule_title(view.step.rule), messages.rule_clause(view.step.rule)


def _returned_chips(view: TableView) -> str:
    """Return, between hands, the chips bought in the last hand that exceed the buy-in limits (S-010, H-05)."""
    held = [(seat.seat, seat.held) for seat in view.seats if seat.held]
    if not held or view.hand.started:
        return ""
    if len(held) > 1:
        return "Return chips: " + ", ".join(messages.money(chips) for _, chips in held)
    ((seat, chips),) = held
    return f"Return {messages.money(chips)} to seat {seat}: buy-in limit"


def _pots_label(view: TableView) -> str:
    """Return the total of main and side pots of finished rounds; the felt shows each of them."""
    pots = view.money.pots
    return f"All pots {messages.money(sum(pot.amount for pot in pots))}" if pots else ""


def secondary(view: TableView) -> list[Key]:
    """Return ALL-IN, MISDEAL, KILL HAND and MORE, at the same position on every screen.

    During the deal, before the first tap, a misdeal or a foul is most likely. In a freeze only MORE is live; the others
    wait for the floor.
    """
    hand = view.hand
    waits = view.paused or tournament.is_held(view)
    running = (hand.started or hand.stage == "posts") and not waits
    all_in = not waits and any(may_go_all_in(seat) for seat in view.seats)
    misdeal = send("misdeal")
    if hand.confirm_misdeal:
        misdeal = opens(
            "confirm", of="misdeal", now=messages.misdeal_confirmation(present(hand.substantial))
        )
    kill = _arm("kill") if running else None
    why = reasons.running_reason(view)
    return [
        key(
            "ALL-IN",
            "All-in, then tap the seat",
            do=_arm("all_in") if all_in else None,
            why=reasons.all_in_key_reason(view),
        ),
        key("MISDEAL", "Misdeal, redeal", do=misdeal if running else None, why=why),
        key("KILL HAND", "Kill a hand, then tap the seat", do=kill, why=why),
        key("MORE", "More", do=opens("more")),
    ]


def _arm(what: str) -> Action:
    return opens("arm", of=what)


def undo(view: TableView) -> Key:
    """Return UNDO, whose label names what it takes back."""
    label = messages.undo_label(view.undo, view.opener)
    name = f"Undo: {label}" if view.undo else label
    do = send("undo") if view.undo else None
    why = reasons.NOTHING_TO_UNDO
    return key("UNDO", name, sub=label, look="filled", do=do, why=why, series=True)


def award(view: TableView) -> Key:
    """Return AWARD. It takes effect immediately if one seat is left; otherwise it waits for the winning seat."""
    award_view = view.award
    if view.paused:
        return key("AWARD", "Award, waiting for the floor", why=reasons.award_reason(view))
    if award_view and award_view.turn is not None:
        return _award_pot(award_view, award_view.turn, board_arg(view))
    live = in_hand(view)
    if not live or not view.table.open:
        return key("AWARD", "Award, no hand in progress", why=reasons.award_reason(view))
    if len(live) == 1:
        number = live[0].seat
        do = send("award", seats=[number])
        return key("AWARD", f"Award to seat {number}", sub=f"seat {number}", look="due", do=do)
    return key("AWARD", "Award, then tap the winner", look="filled", do=_arm("award"))


def _award_pot(award: AwardView, turn: int, board: dict[str, object]) -> Key:
    pots = award.pots
    pot = award.pots[turn]
    place = f"{turn + 1} of {len(pots)}" if len(pots) > 1 else ""
    contenders = [seat for seat in pot.seats if seat not in pot.out]
    if len(contenders) == 1 or (len(award.units) == 1 and not award.halves):
        seats = award.units[0]
        do = send("award", pot=pot.pot, seats=seats, **board)
        to = messages.seats_said(seats)
        name = f"Award {messages.money_or_blank(pot.amount) or 'the pot'} to {to}"
        return key("AWARD", name, sub=to, look="due", do=do)
    name = f"Award, pot {place}: tap the winner" if place else "Award: tap the winner"
    return key("AWARD", name, sub=place, look="set", why=reasons.TAP_WINNER)
