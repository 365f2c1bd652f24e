"""Applies events to a house-banked table, with one small function per event. It refuses nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from banked.rules import events as e
from banked.rules.cards import UNSEEN, rank_of
from banked.rules.plaque import BankedPlaque
from banked.rules.state import (
    BankedTable,
    Box,
    BoxHand,
    HandEnd,
    Round,
    RoundBox,
    Settlement,
    Shoe,
    Wager,
)
from poker.calls import CanceledCall, FloorCall, Remedy
from poker.events.base import Event


def evolve(table: BankedTable, event: Event) -> BankedTable:
    """Return the table after `event`. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(event)](table, event)


# The table


def _created(table: BankedTable, event: e.BankedTableCreated) -> BankedTable:
    return replace(table, name=event.name, boxes=_boxes(event.boxes))


def _boxes(count: int) -> tuple[Box, ...]:
    return tuple(Box(number) for number in range(1, count + 1))


def _opened(table: BankedTable, event: e.BankedTableOpened) -> BankedTable:
    return replace(
        table,
        is_open=True,
        plaque=event.plaque,
        next_plaque=None,
        boxes=_boxes(event.plaque.boxes),
        shoe=None,
        is_burn_due=False,
        since=event.at,
        why="",
    )


def _closed(table: BankedTable, event: e.BankedTableClosed) -> BankedTable:
    boxes = _boxes(len(table.boxes))
    return replace(
        table,
        is_open=False,
        since=event.at,
        why=event.reason,
        boxes=boxes,
        shoe=None,
        dealer=None,
        last=None,
        next_plaque=None,
    )


def _plaque_posted(table: BankedTable, event: e.BankedPlaquePosted) -> BankedTable:
    if table.round is not None:
        return replace(table, next_plaque=event.plaque)
    return _with_plaque(table, event.plaque)


def _with_plaque(table: BankedTable, plaque: BankedPlaque) -> BankedTable:
    """Return the table under another plaque. Other decks need a new shoe; boxes that fall away are empty."""
    before = table.plaque
    is_same_shoe = (before.decks, before.game) == (plaque.decks, plaque.game)
    kept = table.boxes[: plaque.boxes]
    boxes = (*kept, *_boxes(plaque.boxes)[len(kept) :])
    return replace(
        table,
        plaque=plaque,
        next_plaque=None,
        boxes=boxes,
        shoe=table.shoe if is_same_shoe else None,
    )


def _renamed(table: BankedTable, event: e.TableRenamed) -> BankedTable:
    return replace(table, name=event.name)


def _pushed(table: BankedTable, event: e.DealerPushed) -> BankedTable:
    return replace(table, dealer=event.dealer, is_burn_due=table.shoe is not None)


# The shoe


def _shoe_opened(table: BankedTable, event: e.ShoeOpened) -> BankedTable:
    return replace(table, shoe=Shoe(event.cards, event.decks), is_burn_due=True)


def _reshuffled(table: BankedTable, event: e.ShoeReshuffled) -> BankedTable:
    """Return the table with the rack in the shoe. Of the ranks, those on the table are known to be out.

    The cover card counts as out: what is left after the round is no full shoe.
    """
    shoe = table.shoe
    if shoe is None:
        return table
    again = replace(shoe, rack=1, seen={}, is_cover_out=True)
    for card in _cards_on_table(_round(table)):
        again = _seen(again, card)
    return replace(table, shoe=again)


def _cards_on_table(round_: Round) -> list[str]:
    hands = [card for box in round_.boxes for hand in box.hands for card in hand.cards]
    return [*round_.dealer, *hands]


def _burned(table: BankedTable, event: e.CardBurned) -> BankedTable:
    return replace(_to_rack(table, UNSEEN), is_burn_due=False)


def _cover_out(table: BankedTable, event: e.CoverCardOut) -> BankedTable:
    return replace(table, shoe=replace(table.shoe, is_cover_out=True) if table.shoe else None)


def _to_rack(table: BankedTable, card: str) -> BankedTable:
    shoe = table.shoe
    if shoe is None:
        return table
    return replace(table, shoe=replace(_seen(shoe, card), rack=shoe.rack + 1))


def _to_table(table: BankedTable, card: str) -> BankedTable:
    shoe = table.shoe
    if shoe is None:
        return table
    return replace(table, shoe=replace(_seen(shoe, card), table=shoe.table + 1))


def _seen(shoe: Shoe, card: str) -> Shoe:
    rank = rank_of(card)
    if rank == UNSEEN:
        return shoe
    return replace(shoe, seen={**shoe.seen, rank: shoe.seen.get(rank, 0) + 1})


def _discarded(table: BankedTable, event: e.CardDiscarded) -> BankedTable:
    return _to_rack(table, event.card)


# Boxes and bets


def _box_taken(table: BankedTable, event: e.BoxTaken) -> BankedTable:
    return _put_box(table, event.box, player=event.player, name=event.name)


def _box_left(table: BankedTable, event: e.BoxLeft) -> BankedTable:
    return _put_box(table, event.box, player="", name="", wager=Wager(), last=Wager())


def _put_box(table: BankedTable, number: int, **fields: Any) -> BankedTable:
    boxes = list(table.boxes)
    boxes[number - 1] = replace(boxes[number - 1], **fields)
    return replace(table, boxes=tuple(boxes))


def _bought_in(table: BankedTable, event: e.BoughtIn) -> BankedTable:
    return replace(table, drop=table.drop + event.amount)


def _bets_set(table: BankedTable, event: e.BetsSet) -> BankedTable:
    for number, wager in event.wagers:
        table = _put_box(table, number, wager=wager)
    return table


# The round


def _round_started(table: BankedTable, event: e.RoundStarted) -> BankedTable:
    before = event.table
    playing = [box for box in before.boxes if box.wager.bet]
    boxes = tuple(
        RoundBox(
            box.number,
            box.wager,
            box.player,
            box.name,
            hands=(BoxHand(box.wager.bet),),
        )
        for box in playing
    )
    round_ = Round(event.number, event.at, boxes, tracking=before.plaque.tracking)
    return replace(before, rounds=event.number, round=round_, last=None)


def _card_dealt(table: BankedTable, event: e.CardDealt) -> BankedTable:
    table = _to_table(table, event.card)
    round_ = _round(table)
    if event.box == 0:
        return replace(table, round=replace(round_, dealer=(*round_.dealer, event.card)))
    box = _box(round_, event.box)
    hand = box.hands[event.hand - 1]
    dealt = replace(hand, cards=(*hand.cards, event.card), is_waiting=False)
    is_first = len(box.first) < 2
    return _put_round_box(
        table,
        replace(
            box,
            hands=_with(box.hands, event.hand, dealt),
            first=(*box.first, event.card) if is_first else box.first,
        ),
    )


def _hole_dealt(table: BankedTable, event: e.HoleDealt) -> BankedTable:
    table = _to_table(table, UNSEEN)
    round_ = _round(table)
    return replace(table, round=replace(round_, dealer=(*round_.dealer, UNSEEN)))


def _hole_shown(table: BankedTable, event: e.HoleShown) -> BankedTable:
    round_ = _round(table)
    shown = replace(round_, dealer=(round_.dealer[0], event.card, *round_.dealer[2:]))
    shoe = _seen(table.shoe, event.card) if table.shoe else None
    return replace(table, round=shown, shoe=shoe)


def _suits_named(table: BankedTable, event: e.SuitsNamed) -> BankedTable:
    return _put_hand(table, event.box, event.hand, suits=event.suits)


def _match_named(table: BankedTable, event: e.MatchNamed) -> BankedTable:
    box = _box(_round(table), event.box)
    named = list(box.named if event.what == "match" else box.named_second)
    named[event.card - 1] = event.how
    first, second = named
    fields = {"named" if event.what == "match" else "named_second": (first, second)}
    return _put_round_box(table, replace(box, **fields))


def _insured(table: BankedTable, event: e.Insured) -> BankedTable:
    box = _box(_round(table), event.box)
    return _put_round_box(table, replace(box, insurance=event.amount))


def _insurance_closed(table: BankedTable, event: e.InsuranceClosed) -> BankedTable:
    return replace(table, round=replace(_round(table), is_insurance_closed=True))


def _peeked(table: BankedTable, event: e.Peeked) -> BankedTable:
    peek = "blackjack" if event.is_blackjack else "none"
    return replace(table, round=replace(_round(table), peek=peek))


def _stood(table: BankedTable, event: e.Stood) -> BankedTable:
    return _put_hand(table, event.box, event.hand, end="stands")


def _doubled(table: BankedTable, event: e.Doubled) -> BankedTable:
    hand = _box(_round(table), event.box).hands[event.hand - 1]
    is_waiting = _round(table).tracking == "cards"
    return _put_hand(
        table, event.box, event.hand, added=(*hand.added, event.amount), is_waiting=is_waiting
    )


def _rescued(table: BankedTable, event: e.Rescued) -> BankedTable:
    return _put_hand(table, event.box, event.hand, end="rescued")


def _surrendered(table: BankedTable, event: e.Surrendered) -> BankedTable:
    return _put_hand(table, event.box, event.hand, end="surrendered")


def _split(table: BankedTable, event: e.HandSplit) -> BankedTable:
    box = _box(_round(table), event.box)
    hand = box.hands[event.hand - 1]
    halves = tuple(
        BoxHand(hand.wager, (card,), is_split=True) for card in hand.cards or (UNSEEN, UNSEEN)
    )
    if not hand.cards:  # cards are not logged
        halves = (BoxHand(hand.wager, is_split=True), BoxHand(hand.wager, is_split=True))
    hands = (*box.hands[: event.hand - 1], *halves, *box.hands[event.hand :])
    return _put_round_box(table, replace(box, hands=hands))


def _end_logged(table: BankedTable, event: e.HandEndLogged) -> BankedTable:
    return _put_hand(table, event.box, event.hand, end=_LOGGED[event.how])


_LOGGED: dict[str, HandEnd] = {"win": "paid", "lose": "lost", "push": "push", "half": "surrendered"}


def _settled(table: BankedTable, event: e.ChipsSettled) -> BankedTable:
    round_ = _round(table)
    table = replace(table, round=replace(round_, settled=(*round_.settled, *event.rows)))
    if round_.tracking == "outcomes":
        return table
    for row in event.rows:
        if row.kind == "hand":
            table = _end_hand(table, row)
    return table


def _end_hand(table: BankedTable, row: Settlement) -> BankedTable:
    """Return the table after a hand was paid, taken or pushed. An end that was already known stays."""
    hand = _box(_round(table), row.box).hands[row.hand - 1]
    if hand.end not in ("", "stands"):
        return table
    end: HandEnd = "paid" if row.paid else "lost" if row.taken else "push"
    return _put_hand(table, row.box, row.hand, end="bust" if row.row == "bust" else end)


def _boxes_voided(table: BankedTable, event: e.BoxesVoided) -> BankedTable:
    for number in event.boxes:
        box = _box(_round(table), number)
        hands = tuple(replace(hand, end="void") for hand in box.hands)
        table = _put_round_box(table, replace(box, hands=hands))
    return table


def _round_ended(table: BankedTable, event: e.RoundEnded) -> BankedTable:
    """Return the table after the round: its cards are in the rack, and every box bets the same again until changed."""
    shoe = table.shoe
    if shoe is not None:
        shoe = replace(shoe, rack=shoe.rack + shoe.table, table=0)
    boxes = tuple(
        replace(box, last=box.wager if box.wager.bet else box.last) for box in table.boxes
    )
    ended = replace(table, shoe=shoe, round=None, last=table.round, boxes=boxes)
    return _with_plaque(ended, table.next_plaque) if table.next_plaque else ended


def _card_corrected(table: BankedTable, event: e.CardCorrected) -> BankedTable:
    shoe = table.shoe
    if shoe is not None:
        seen = dict(shoe.seen)
        was = rank_of(event.was)
        seen[was] = seen.get(was, 1) - 1
        shoe = _seen(replace(shoe, seen={rank: n for rank, n in seen.items() if n}), event.card)
    return replace(table, round=event.round, shoe=shoe)


def _payout_corrected(table: BankedTable, event: e.PayoutCorrected) -> BankedTable:
    return table


def _undone(table: BankedTable, event: e.BankedUndone) -> BankedTable:
    """Return the table as it is: `timeline.rebuild` leaves the undone command out."""
    return table


# Floor calls


def _called(table: BankedTable, event: e.FloorCalled) -> BankedTable:
    call = FloorCall(event.at, event.street, event.substantial, event.hand, event.by)
    return replace(table, floor=call, called_off=None)


def _reported(table: BankedTable, event: e.FloorReported) -> BankedTable:
    return _put_call(table, key=event.key, facts=event.facts)


def _delivered(table: BankedTable, event: e.FloorDelivered) -> BankedTable:
    return _put_call(table, delivered_at=event.at)


def _answered(table: BankedTable, event: e.FloorAnswered) -> BankedTable:
    return _put_call(table, **{f"{event.how}_at": event.at, f"{event.how}_by": event.by})


def _canceled(table: BankedTable, event: e.FloorCanceled) -> BankedTable:
    return replace(table, floor=None, called_off=CanceledCall(event.reason, event.by))


def _ruled(table: BankedTable, event: e.RulingMade) -> BankedTable:
    number = table.round.number if table.round else 0
    remedy = Remedy(event.ruling, event.result, event.by, event.key, event.decision, number)
    return replace(table, floor=None, remedy=remedy, done=None)


def _put_call(table: BankedTable, **fields: Any) -> BankedTable:
    if table.floor is None:
        return table
    return replace(table, floor=replace(table.floor, **fields))


# Parts of a round


def _round(table: BankedTable) -> Round:
    if table.round is None:
        raise LookupError("an event of a round without a round")
    return table.round


def _box(round_: Round, number: int) -> RoundBox:
    box = round_.box(number)
    if box is None:
        raise LookupError(f"an event of box {number}, which does not play")
    return box


def _with(hands: tuple[BoxHand, ...], number: int, hand: BoxHand) -> tuple[BoxHand, ...]:
    return (*hands[: number - 1], hand, *hands[number:])


def _put_hand(table: BankedTable, box: int, number: int, **fields: Any) -> BankedTable:
    changed = _box(_round(table), box)
    hand = replace(changed.hands[number - 1], **fields)
    return _put_round_box(table, replace(changed, hands=_with(changed.hands, number, hand)))


def _put_round_box(table: BankedTable, box: RoundBox) -> BankedTable:
    round_ = _round(table)
    boxes = tuple(box if other.number == box.number else other for other in round_.boxes)
    return replace(table, round=replace(round_, boxes=boxes))


_STEPS: dict[type[Event], Callable[[BankedTable, Any], BankedTable]] = {
    e.BankedTableCreated: _created,
    e.BankedTableOpened: _opened,
    e.BankedTableClosed: _closed,
    e.BankedPlaquePosted: _plaque_posted,
    e.TableRenamed: _renamed,
    e.DealerPushed: _pushed,
    e.ShoeOpened: _shoe_opened,
    e.ShoeReshuffled: _reshuffled,
    e.CardBurned: _burned,
    e.CoverCardOut: _cover_out,
    e.CardDiscarded: _discarded,
    e.BoxTaken: _box_taken,
    e.BoxLeft: _box_left,
    e.BoughtIn: _bought_in,
    e.BetsSet: _bets_set,
    e.RoundStarted: _round_started,
    e.CardDealt: _card_dealt,
    e.HoleDealt: _hole_dealt,
    e.HoleShown: _hole_shown,
    e.SuitsNamed: _suits_named,
    e.MatchNamed: _match_named,
    e.Insured: _insured,
    e.InsuranceClosed: _insurance_closed,
    e.Peeked: _peeked,
    e.Stood: _stood,
    e.Doubled: _doubled,
    e.Rescued: _rescued,
    e.HandSplit: _split,
    e.Surrendered: _surrendered,
    e.HandEndLogged: _end_logged,
    e.ChipsSettled: _settled,
    e.BoxesVoided: _boxes_voided,
    e.RoundEnded: _round_ended,
    e.CardCorrected: _card_corrected,
    e.PayoutCorrected: _payout_corrected,
    e.BankedUndone: _undone,
    e.FloorCalled: _called,
    e.FloorReported: _reported,
    e.FloorDelivered: _delivered,
    e.FloorAnswered: _answered,
    e.FloorCanceled: _canceled,
    e.RulingMade: _ruled,
}
