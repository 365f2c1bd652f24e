"""Apply posts, acts and the opening of a betting round to the hand in progress."""

from msgspec.structs import replace

from poker import events as e
from poker.cards import UNKNOWN
from poker.events import Event
from poker.handlers import HandStep
from poker.state import Hand, LastAct, LoggedAct, Participant, Round, TurnClock
from poker.turn import can_bet, next_due


def put(parts: tuple[Participant, ...], i: int, part: Participant) -> tuple[Participant, ...]:
    changed = list(parts)
    changed[i] = part
    return tuple(changed)


def _acted(
    hand: Hand, seat: int, what: str, *, to: int = 0, chips: bool = False, inferred: bool = False
) -> dict[str, object]:
    """Return what an act in turn changes besides its seat's part and the round.

    Those are the log, the seat's clock, the counts behind substantial action (S-120): acts and acting seats, in total
    and with chips, and the out-of-turn acts that are still binding (H-32).
    """
    changes = _logged(hand, seat, what, to=to, inferred=inferred)
    changes["acts"] = hand.acts + 1
    if seat not in hand.actors:
        changes["actors"] = (*hand.actors, seat)
    if chips:
        changes["chip_acts"] = hand.chip_acts + 1
        if seat not in hand.chip_actors:
            changes["chip_actors"] = (*hand.chip_actors, seat)
    if hand.bound:
        changes["bound"] = tuple(act for act in hand.bound if act.seat != seat)
    return changes


def _logged(
    hand: Hand, seat: int, what: str, *, to: int = 0, inferred: bool = False
) -> dict[str, object]:
    """Return the changes that add an act to the hand's log; the act stops its seat's clock."""
    act = LoggedAct(seat, hand.street, what, to, inferred)
    changes: dict[str, object] = {"log": (*hand.log, act)}
    if hand.clock is not None and hand.clock.seat == seat:
        changes["clock"] = None
    return changes


def without_last_act(log: tuple[LoggedAct, ...], seat: int) -> tuple[LoggedAct, ...]:
    last = max((i for i, act in enumerate(log) if act.seat == seat), default=-1)
    return log if last < 0 else (*log[:last], *log[last + 1 :])


def after_act(
    hand: Hand, parts: tuple[Participant, ...], turn: Round, i: int, **changes: object
) -> Hand:
    """Return the hand after the participant at index `i` acted: the turn moves on or the round is complete.

    Before the round opens (on the draw, or while stud's opener is unknown) only folds get here.
    """
    if hand.stage in ("draw", "opener"):
        over = one_left(parts)
        return replace(hand, parts=parts, stage="award" if over else hand.stage, **changes)
    due = next_due(parts, turn.level, i, turn.last)
    stage = "betting" if due >= 0 else "complete"
    if due < 0 and one_left(parts):
        stage = "award"
    return replace(hand, parts=parts, round=replace(turn, due=due), stage=stage, **changes)


def before_first(hand: Hand) -> int:
    """Return the index before the first seat to act: the last bettor's, or the last to post (S-078, S-084)."""
    if hand.round.bettor:
        return hand.index(hand.round.bettor)
    if hand.opener:
        return hand.index(hand.opener) - (not hand.round.bring_in)
    if hand.street or hand.opening is None or hand.opening.due < 0:
        return len(hand.parts) - 1
    return hand.opening.due - 1


def one_left(parts: tuple[Participant, ...]) -> bool:
    return sum(1 for part in parts if part.life == "in") == 1


def _ante(hand: Hand, event: e.AntePosted) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    paid = replace(
        part,
        total=part.total + (0 if event.dead else event.amount),
        dead=part.dead + (event.amount if event.dead else 0),
        stack=None if part.stack is None else part.stack - event.amount,
        all_in=part.all_in or event.all_in,
    )
    return replace(hand, parts=put(hand.parts, i, paid))


def _sleeper_placed(hand: Hand, event: e.SleeperPlaced) -> Hand:
    return replace(hand, sleeper=(event.seat, event.amount))


def _sleeper_reached(hand: Hand, event: e.SleeperReached) -> Hand:
    """Apply a sleeper's turn. If it is live its chips were posted before; the seat keeps its option."""
    hand = replace(hand, sleeper=None)
    if not event.live:
        return hand
    level = hand.parts[hand.index(event.seat)].committed
    turn = replace(
        hand.round,
        level=level,
        full_level=level,
        increment=event.increment,
        raises=hand.round.raises + 1,
        due=hand.index(event.due) if event.due else -1,
    )
    return replace(hand, round=turn, stage="betting" if event.due else "complete")


def _hole_cards(hand: Hand, event: e.HoleCardsDealt) -> Hand:
    parts = tuple(
        replace(
            part,
            cards=part.cards + event.each,
            up=(UNKNOWN,) * event.up,
            posted=part.committed,
            forced=part.total,
        )
        if part.seat in event.order
        else part
        for part in hand.parts
    )
    dealt = event.each * len(event.order)
    return replace(hand, parts=parts, ledger=hand.ledger.move("stub", "hands", dealt))


def _betting_opened(hand: Hand, event: e.BettingOpened) -> Hand:
    parts = hand.parts
    for seat in event.closed:
        i = hand.index(seat)
        parts = put(parts, i, replace(parts[i], level=event.level))
    due = hand.index(event.due) if event.due else -1
    turn = Round(
        level=event.level,
        full_level=0 if event.bring_in else event.level,
        increment=event.increment,
        raises=event.raises,
        due=due,
        first=due,
        began=can_bet(parts),
        missing=event.missing,
        bring_in=event.bring_in,
        last=hand.index(event.last) if event.last else -1,
    )
    stage = "betting" if event.due else "complete"
    opening = turn if hand.street == 0 else hand.opening
    return replace(hand, parts=parts, round=turn, stage=stage, opening=opening)


def _folded(hand: Hand, event: e.Folded) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    if event.late:
        ledger = hand.ledger.move("hands", "muck", event.moved)
        return _named_out(replace(hand, ledger=ledger), i, event.returned)
    out = replace(part, life="folded", acted="folded", out_on=hand.street + 1, last=None, asked="")
    changes = _acted(hand, event.seat, "fold", inferred=event.inferred)
    changes["ledger"] = hand.ledger.move("hands", "muck", part.cards)
    due = hand.round.due
    return after_act(
        hand, put(hand.parts, i, out), hand.round, i if due == i else due - 1, **changes
    )


def _named_out(hand: Hand, i: int, returned: int) -> Hand:
    """Name a seat that the count had already taken out; its cards are in the muck."""
    part = hand.parts[i]
    out = replace(
        part,
        life="folded",
        acted="folded",
        out_on=hand.street + 1,
        total=part.total - returned,
        counted=min(part.counted, part.total - returned),
        assumed=0,
        stack=None if part.stack is None else part.stack + returned,
        all_in=part.all_in and not returned,
        last=None,
        asked="",
    )
    parts = put(hand.parts, i, out)
    hand = replace(hand, unnamed=hand.unnamed - 1, **_logged(hand, part.seat, "fold"))
    if hand.stage != "betting":
        return replace(hand, parts=parts)
    return after_act(hand, parts, hand.round, hand.round.due - 1)


def _last(hand: Hand, part: Participant, event: e.Checked | e.Called) -> LastAct:
    """Return a check or call with what it replaces, so that it can be taken back."""
    called = isinstance(event, e.Called)
    return LastAct(
        amount=event.amount if isinstance(event, e.Called) else 0,
        inferred=event.inferred,
        level=part.level,
        acted=part.acted,
        assumed=part.assumed,
        chips=part.inferred,
        chips_on=part.inferred_on,
        first=part.seat not in hand.actors,
        first_chips=called and part.seat not in hand.chip_actors,
    )


def _checked(hand: Hand, event: e.Checked) -> Hand:
    i = hand.index(event.seat)
    before = hand.parts[i]
    part = replace(
        before,
        level=hand.round.level,
        acted="checked",
        assumed=before.assumed if event.inferred else 0,
        last=_last(hand, before, event),
        asked="",
    )
    changes = _acted(hand, event.seat, "check", to=part.committed, inferred=event.inferred)
    return after_act(hand, put(hand.parts, i, part), hand.round, i, **changes)


def _inferred(hand: Hand, part: Participant, event: e.Called) -> dict[str, object]:
    """Return the chips of the calls inferred for a seat on this street; a count of the players confirms them."""
    if not event.inferred:
        return {"inferred": 0, "inferred_on": 0}
    before = part.inferred if part.inferred_on == hand.street + 1 else 0
    return {"inferred": before + event.amount, "inferred_on": hand.street + 1}


def _called(hand: Hand, event: e.Called) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    caller = replace(
        part,
        committed=part.committed + event.amount,
        total=part.total + event.amount,
        stack=None if part.stack is None else part.stack - event.amount,
        all_in=event.all_in,
        level=hand.round.level,
        acted="called",
        assumed=part.assumed + event.amount if event.inferred else 0,
        last=_last(hand, part, event),
        asked="",
        **_inferred(hand, part, event),
    )
    turn = replace(hand.round, closed=True) if event.closing else hand.round
    changes = _acted(
        hand,
        event.seat,
        "all_in" if event.all_in else "call",
        to=caller.committed,
        chips=event.amount > 0,
        inferred=event.inferred,
    )
    return after_act(hand, put(hand.parts, i, caller), turn, i, **changes)


def _bet(hand: Hand, event: e.BetMade) -> Hand:
    i = hand.index(event.seat)
    part = hand.parts[i]
    turn = hand.round
    added = event.to - part.committed
    bettor = replace(
        part,
        committed=event.to,
        total=part.total + added,
        stack=None if part.stack is None else part.stack - added,
        all_in=event.all_in,
        level=event.to,
        acted="completed" if event.completed else "raised" if event.raised else "bet",
        assumed=0,
        inferred=0,
        inferred_on=0,
        last=None,
        asked="",
    )
    raised = replace(
        turn,
        level=event.to,
        full_level=event.to if event.full else turn.full_level,
        increment=event.increment,
        raises=turn.raises + event.full,
        bettor=event.seat,
        bring_in=turn.bring_in and not event.full,
    )
    changes = _acted(
        hand, event.seat, bet_word(event), to=event.to, chips=True, inferred=event.inferred
    )
    changes["opened"] = hand.opened or (event.seat if hand.street == 0 else 0)
    changes["bound"] = ()  # a bet or raise changes the action and so releases them (TDA R53)
    return after_act(hand, put(hand.parts, i, bettor), raised, i, **changes)


def bet_word(event: e.BetMade) -> str:
    """Return the name of a bet: all_in, complete, raise or bet."""
    if event.all_in:
        return "all_in"
    if event.completed:
        return "complete"
    return "raise" if event.raised else "bet"


def _rewritten(hand: Hand, event: e.InferenceRewritten) -> Hand:
    for seat in (event.seat, *event.opened, *event.asked):
        hand = _taken_back(hand, hand.index(seat), tapped=seat in event.asked)
    return hand


def _taken_back(hand: Hand, i: int, *, tapped: bool) -> Hand:
    """Return the hand without a participant's last check or call; the turn does not change."""
    part = hand.parts[i]
    act = hand.parts[i].last
    if act is None:
        return hand
    total = part.total - act.amount
    before = replace(
        part,
        committed=part.committed - act.amount,
        total=total,
        counted=min(part.counted, total),
        stack=None if part.stack is None else part.stack + act.amount,
        all_in=False,
        level=act.level,
        acted=act.acted,
        assumed=act.assumed,
        inferred=act.chips,
        inferred_on=act.chips_on,
        last=None,
        asked=act.what if tapped else "",
    )
    return replace(
        hand,
        parts=put(hand.parts, i, before),
        acts=hand.acts - 1,
        chip_acts=hand.chip_acts - (act.amount > 0),
        log=without_last_act(hand.log, part.seat),
        actors=_without(hand.actors, part.seat) if act.first else hand.actors,
        chip_actors=_without(hand.chip_actors, part.seat) if act.first_chips else hand.chip_actors,
    )


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)


def _acts_held(hand: Hand, event: e.ActsHeld) -> Hand:
    return replace(hand, held=event.lines)


def _act_corrected(hand: Hand, event: e.ActCorrected) -> Hand:
    return replace(hand, corrections=event.earlier + 1)


def _any_amount(hand: Hand, event: e.AnyAmountAgreed) -> Hand:
    return replace(hand, any_amount=True)


def _time_called(hand: Hand, event: e.TimeCalled) -> Hand:
    return replace(hand, clock=TurnClock(event.seat, event.at, event.seconds))


def _time_stopped(hand: Hand, event: e.TimeStopped) -> Hand:
    return replace(hand, clock=None)


ACTS: dict[type[Event], HandStep] = {
    e.AntePosted: _ante,
    e.SleeperPlaced: _sleeper_placed,
    e.SleeperReached: _sleeper_reached,
    e.HoleCardsDealt: _hole_cards,
    e.BettingOpened: _betting_opened,
    e.Folded: _folded,
    e.Checked: _checked,
    e.Called: _called,
    e.BetMade: _bet,
    e.InferenceRewritten: _rewritten,
    e.ActCorrected: _act_corrected,
    e.ActsHeld: _acts_held,
    e.AnyAmountAgreed: _any_amount,
    e.TimeCalled: _time_called,
    e.TimeStopped: _time_stopped,
}
