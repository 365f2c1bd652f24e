"""Apply floor calls, rulings and remedy steps to the table and the hand."""

from msgspec.structs import replace

from poker import events as e
from poker.calls import CanceledCall, FloorCall, HeldPot, Remedy
from poker.cards import UNKNOWN
from poker.events import Event
from poker.evolve_acts import after_act, put
from poker.evolve_cards import with_board
from poker.handlers import HandStep, TableStep
from poker.state import BoundAct, Hand, Participant, Table


def _called(table: Table, event: e.FloorCalled) -> Table:
    earlier = tuple(tap for tap in event.earlier if not tap.refused)
    call = FloorCall(
        event.at, event.street, event.substantial, event.hand, event.by, earlier=earlier
    )
    return replace(table, floor=call, called_off=None)


def _earlier_tap(table: Table, event: e.EarlierTapStored) -> Table:
    if table.floor is None:
        return table
    call = replace(
        table.floor,
        street=event.street,
        substantial=event.substantial,
        hand=event.hand,
        earlier=tuple(tap for tap in table.floor.earlier if tap.id != event.id),
    )
    return replace(table, floor=call)


def _reported(table: Table, event: e.FloorReported) -> Table:
    if table.floor is None:
        return table
    return replace(table, floor=replace(table.floor, key=event.key, facts=event.facts))


def _delivered(table: Table, event: e.FloorDelivered) -> Table:
    if table.floor is None:
        return table
    return replace(table, floor=replace(table.floor, delivered_at=event.at))


def _answered(table: Table, event: e.FloorAnswered) -> Table:
    if table.floor is None:
        return table
    data = {f"{event.how}_at": event.at, f"{event.how}_by": event.by}
    return replace(table, floor=replace(table.floor, **data))


def _cancelled(table: Table, event: e.FloorCanceled) -> Table:
    return replace(table, floor=None, called_off=CanceledCall(event.reason, event.by))


def _ruled(table: Table, event: e.RulingMade) -> Table:
    """Store the remedy. waiting steps of a ruling on another matter still have to be done"""
    before = table.remedy
    other = before is not None and event.key != before.key
    waiting = before.steps if before is not None and other else ()
    remedy = Remedy(
        ruling=event.ruling,
        result=event.result,
        by=event.by,
        key=event.key,
        decision=event.decision,
        hand=table.hand.number if table.hand else 0,
        steps=(
            *(
                replace(step, ruling=before.ordered_by(step))
                for step in waiting
                if step.when != "now" and before is not None
            ),
            *(step for step in event.steps if step.when != "lies"),
        ),
    )
    return replace(table, floor=None, remedy=remedy, done=None)


def _steps_done(table: Table, event: e.StepsDone) -> Table:
    remedy = table.remedy
    if remedy is None:
        return table
    done = remedy.done + (0 if event.ruling else len(event.said))
    missed = remedy.missed + (event.said if event.missed else ())
    return replace(table, remedy=replace(remedy, steps=event.left, done=done, missed=missed))


def _impounded(table: Table, event: e.PotHeld) -> Table:
    hand = table.hand
    assert hand is not None
    held_pot = HeldPot(hand.number, event.amount, event.seats, event.reason, event.players)
    return replace(table, impounded=(*table.impounded, held_pot))


def _released(table: Table, event: e.PotReleased) -> Table:
    seats = list(table.seats)
    held_pots = (pot for pot in table.impounded if pot.hand == event.hand)
    sat = {
        number: name
        for pot in held_pots
        for number, name in zip(pot.seats, pot.players, strict=False)
    }
    for number, amount in event.shares:
        seat = seats[number - 1]
        if seat.stack is not None and sat.get(number, seat.player) == seat.player:
            waits = number in event.later  # the end of the hand sets the stack
            grown = {"paid": seat.paid + amount} if waits else {"stack": seat.stack + amount}
            seats[number - 1] = replace(seat, **grown)
    pots = tuple(pot for pot in table.impounded if pot.hand != event.hand)
    return replace(table, seats=tuple(seats), impounded=pots)


def _moved(hand: Hand, event: e.CardsMoved) -> Hand:
    faces = event.cards or (UNKNOWN,) * event.count
    source = _pile(event.source)
    target = _pile(event.target)
    if source != target:
        hand = replace(hand, ledger=hand.ledger.move(source, target, event.count))
    hand = _left(hand, event, faces)
    return _joined(hand, event, faces)


def _pile(name: str) -> str:
    return "hands" if name == "hand" else name


def _left(hand: Hand, event: e.CardsMoved, faces: tuple[str, ...]) -> Hand:
    match event.source:
        case "board":
            cards = _without(hand.boards[event.board], faces)
            return replace(hand, boards=with_board(hand, event.board, cards))
        case "aside":
            return replace(hand, aside=_without(hand.aside, faces))
        case "stub":
            return replace(hand, top="")
        case "hand":
            part = hand.parts[hand.index(event.seat)]
            up = _without(part.up, faces) if event.up else part.up
            return _with(hand, part, cards=part.cards - event.count, up=up)
    return hand


def _joined(hand: Hand, event: e.CardsMoved, faces: tuple[str, ...]) -> Hand:
    match event.target:
        case "board":
            cards = hand.boards[event.board] + faces
            return replace(hand, boards=with_board(hand, event.board, cards))
        case "aside":
            return replace(hand, aside=hand.aside + faces)
        case "hand":
            seat = event.to_seat or event.seat
            part = hand.parts[hand.index(seat)]
            up = part.up + faces if event.up else part.up
            return _with(hand, part, cards=part.cards + event.count, up=up)
    return hand


def _with(hand: Hand, part: Participant, **changes: object) -> Hand:
    return replace(hand, parts=put(hand.parts, hand.index(part.seat), replace(part, **changes)))


def _without(lying: tuple[str, ...], faces: tuple[str, ...]) -> tuple[str, ...]:
    """Return the upcards left after removing `faces`; for an unknown face the last card goes."""
    remaining = list(lying)
    for face in faces:
        if face in remaining:
            remaining.remove(face)
        elif remaining:
            remaining.pop()
    return tuple(remaining)


def _shuffled(hand: Hand, event: e.StubShuffled) -> Hand:
    return replace(hand, top="")


def _waived(hand: Hand, event: e.BurnWaived) -> Hand:
    if event.board:
        waived = (*hand.waived_boards, (event.street, event.board))
        return replace(hand, waived_boards=waived)
    return replace(hand, waived=(*hand.waived, event.street))


def _top(hand: Hand, event: e.TopCardKnown) -> Hand:
    return replace(hand, top=event.card)


def _shifted(hand: Hand, event: e.UpcardsShifted) -> Hand:
    faces = [hand.parts[hand.index(seat)].up[-1:] or (UNKNOWN,) for seat in event.seats]
    back = event.by < 0
    after = [*faces[1:], (UNKNOWN,)] if back else [(UNKNOWN,), *faces[:-1]]
    for seat, face in zip(event.seats, after, strict=True):
        part = hand.parts[hand.index(seat)]
        hand = _with(hand, part, up=part.up[:-1] + face)
    ledger = hand.ledger.move("stub", "burns", 1 if back else -1)
    return replace(hand, ledger=ledger, top="" if back else faces[-1][0])


def _voided(hand: Hand, event: e.HandVoided) -> Hand:
    parts = tuple(
        replace(
            part,
            total=0,
            dead=0,
            committed=0,
            all_in=False,
            stack=None if part.stack is None else part.stack + part.total + part.dead,
        )
        for part in hand.parts
    )
    return replace(hand, parts=parts, counted=None, splash=0, fund_splash=None)


def _returned(hand: Hand, event: e.ChipsReturned) -> Hand:
    part = hand.parts[hand.index(event.seat)]
    contested = event.amount - event.dead
    return _with(
        hand,
        part,
        committed=part.committed - event.live,
        total=part.total - contested,
        dead=part.dead - event.dead,
        counted=min(part.counted, part.total - contested),
        stack=None if part.stack is None else part.stack + event.amount,
        all_in=False,
        inferred=max(part.inferred - contested, 0),
        last=None,
    )


def _collected(hand: Hand, event: e.ChipsCollected) -> Hand:
    part = hand.parts[hand.index(event.seat)]
    stack = None if part.stack is None else part.stack - event.amount
    if event.dead:
        paid = {"dead": part.dead + event.amount}
    else:
        paid = {"committed": part.committed + event.amount, "total": part.total + event.amount}
    return _with(hand, part, **paid, stack=stack, all_in=part.all_in or stack == 0, last=None)


def _corrected(hand: Hand, event: e.BetCorrected) -> Hand:
    turn = hand.round
    old = hand.round.level
    for seat, difference in event.changes:
        part = hand.parts[hand.index(seat)]
        stack = None if part.stack is None else part.stack - difference
        hand = _with(
            hand,
            part,
            committed=part.committed + difference,
            total=part.total + difference,
            stack=stack,
            all_in=part.all_in if stack is None else stack == 0,
        )
    parts = tuple(
        replace(part, level=event.to if part.level == old else part.level, last=None)
        for part in hand.parts
    )
    full = event.to if turn.full_level == old else turn.full_level
    turn = replace(turn, level=event.to, full_level=full, increment=event.increment)
    if hand.stage == "betting":  # after a smaller bet there may be no one left to act
        return after_act(hand, parts, turn, turn.due - 1)
    return replace(hand, parts=parts, round=turn)


def _bound(hand: Hand, event: e.ActBound) -> Hand:
    bound_acts = tuple(act for act in hand.bound if act.seat != event.seat)
    return replace(hand, bound=(*bound_acts, BoundAct(event.seat, event.what, event.to)))


def _limited(hand: Hand, event: e.ActsLimited) -> Hand:
    others = tuple(pair for pair in hand.limited if pair[0] != event.seat)
    return replace(hand, limited=(*others, (event.seat, event.acts)))


def _offered(hand: Hand, event: e.AllInOffered) -> Hand:
    return replace(hand, offered=(*hand.offered, event.seat))


def _declared_all_in(hand: Hand, event: e.AllInDeclared) -> Hand:
    i = hand.index(event.seat)
    parts = put(hand.parts, i, replace(hand.parts[i], all_in=True, last=None))
    hand = replace(hand, offered=tuple(seat for seat in hand.offered if seat != event.seat))
    if hand.stage != "betting":
        return replace(hand, parts=parts)
    return after_act(hand, parts, hand.round, hand.round.due - 1)


FLOOR_TABLE: dict[type[Event], TableStep] = {
    e.FloorCalled: _called,
    e.EarlierTapStored: _earlier_tap,
    e.FloorReported: _reported,
    e.FloorDelivered: _delivered,
    e.FloorAnswered: _answered,
    e.FloorCanceled: _cancelled,
    e.RulingMade: _ruled,
    e.StepsDone: _steps_done,
    e.PotHeld: _impounded,
    e.PotReleased: _released,
    e.HandFinished: lambda table, event: table,
}

FLOOR_HAND: dict[type[Event], HandStep] = {
    e.CardsMoved: _moved,
    e.StubShuffled: _shuffled,
    e.BurnWaived: _waived,
    e.TopCardKnown: _top,
    e.UpcardsShifted: _shifted,
    e.HandVoided: _voided,
    e.ChipsReturned: _returned,
    e.ChipsCollected: _collected,
    e.BetCorrected: _corrected,
    e.ActBound: _bound,
    e.ActsLimited: _limited,
    e.AllInOffered: _offered,
    e.AllInDeclared: _declared_all_in,
}
