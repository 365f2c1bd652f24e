"""Decides the commands about deals, payouts, bags, days and the result."""

from poker.refusal import Refusal
from tournaments.rules import clock as clocks
from tournaments.rules import commands as c
from tournaments.rules import events as e
from tournaments.rules.deals import check_deal
from tournaments.rules.draft import Draft
from tournaments.rules.payouts import Due, amounts_by_entry, in_the_money
from tournaments.rules.places import is_decided, places
from tournaments.rules.state import Bag, Deal, Payout


def agree_deal(draft: Draft, command: c.AgreeDeal) -> None:
    """Record a deal. Raises `Refusal`: `deal_agreed`, `deal_too_early`, or as `check_deal` does."""
    draft.check_running()
    event = draft.state
    if event.deal is not None:
        raise Refusal("deal_agreed")
    if not in_the_money(event):
        raise Refusal("deal_too_early")
    shares = dict(command.shares)
    check_deal(event, shares, command.left)
    deal = Deal(command.method, tuple(sorted(shares.items())), command.left, draft.now)
    draft.record(e.DealAgreed(deal))


def undo_deal(draft: Draft, command: c.UndoDeal) -> None:
    """Raises `Refusal`: `no_deal`, `deal_paid`."""
    deal = draft.state.deal
    if deal is None:
        raise Refusal("no_deal")
    partners = {number for number, _ in deal.shares}
    out = [bust.entry for bust in draft.state.busts if bust.entry in partners]
    if out or any(payout.entry in partners for payout in draft.state.paid):
        raise Refusal("deal_paid")
    draft.record(e.DealUndone(draft.now))


def pay(draft: Draft, command: c.Pay) -> None:
    """Pay an entry once. Raises `Refusal`: `paid_already`, or as `_due` does."""
    due = _due(draft, command.entry)
    if any(payout.entry == due.entry and not payout.held for payout in draft.state.paid):
        raise Refusal("paid_already", "", entry=due.entry)
    draft.record(e.PayoutMade(Payout(due.entry, due.amount, draft.now)))


def hold_payout(draft: Draft, command: c.HoldPayout) -> None:
    """Hold a payout. Raises `Refusal`: `hold_reason`, `paid_already`, or as `_due` does."""
    due = _due(draft, command.entry)
    if not command.reason.strip():
        raise Refusal("hold_reason")
    if any(payout.entry == due.entry and not payout.held for payout in draft.state.paid):
        raise Refusal("paid_already", "", entry=due.entry)
    payout = Payout(due.entry, due.amount, draft.now, command.reason.strip())
    draft.record(e.PayoutHeld(payout))


def bag_stack(draft: Draft, command: c.BagStack) -> None:
    """Record the first count of a stack. Raises `Refusal`: `clock_runs_bag`, `bag_verified`, `entry_not_seated`."""
    draft.check_running()
    entry = draft.seated(command.entry)
    if draft.state.clock.runs:
        raise Refusal("clock_runs_bag")
    bag = _bag(draft, entry.number)
    if bag is not None and bag.is_verified:
        raise Refusal("bag_verified", "", name=entry.name)
    draft.record(e.StackBagged(entry.number, command.chips, command.number))


def verify_bag(draft: Draft, command: c.VerifyBag) -> None:
    """Record the second count. Raises `Refusal`: `no_bag`. A different count stays open until it is counted again."""
    draft.check_running()
    entry = draft.seated(command.entry)
    if _bag(draft, entry.number) is None:
        raise Refusal("no_bag", "", name=entry.name)
    draft.record(e.StackVerified(entry.number, command.chips))


def end_day(draft: Draft, command: c.EndDay) -> None:
    """End the day. Raises `Refusal`: `bags_open`, `chips_differ` without a reason, `alternates_left`."""
    draft.check_running()
    event = draft.state
    verified = {bag.entry: bag.first for bag in event.bags if bag.is_verified}
    unbagged = [entry for entry in event.seated() if entry.number not in verified]
    if unbagged:
        raise Refusal("bags_open", "", bags=len(unbagged), name=unbagged[0].name)
    alternates = event.alternates()
    if alternates:
        raise Refusal("alternates_left", "", count=len(alternates))
    difference = sum(verified.values()) - event.chips
    if difference and not command.reason.strip():
        raise Refusal("chips_differ", "", difference=difference)
    if event.clock.runs:
        draft.record(e.ClockPaused(clocks.stopped_at(event.plan, event.clock, draft.now)))
    draft.record(e.DayEnded(event.day, difference, command.reason.strip()))


def close(draft: Draft, command: c.CloseEvent) -> None:
    """Close the event: nothing is left to play for and everything is paid.

    Raises `Refusal`: `players_left`, `pool_not_fixed`, `payouts_open`.
    """
    draft.check_open()
    event = draft.state
    alive = sum(1 for _ in event.alive())
    if not is_decided(event):
        raise Refusal("players_left", "", players=alive)
    if event.pool is None and event.sold:
        raise Refusal("pool_not_fixed")
    paid = {payout.entry for payout in event.paid if not payout.held}
    waiting = [number for number in amounts_by_entry(event) if number not in paid]
    if waiting:
        raise Refusal("payouts_open", "", count=len(waiting))
    if event.clock.runs:
        draft.record(e.ClockPaused(clocks.stopped_at(event.plan, event.clock, draft.now)))
    _record_result(draft, command.reason.strip())


def send_stacks(draft: Draft, command: c.SendStacks) -> None:
    """Close a flight whose stacks play on in another event. Raises `Refusal`: `flight_not_over`."""
    draft.check_open()
    event = draft.state
    if event.status != "day_over":
        raise Refusal("flight_not_over", "", flight=event.plan.name)
    _record_result(draft, f"Stacks went to {command.to}")


def _record_result(draft: Draft, reason: str) -> None:
    ranked = sorted(places(draft.state).items(), key=lambda row: row[1])
    rows = tuple((number, place.first, place.last) for number, place in ranked)
    draft.record(e.ResultClosed(draft.now, rows, reason))


def _due(draft: Draft, number: int) -> Due:
    """Return what an entry is due. Raises `Refusal`: `pool_not_fixed`, `event_closed`, `nothing_due`."""
    draft.check_open()
    entry = draft.find(number)
    if draft.state.pool is None:
        raise Refusal("pool_not_fixed")
    due = amounts_by_entry(draft.state).get(number)
    if due is None:
        raise Refusal("nothing_due", "", entry=number, name=entry.name)
    return due


def _bag(draft: Draft, number: int) -> Bag | None:
    return next((bag for bag in draft.state.bags if bag.entry == number), None)
