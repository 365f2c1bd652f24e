"""Decides commands at a house-banked table: a command becomes events and a new table, or is refused as a whole."""

from typing import Any

import msgspec
from msgspec.structs import replace

from banked.rules import commands as c
from banked.rules import decide_round, floor, outcomes
from banked.rules import events as e
from banked.rules.cards import UNSEEN, is_card, rank_of
from banked.rules.done import LASTING, done_of
from banked.rules.draft import Draft
from banked.rules.plaque import BankedPlaque, check
from banked.rules.settling import follow
from banked.rules.state import BankedTable, Box, Wager
from poker import commands as shared
from poker.events.base import Event
from poker.handlers import DecideOn
from poker.logs.outcome import Outcome
from poker.refusal import Refusal
from poker.state import Dealer

BankedOutcome = Outcome[BankedTable, Event]


def run(table: BankedTable, command: msgspec.Struct, *, now: int) -> BankedOutcome:
    """Return the events of a command and the table after them. `now` is in Unix milliseconds.

    Raises `Refusal`, and then nothing has changed. UNDO and corrections need the log: `timeline.decide`.
    """
    draft = Draft(table)
    _DECIDE[type(command)](draft, command, now)
    follow(draft)
    outcome = draft.outcome()
    return Outcome(outcome.events, mark(outcome.state, outcome.events))


def mark(table: BankedTable, events: tuple[Event, ...]) -> BankedTable:
    """Return the table with the label of what UNDO takes back. Calls and pushes leave the label as it is."""
    if not events or isinstance(events[0], LASTING):
        return table
    return replace(table, done=done_of(events[0]))


def _create(draft: Draft, command: c.CreateTable, now: int) -> None:
    if draft.table.name:
        raise Refusal("table_exists", "", table=draft.table.name)
    draft.record(e.BankedTableCreated(command.name, command.boxes))


def _open(draft: Draft, command: c.OpenTable, now: int) -> None:
    if draft.table.is_open:
        raise Refusal("table_open", "S-005", table=draft.table.name)
    check(command.plaque)
    draft.record(e.BankedTableOpened(command.plaque, now))


def _close(draft: Draft, command: c.CloseTable, now: int) -> None:
    draft.require_between_rounds()
    if draft.table.floor is not None:
        raise Refusal("call_open", "S-012", table=draft.table.name)
    draft.record(e.BankedTableClosed(now, command.reason.strip()))


def _post_plaque(draft: Draft, command: c.PostPlaque, now: int) -> None:
    draft.require_open()
    check(command.plaque)
    _refuse_taken_boxes(draft.table, command.plaque)
    if command.plaque != (draft.table.next_plaque or draft.table.plaque):
        draft.record(e.BankedPlaquePosted(command.plaque, now))


def _refuse_taken_boxes(table: BankedTable, plaque: BankedPlaque) -> None:
    for box in table.boxes[plaque.boxes :]:
        if box.player or box.wager.total:
            raise Refusal("removed_box_taken", "", box=box.number)


def _rename(draft: Draft, command: c.RenameTable, now: int) -> None:
    if command.name != draft.table.name:
        draft.record(e.TableRenamed(command.name, now))


def _push(draft: Draft, command: shared.PushDealer, now: int) -> None:
    """Push in the next dealer, at any time: even in the middle of a box. They burn a card before the next round."""
    current = draft.table.dealer
    if current is None or current.key != command.dealer:
        draft.record(e.DealerPushed(Dealer(command.dealer, command.name, now)))


# The shoe


def _open_shoe(draft: Draft, command: c.OpenShoe, now: int) -> None:
    """Open a shoe between rounds; in a round only if the shoe is empty (58 Pa. Code § 633a.14, from memory).

    Raises `Refusal`: `table_closed`, `round_running`, `no_cards_left`.
    """
    shoe = draft.table.shoe
    if draft.table.round is not None and shoe is not None and shoe.left == 0:
        if shoe.rack < 2:
            raise Refusal("no_cards_left", "", cards=shoe.cards)
        draft.record(e.ShoeReshuffled(now))
        return
    draft.require_between_rounds()
    plaque = draft.table.plaque
    draft.record(e.ShoeOpened(plaque.decks, plaque.cards, now))


def _burn(draft: Draft, command: c.Burn, now: int) -> None:
    draft.require_between_rounds()
    draft.require_shoe()
    if not draft.table.is_burn_due:
        raise Refusal("burned_already", "58 Pa. Code § 685a.7 (c)", table=draft.table.name)
    draft.record(e.CardBurned())


def _cover_card(draft: Draft, command: c.CoverCard, now: int) -> None:
    draft.require_open()
    shoe = draft.table.shoe
    if shoe is None:
        raise Refusal("no_shoe", "58 Pa. Code § 685a.7 (d)", table=draft.table.name)
    if shoe.is_cover_out:
        raise Refusal("cover_out_already", "58 Pa. Code § 685a.7 (d)", table=draft.table.name)
    draft.record(e.CoverCardOut())


def _discard(draft: Draft, command: c.DiscardCard, now: int) -> None:
    draft.require_open()
    draft.require_shoe()
    card = command.card
    is_removed_rank = is_card(card) and rank_of(card) in draft.table.plaque.rules.missing
    if card != UNSEEN and not is_removed_rank:
        draft.require_card(card)
    draft.record(e.CardDiscarded(card))


# Boxes and bets


def _take_box(draft: Draft, command: c.TakeBox, now: int) -> None:
    draft.require_between_rounds()
    draft.require_box(command.box)
    box = draft.table.boxes[command.box - 1]
    if box.player and box.player != command.player:
        raise Refusal("banked_box_taken", "", box=command.box, name=box.name)
    if (box.player, box.name) != (command.player, command.name):
        draft.record(e.BoxTaken(command.box, command.player, command.name))


def _leave_box(draft: Draft, command: c.LeaveBox, now: int) -> None:
    draft.require_between_rounds()
    draft.require_box(command.box)
    if draft.table.boxes[command.box - 1] != Box(command.box):
        draft.record(e.BoxLeft(command.box))


def _buy_in(draft: Draft, command: c.BuyIn, now: int) -> None:
    draft.require_open()
    draft.require_box(command.box)
    plaque = draft.table.plaque
    if command.amount % plaque.chip:
        raise Refusal("not_in_chips", "", amount=command.amount, chip=plaque.chip)
    draft.record(e.BoughtIn(command.box, command.amount))


def _set_bet(draft: Draft, command: c.SetBet, now: int) -> None:
    """Set what lies in a box. Raises `Refusal`: `bets_closed` after "no more bets" (§ 673a.6), and the limits."""
    draft.require_open()
    if draft.table.round is not None:
        raise Refusal("bets_closed", "58 Pa. Code § 673a.6", box=command.box)
    draft.require_box(command.box)
    box = draft.table.boxes[command.box - 1]
    wager = _changed_wager(draft, box, command)
    if wager != box.wager:
        draft.record(e.BetsSet(((command.box, wager),)))


def _changed_wager(draft: Draft, box: Box, command: c.SetBet) -> Wager:
    plaque = draft.table.plaque
    amount = command.amount
    if amount % plaque.chip:
        raise Refusal("not_in_chips", "", amount=amount, chip=plaque.chip)
    if command.what == "bet":
        if amount > plaque.most:
            raise Refusal("bet_above_limit", "", box=box.number, most=plaque.most)
        return replace(box.wager, bet=amount) if amount else Wager()
    if amount:
        _require_match(draft, command.what)
    if amount > plaque.match_most:
        raise Refusal("match_above_limit", "", box=box.number, most=plaque.match_most)
    if amount and not box.wager.bet:
        raise Refusal("match_without_bet", "58 Pa. Code § 673a.6", box=box.number)
    return replace(box.wager, **{command.what: amount})


def _repeat_bets(draft: Draft, command: c.RepeatBets, now: int) -> None:
    draft.require_between_rounds()
    wagers = tuple(
        (box.number, box.last)
        for box in draft.table.boxes
        if box.last.bet and box.last != box.wager
    )
    if wagers:
        draft.record(e.BetsSet(wagers))


def _no_more_bets(draft: Draft, command: c.NoMoreBets, now: int) -> None:
    """Start a round. Raises `Refusal`: `no_shoe`, `burn_due`, `no_bets`, `bet_below_limit`, `shoe_too_short`."""
    draft.require_between_rounds()
    table = draft.table
    if command.round != table.rounds + 1:
        raise Refusal("other_round", "", round=command.round, next=table.rounds + 1)
    kind = draft.step.kind
    if kind == "shoe":
        raise Refusal("no_shoe", "58 Pa. Code § 685a.7 (c)", table=table.name)
    if kind == "burn":
        raise Refusal("burn_due", "58 Pa. Code § 685a.7 (c)", table=table.name)
    playing = [box for box in table.boxes if box.wager.bet]
    if not playing:
        raise Refusal("no_bets", "", table=table.name)
    plaque = table.plaque
    for box in playing:
        _check_wager(draft, box)
    if plaque.tracking == "cards" and table.shoe and table.shoe.left < 2 * len(playing) + 2:
        raise Refusal("shoe_too_short", "", left=table.shoe.left, boxes=len(playing))
    draft.record(e.RoundStarted(command.round, replace(table, done=None), now))


def _check_wager(draft: Draft, box: Box) -> None:
    """Raise `Refusal` if a wager is outside the limits, as it may be after another plaque was posted."""
    plaque = draft.table.plaque
    if box.wager.bet < plaque.least:
        raise Refusal("bet_below_limit", "", box=box.number, least=plaque.least)
    if box.wager.bet > plaque.most:
        raise Refusal("bet_above_limit", "", box=box.number, most=plaque.most)
    for what, amount in (("match", box.wager.match), ("second", box.wager.second)):
        if not amount:
            continue
        _require_match(draft, what)
        if amount < plaque.match_least:
            raise Refusal("match_below_limit", "", box=box.number, least=plaque.match_least)
        if amount > plaque.match_most:
            raise Refusal("match_above_limit", "", box=box.number, most=plaque.match_most)


def _require_match(draft: Draft, what: str) -> None:
    """Raise `Refusal`: `no_match_wager`."""
    plaque = draft.table.plaque
    if not plaque.match_most or (what == "second" and not plaque.has_second_match):
        raise Refusal("no_match_wager", "", table=draft.table.name)


def _refuse_undo(draft: Draft, command: msgspec.Struct, now: int) -> None:
    raise TypeError("UNDO and corrections are decided by `timeline.decide`")


_DECIDE: dict[type[msgspec.Struct], DecideOn[Any]] = {
    c.CreateTable: _create,
    c.OpenTable: _open,
    c.CloseTable: _close,
    c.PostPlaque: _post_plaque,
    c.RenameTable: _rename,
    shared.PushDealer: _push,
    c.OpenShoe: _open_shoe,
    c.Burn: _burn,
    c.CoverCard: _cover_card,
    c.DiscardCard: _discard,
    c.TakeBox: _take_box,
    c.LeaveBox: _leave_box,
    c.BuyIn: _buy_in,
    c.SetBet: _set_bet,
    c.RepeatBets: _repeat_bets,
    c.NoMoreBets: _no_more_bets,
    c.Undo: _refuse_undo,
    c.CorrectCard: _refuse_undo,
    **decide_round.DECIDE,
    **outcomes.DECIDE,
    **floor.DECIDE,
}
