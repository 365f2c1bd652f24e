"""The seats: their positions, and the keys of their pods in every state of the screen."""

from itertools import chain

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages.floor import bound_act_label
from dealer_ui.messages.inferred import inferred_pill, was_act
from dealer_ui.messages.pots import board_word
from dealer_ui.screen import (
    bounty,
    corrections,
    discards,
    draw,
    extra_card,
    pots,
    promotions,
    split_pot,
    straddles,
    stud,
    tournament,
)
from dealer_ui.screen.keys import key, may_go_all_in, opens, send
from dealer_ui.screen.model import Action, Key, Look, Pill, Pod
from dealer_ui.screen.pot_units import lost_to, unit_of
from dealer_ui.screen.raise_pad import pad
from dealer_ui.screen.sheets import choices
from dealer_ui.screen.slots import slots
from poker.currency import currency
from poker.view.model import AwardPotView, BoundView, SeatView, TableView, present

ALL_IN = "ALL-IN"
NARROW_TILES_FROM = 4  # cards of a hand that need narrow tiles
LOCKED_LENGTH = 14  # characters of a name or a reason that fit below "locked up"
# Labels for the act of the seat that bet last.
LAST_BET_LABELS = {"raised": "RAISED", "bet": "BET", "completed": "COMPLETED"}


def _kill_pills(view: TableView, seat: SeatView) -> list[Pill]:
    """Return the mark on the killer's seat during a kill hand, or on a seat with one leg of two (H-63)."""
    kill = view.kill
    if kill and kill.leg == seat.seat and not kill.on:
        return [Pill(text="L" if seat.button else "LEG", name="leg of the kill", look="kill")]
    if not kill or not kill.on or kill.seat != seat.seat:
        return []
    text = "K" if seat.button else "KILL"  # next to the button, the name needs the space
    return [Pill(text=text, name="kill button", look="kill")]


def pods(view: TableView) -> list[Pod]:
    positions = slots(view.table.seats)
    return [_pod(view, seat, positions[seat.seat - 1]) for seat in view.seats]


def _pod(view: TableView, seat: SeatView, place: str) -> Pod:
    number = seat.seat
    twice = unfolds_twice(view, seat)
    keys = _keys(view, seat)
    collected = keys[0].text == ALL_IN or pots.asks_for_runs(view)
    who = messages.seat_name(seat)
    return Pod(
        seat=number,
        place=place,
        player=seat.name or "",
        out=seat.state != "in",
        calm=not view.hand.started,
        pills=_pills(view, seat, shows_all_in=collected),
        front=messages.money(seat.front)
        if seat.front and not seat.inferred and not collected
        else "",
        shown=seat.shown or stud.upcards(seat),
        up=seat.up,
        tight=stud.is_stud(view) or len(seat.shown) >= NARROW_TILES_FROM,
        reading=seat.reading or "",
        keys=keys,
        who=who,
        arms=_accepted_arms(view, seat),
        again=messages.unfold_sentence(number, seat.unfold_owes) if twice else None,
        first=_first_in_action(seat),
        pad=pad(view, seat) if may_go_all_in(seat) else None,
        call_pot=_call_pot(seat),
        choices=choices(view, seat, who),
        alone=messages.left_alone(seat),
        conduct=None,
        row=bounty.row_key(view, seat)
        or straddles.row_key(view, seat)
        or corrections.row_key(view, seat, who),
        acts=corrections.act_rows(view, seat, who),
        struck=corrections.struck(view, seat),
    )


def _pills(view: TableView, seat: SeatView, *, shows_all_in: bool) -> list[Pill]:
    """Return the pills next to the name. shows_all_in: the key already shows all-in, so the pill is omitted."""
    pills = []
    if seat.button:
        pills.append(Pill(text="D", name="button", look="button"))
    if not seat.inferred:  # the pill of the inferred act takes the space
        pills += _posted(view, seat, shows_all_in=shows_all_in)
    pills += tournament.pills(view, seat)
    if seat.away and seat.state == "in":
        pills.append(Pill(text="OUT", name="sitting out next hand", look="plain"))
    if coming := seat.coming:
        name = f"{messages.money(coming)} added for the next hand"
        pills.append(Pill(text=f"+{currency().symbol}", name=name, look="plain"))
    missed = messages.missed_word(seat.missed)
    if missed and seat.state not in (
        "in",
        "away",
    ):  # A player who is dealt in has posted, and an absent player's key shows the state.
        pills.append(Pill(text="MB", name=missed, look="plain"))
    if seat.draws and not seat.shown:  # shown cards take the row
        pills.append(draw.pill(seat))
    held = [*corrections.held_pills(view, seat), *straddles.pills(view, seat)]
    pills += [*_shows(view, seat), *_tied(view, seat)]
    pills += bounty.pills(view, seat)
    pills += [*pots.collect_pills(view, seat), *pots.run_pills(view, seat)]
    return [*pills, *_kill_pills(view, seat), *stud.pills(view, seat), *_assumed(seat), *held]


def _shows(view: TableView, seat: SeatView) -> list[Pill]:
    """Return the pill with the seat's place in the order of showing, side pot first; the current one is amber."""
    groups = view.step.facts.get("show_by_pot") if view.step.kind == "showdown" else None
    if not groups or seat.seat not in view.step.seats or seat.shown:
        return []
    place = view.step.seats.index(seat.seat) + 1
    look = "first" if place == 1 else "plain"
    return [Pill(text=messages.ordinal(place), name=f"shows {messages.ordinal(place)}", look=look)]


def _tied(view: TableView, seat: SeatView) -> list[Pill]:
    """Return the pill that names the seats with an equal hand, by the award of an earlier pot."""
    if seat.state != "in" or _pot_in_turn(view) is None or present(view.award).halves:
        return []
    others = [
        other for other in unit_of(present(view.award).units, seat.seat) if other != seat.seat
    ]
    if not others:
        return []
    text = f"= {'+'.join(map(str, others))}"
    return [Pill(text=text, name=f"tied with {messages.seats_said(others)}", look="first")]


def _posted(view: TableView, seat: SeatView, *, shows_all_in: bool) -> list[Pill]:
    """Return the pill of an all-in, or of a blind in the first round."""
    first_round = view.hand.street in view.hand.streets[:1]
    if seat.all_in:
        return [] if shows_all_in else [Pill(text="ALL-IN", name="all-in", look="all-in")]
    if seat.blind and first_round and not seat.button:
        return [Pill(text=seat.blind, name=f"{seat.blind} blind", look="plain")]
    return []


def _assumed(seat: SeatView) -> list[Pill]:
    """Return the pill that asks whether an inferred act is right, instead of the chips in front."""
    if not seat.inferred:
        return []
    text, name = inferred_pill(seat.inferred, all_in=seat.all_in)
    return [Pill(text=text, name=name, look="inferred")]


def _keys(view: TableView, seat: SeatView) -> list[Key]:
    if waiting := promotions.seat_keys(view, seat):
        return waiting
    if tournament.is_held(view):
        busts = tournament.seat_keys(view, seat)
        return busts or [tournament.off(item) for item in _keys_in_play(view, seat)]
    return _keys_in_play(view, seat)


def _keys_in_play(view: TableView, seat: SeatView) -> list[Key]:
    if seat.state != "in":
        # The upcard of an absent player may bring it in (H-80).
        return (stud.seat_keys(view, seat) if seat.can_open else []) or [_single_key(view, seat)]
    turn = _pot_in_turn(view)
    if turn is not None:
        return _award_keys(view, seat, turn)
    if view.draw:
        return draw.pod_keys(view, seat, _fold_key(view, seat))
    if asked := _question_keys(view, seat):
        return asked
    if seat.all_in and not seat.inferred:
        label = f"All-in seat {seat.seat}"
        why = reasons.all_in_reason(seat.seat)
        stake = messages.money(seat.stake or seat.front)
        line = _pots_of(view, seat)
        return [key(ALL_IN, label, sub=stake, look="all-in", line=line, why=why)]
    if bound := seat.bound:
        return [_bound_act_key(seat, bound)]
    if seat.can_win:
        return [_fold_key(view, seat), _wins_key(seat)]
    return [_fold_key(view, seat), _bet_key(view, seat)]


def _question_keys(view: TableView, seat: SeatView) -> list[Key]:
    """Return the keys for a question to this seat, which replace its acts; [] without a question."""
    return (
        discards.seat_keys(view, seat)
        or extra_card.seat_keys(view, seat)
        or stud.seat_keys(view, seat)
        or pots.seat_keys(view, seat)
    )


def _wins_key(seat: SeatView) -> Key:
    """Return WINS of the last round if bets are not logged: no count is needed."""
    do = send("award", seats=[seat.seat])
    return key("WINS", messages.action_name("Award to", seat), look="filled", do=do)


def _bound_act_key(seat: SeatView, bound: BoundView) -> Key:
    """Return the only key of a seat with a binding early act under a ruling (H-32)."""
    text, verb = bound_act_label(bound)
    to = bound.to if bound.what in ("bet", "raise") else None
    sub = f"{messages.money(to)} stands" if to else "stands"
    name = messages.action_name(verb, seat)
    do = send("act", seat=seat.seat, what=bound.what, **({"to": to} if to else {}))
    return key(text, name, sub=sub, look="set", do=do)


def _pots_of(view: TableView, seat: SeatView) -> str:
    """Return the pots that an all-in seat plays for, such as "main pot only" or "main + side 1"."""
    pots = [seat.seat in pot.seats for pot in view.money.pots]
    if not any(pots):
        return ""
    last = max(index for index, plays in enumerate(pots) if plays)
    sides = len(pots) - 1
    return messages.pots_played(last, sides)


def _single_key(view: TableView, seat: SeatView) -> Key:
    """Return the key of a seat without cards: one key over both halves, with the tap that corrects it."""
    state = seat.state
    number = seat.seat
    text = messages.entry_word(seat.entry) or messages.state_word(state, short=True)
    if state == "folded":
        name = messages.action_name("Put the hand back,", seat)
        twice = opens("arm", of="unfold", seat=number) if unfolds_twice(view, seat) else None
        do = (twice or send("unfold", seat=number)) if seat.can_unfold else None
        was = was_act(seat.was)
        why = reasons.unfold_reason(view, number)
        return key(text, name, sub=was, look="folded", do=do, why=why, strong=bool(was))
    if state == "empty" and seat.lock:
        what = seat.lock.name or seat.lock.reason
        name = messages.action_name("Seat a player in", seat, f"locked up: {what}")
        short = (
            what if len(what) <= LOCKED_LENGTH else f"{what[: LOCKED_LENGTH - 1].rstrip()}\u2026"
        )
        return key("locked up", name, sub=short, look="folded", do=opens("seat", seat=number))
    if state == "empty":
        name = messages.action_name("Seat a player in", seat)
        return key(text, name, look="open", do=opens("seat", seat=number))
    if state == "dead" and (turn := _pot_in_turn(view)) and number in turn.out:
        return _beaten_key(view, seat)
    if state == "dead" and (gone := tournament.gone_key(view, seat)) is not None:
        return gone
    if state == "dead":
        name = messages.action_name("Dead hand,", seat)
        return key(text, name, look="folded", why=reasons.dead_reason(number))
    if view.hand.stage == "button" and state == "sitting":
        name = messages.action_name("Button is here,", seat)
        do = send("set_button", seat=number)
        return key("BUTTON\nIS HERE", name, look="filled", do=do, pip=True)
    do = opens("seat", seat=number)
    missed = messages.missed_word(seat.missed)
    return key(text, messages.action_name("Change", seat), sub=missed, look="folded", do=do)


def unfolds_twice(view: TableView, seat: SeatView) -> bool:
    """Return whether putting a hand back needs a second tap: it costs chips, or the showdown has begun."""
    late = view.hand.stage in ("showdown", "award")
    return bool(seat.can_unfold and (seat.unfold_owes or late))


def _fold_key(view: TableView, seat: SeatView) -> Key:
    do = send("act", seat=seat.seat, what="fold") if seat.can_fold else None
    name = messages.action_name("Fold", seat)
    look = _pod_look(view, seat, "live")
    return key("FOLD", name, look=look, do=do, why=reasons.fold_reason(view, seat))


def _bet_key(view: TableView, seat: SeatView) -> Key:
    """Return BET or RAISE; the last bet is cyan with a ▲."""
    choice = seat.raises
    number = seat.seat
    why = reasons.bet_reason(view, seat)
    if seat.acted and _is_last_bettor(view, seat):
        word = LAST_BET_LABELS[seat.acted]
        name = messages.action_name(word.capitalize(), seat)
        return key(word, name, look="set", up=True, do=_bet_action(view, seat), why=why)
    verb = str(choice.kind if choice else "raise" if view.money.match else "bet")
    text = "COMPLETE" if verb == "complete" else verb.upper()
    if not choice:
        return key(text, messages.action_name(verb.capitalize(), seat), why=why)
    fixed = choice.min == choice.max
    amount = messages.money(choice.min) + ("" if fixed else "+")
    to = f"to {messages.money(choice.min)}" if fixed else f"to {messages.money(choice.min)} or more"
    name = messages.action_name(verb.capitalize(), seat, to)
    do = _bet_action(view, seat)
    return key(text, name, sub=amount, look=_pod_look(view, seat, "filled"), do=do, pad=number)


def _bet_action(view: TableView, seat: SeatView) -> Action | None:
    choice = seat.raises
    if not choice:
        return None
    if choice.min == choice.max:
        return send("act", seat=seat.seat, what=choice.kind, to=choice.min)
    return opens("pad", seat=seat.seat)


def _is_last_bettor(view: TableView, seat: SeatView) -> bool:
    match = view.money.match
    return bool(seat.acted in LAST_BET_LABELS and match and seat.front == match)


def _pod_look(view: TableView, seat: SeatView, look: Look) -> Look:
    """Return the look of the pods: subdued before the first act and where an act is inferred, so that the next step
    stands out.
    """
    return look if view.hand.started and not seat.inferred else "calm"


def _wins_alone(view: TableView, seat: SeatView) -> bool:
    """Return whether AWARD and this seat award the pot to it alone; not if its hand tied in an earlier pot."""
    award = view.award
    if award is None or award.turn is None:
        return True
    return unit_of(award.units, seat.seat) == [seat.seat]


def _pot_in_turn(view: TableView) -> AwardPotView | None:
    award = view.award
    if not award or award.turn is None:
        return None
    return award.pots[award.turn]


def _award_keys(view: TableView, seat: SeatView, pot: AwardPotView) -> list[Key]:
    number = seat.seat
    contenders = [other for other in pot.seats if other not in pot.out]
    if number in pot.out:
        return [_beaten_key(view, seat)]
    if number not in contenders:
        name = messages.action_name("Not in this pot,", seat)
        why = reasons.other_pot_reason(number, contenders)
        if seat.all_in:
            line = _later_pots_of(view, number)
            return [key(ALL_IN, name, sub=_stake(seat), look="all-in", line=line, why=why)]
        return [key("not in this pot", name, look="folded", why=why)]
    if present(view.award).halves and len(contenders) > 1:
        return split_pot.keys(view, seat)
    units = present(view.award).units
    unit = unit_of(units, number)
    wins = _award_key(view, seat, pot, unit)
    if len(units) == 1:
        return [key("", "", hidden=True), wins]
    share = _share(view, list(chain(*units)), number) if len(units) == 2 else ""
    do = opens("split", pot=pot.pot, seat=number, units=units)
    name = messages.action_name("Split with", seat, share or "choose who splits")
    return [key("SPLIT", name, sub=share, do=do), wins]


def _award_key(view: TableView, seat: SeatView, pot: AwardPotView, unit: list[int]) -> Key:
    """Return WINS. Hands that tied in an earlier pot share one key, drawn at each of their seats (S-094)."""
    best = present(view.award).best
    look: Look = "due" if best and sorted(best) == sorted(unit) else "expected"
    do = send("award", pot=pot.pot, seats=unit, **board_arg(view))
    if len(unit) == 1:
        amount = messages.money_or_blank(pot.amount)
        name = messages.action_name("Award to", seat, amount)
        return key("WINS", name, sub=amount, look=look, do=do)
    share = _share(view, unit, seat.seat)
    name = messages.action_name(f"Award to {messages.seats_said(unit)},", seat, share)
    return key(messages.together_win(unit), name, sub=share, look=look, do=do)


def board_arg(view: TableView) -> dict[str, object]:
    """Return the board that an award names, so that a tap on an old screen awards no other; {} for one board."""
    pot = _pot_in_turn(view)
    return {"board": pot.board} if pot and view.board.more else {}


def _later_pots_of(view: TableView, number: int) -> str:
    """Return the pots that a seat plays for once the pots are built, such as "main pot only"."""
    pots = present(view.award).pots
    last = max((pot.pot for pot in pots if number in pot.seats), default=0)
    return messages.pots_played(last, len(pots) - 1)


def _stake(seat: SeatView) -> str:
    return messages.money(seat.stake or seat.front) if seat.stake or seat.front else ""


def _beaten_key(view: TableView, seat: SeatView) -> Key:
    """Return the key of a hand that lost an earlier pot, with the winners of that pot (S-181)."""
    name = messages.action_name("Cannot win,", seat)
    award = present(view.award)
    winners = lost_to(award, seat.seat)
    board = award.pots[award.turn].board + 1 if view.board.more and award.turn is not None else 0
    where = f"{board_word(view)} {board}" if board else ""
    why = reasons.beaten_reason(seat.seat, winners, where)
    line = messages.lost_to(winners, where)
    return key("cannot win", name, look="folded", strong=True, line=line, why=why)


def _share(view: TableView, seats: list[int], number: int) -> str:
    way = present(view.award).splits["+".join(map(str, sorted(seats)))]
    return messages.money_or_blank(way.shares[str(number)])


def _accepted_arms(view: TableView, seat: SeatView) -> list[str]:
    live = seat.state == "in"
    accepted = {
        "kill": live,
        "award": live and _wins_alone(view, seat),
        "show": live,
        "said": live,
        "post": live,
        "muck": live and view.may_muck,
        "call": live and seat.can_call,
        "check": live and seat.can_check,
        "all_in": live and may_go_all_in(seat),
        "first_call": live and seat.can_call,
        "first_raise": live and seat.raises,
        "seat": seat.state != "empty",
        "missed": bool(seat.choices) and seat.missed != "none",
        "chips": seat.state != "empty",
        "conduct": seat.state != "empty",
        "first": live and stud.may_name(view, seat.seat),
        "up": live and bool(seat.up),
        "buy": seat.can_buy,
        "thrown": seat.can_discard is True,
        "unfold": unfolds_twice(view, seat),
    }
    return [arm for arm, is_accepted in accepted.items() if is_accepted]


def _call_pot(seat: SeatView) -> Key | None:
    """Return a call of the pot only, next to a call of the full bet, after an agreement on any amount."""
    to = seat.call_pot
    if not to:
        return None
    name = messages.action_name("Call the pot only,", seat, f"{messages.money(to)} total")
    do = send("act", seat=seat.seat, what="call", to=to)
    return key("POT", name, sub=messages.money(to - seat.front), look="expected", do=do)


def _first_in_action(seat: SeatView) -> Action | None:
    """Return the action of a first-in raise: the seats before it fold."""
    choice = seat.raises
    if not choice:
        return None
    if choice.min == choice.max:
        what = "raise" if choice.kind == "complete" else choice.kind
        return send("first_in", seat=seat.seat, what=what, to=choice.min)
    return opens("pad", seat=seat.seat, first=True)
