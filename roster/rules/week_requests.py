"""Decides what dealers ask of a published plan: give-ups, swaps, pick-ups, and their approval."""

from collections.abc import Sequence

from msgspec.structs import replace

from poker.refusal import Refusal
from roster.rules import week_commands as c
from roster.rules import week_events as e
from roster.rules.week_draft import WeekDraft, refuse_begun, refuse_broken
from roster.rules.week_state import Request, Shift

REMOVED = "removed"  # the reason of a request that ends because its dealer left the crew


def give_up(draft: WeekDraft, command: c.GiveUp, now: int) -> None:
    """Raises `Refusal`: `shift_gone`, `not_own_shift`, `shift_begun`, `request_open`."""
    shift = draft.own_shift(command.shift, command.dealer)
    refuse_begun(shift, now)
    draft.refuse_second_request(shift.id)
    request = Request(
        number=draft.state.asked + 1,
        kind="give_up",
        shift=shift.id,
        dealer=command.dealer,
        at=now,
    )
    draft.record(e.RequestMade(request))


def propose_swap(draft: WeekDraft, command: c.ProposeSwap, now: int) -> None:
    """Raises `Refusal`: `shift_gone`, `not_own_shift`, `shift_begun`, `request_open`, `swap_no_one`, `breaks_rule`."""
    shift = draft.own_shift(command.shift, command.dealer)
    other = draft.shift(command.other)
    refuse_begun(shift, now)
    refuse_begun(other, now)
    if other.dealer in ("", command.dealer):
        raise Refusal("swap_no_one")
    draft.refuse_second_request(shift.id, other.id)
    request = Request(
        number=draft.state.asked + 1,
        kind="swap",
        shift=shift.id,
        dealer=command.dealer,
        to=other.dealer,
        other=other.id,
        at=now,
    )
    refuse_broken(draft.state, _dealers(request, other.dealer), command.facts)
    draft.record(e.RequestMade(request))


def _dealers(request: Request, taker: str) -> dict[int, str]:
    """Return the dealer of each shift after a request."""
    if request.kind == "swap":
        return {request.shift: taker, request.other: request.dealer}
    return {request.shift: taker}


def take_shift(draft: WeekDraft, command: c.TakeShift, now: int) -> None:
    """Take an offered shift, accept a swap, or pick up an open shift.

    Raises `Refusal`: `shift_gone`, `no_request`, `shift_taken`, `own_shift`, `swap_not_yours`, `shift_begun`,
    `shift_over`, `shift_not_open`, `request_open`, `breaks_rule`.
    """
    if not command.request:
        _pick_up(draft, command, now)
        return
    request = draft.request(command.request)
    if request.status != "open":
        raise Refusal("shift_taken")
    if request.kind == "swap" and request.to != command.dealer:
        raise Refusal("swap_not_yours")
    if request.dealer == command.dealer:
        raise Refusal("own_shift")
    _refuse_begun_request(draft, request, now)
    refuse_broken(draft.state, _dealers(request, command.dealer), command.facts)
    draft.record(e.RequestTaken(request.number, command.dealer))
    _approve_by_rule(draft, request.number, command)


def _pick_up(draft: WeekDraft, command: c.TakeShift, now: int) -> None:
    shift = draft.shift(command.shift)
    if shift.dealer:
        raise Refusal("shift_not_open")
    if shift.end <= now:
        raise Refusal("shift_over")
    draft.refuse_second_request(shift.id)
    request = Request(
        number=draft.state.asked + 1,
        kind="pick_up",
        shift=shift.id,
        to=command.dealer,
        status="taken",
        at=now,
    )
    refuse_broken(draft.state, _dealers(request, command.dealer), command.facts)
    draft.record(e.RequestMade(request))
    _approve_by_rule(draft, request.number, command)


def _refuse_begun_request(draft: WeekDraft, request: Request, now: int) -> None:
    """Raises `Refusal`: `shift_begun`, `shift_over`. An open shift can be picked up until its end."""
    shift = draft.shift(request.shift)
    if request.kind == "pick_up":
        if shift.end <= now:
            raise Refusal("shift_over")
        return
    refuse_begun(shift, now)
    if request.other:
        refuse_begun(draft.shift(request.other), now)


def _approve_by_rule(draft: WeekDraft, number: int, command: c.TakeShift) -> None:
    """Approve at once what a supervisor gives, and everything in a house whose supervisors don't sign."""
    if command.facts.rules.approves_swaps and not command.is_given:
        return
    draft.record(e.RequestDecided(number, True, command.by if command.is_given else "", ""))
    _assign(draft, number)


def _assign(draft: WeekDraft, number: int) -> None:
    request = draft.request(number)
    for shift_id, dealer in _dealers(request, request.to).items():
        before: Shift = draft.shift(shift_id)
        draft.record(e.DealerAssigned(shift_id, dealer, before.dealer, request.kind))


def decide_request(draft: WeekDraft, command: c.DecideRequest, now: int) -> None:
    """Raises `Refusal`: `no_request`, `request_decided`, `refusal_reason`, `shift_begun`, `shift_over`, a hard rule."""
    request = draft.request(command.number)
    if request.status != "taken":
        raise Refusal("request_decided", "", status=request.status)
    reason = command.reason.strip()
    if not command.is_approved:
        if not reason:
            raise Refusal("refusal_reason")
        draft.record(e.RequestDecided(request.number, False, command.by, reason))
        return
    _refuse_begun_request(draft, request, now)
    refuse_broken(draft.state, _dealers(request, request.to), command.facts)
    draft.record(e.RequestDecided(request.number, True, command.by, reason))
    _assign(draft, request.number)


def withdraw_request(draft: WeekDraft, command: c.WithdrawRequest, now: int) -> None:
    """Take a request back. A shift that its taker no longer wants is offered to everyone again.

    Raises `Refusal`: `no_request`, `not_own_request`, `request_decided`.
    """
    request = draft.request(command.number)
    if command.dealer not in (request.dealer, request.to):
        raise Refusal("not_own_request")
    if request.status not in ("open", "taken"):
        raise Refusal("request_decided", "", status=request.status)
    draft.record(e.RequestWithdrawn(request.number))
    if request.kind == "give_up" and command.dealer == request.to:
        _offer_again(draft, request, now)


def _offer_again(draft: WeekDraft, request: Request, now: int) -> None:
    """Offer a given-up shift to everyone again after its taker backed out, unless it has begun."""
    shift = draft.state.shift(request.shift)
    if shift is None or shift.dealer != request.dealer or shift.start <= now:
        return
    offer = Request(
        number=draft.state.asked + 1,
        kind="give_up",
        shift=request.shift,
        dealer=request.dealer,
        at=now,
    )
    draft.record(e.RequestMade(offer))


def remove_dealer(draft: WeekDraft, command: c.RemoveDealer, now: int) -> None:
    """Open the shifts of a dealer that have not begun, in the draft too, and end their requests."""
    dealer = command.dealer
    for request in draft.state.requests:
        if request.status in ("open", "taken") and dealer in (request.dealer, request.to):
            draft.record(e.RequestWithdrawn(request.number, REMOVED))
    for shift in _future_shifts(draft.state.published, dealer, now):
        draft.record(e.DealerAssigned(shift.id, "", dealer, "removed"))
    for shift in _future_shifts(draft.state.draft, dealer, now):
        draft.record(e.ShiftChanged(replace(shift, dealer="", is_fixed=False)))
    for row in draft.state.early_outs:
        if row.dealer == dealer and row.status == "asked":
            draft.record(e.EarlyOutWithdrawn(row.number))


def _future_shifts(shifts: Sequence[Shift], dealer: str, now: int) -> list[Shift]:
    return [shift for shift in shifts if shift.dealer == dealer and shift.start > now]
