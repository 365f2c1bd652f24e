"""Decides commands about splits of tokes and their payroll."""

from poker.refusal import Refusal
from roster.rules import toke_commands as c
from roster.rules import toke_events as e
from roster.rules.toke_draft import TokeDraft
from roster.rules.toke_shares import shares
from roster.rules.toke_state import BoxTotal, Split, TokeBox, Tokes

BASIS_POINTS = 10_000


def withhold(draft: TokeDraft, command: c.Withhold, now: int) -> None:
    """Raises `Refusal`: `toke_no_policy`, `toke_withheld`, `toke_basis`, `toke_event_nothing`."""
    if not draft.state.policy.version:
        raise Refusal("toke_no_policy")
    if command.earlier:
        raise Refusal("toke_withheld", "", title=command.title, box=command.earlier)
    if command.basis == "percent" and command.value > BASIS_POINTS:
        raise Refusal("toke_basis", "", text=str(command.value // 100))
    amounts = {
        "plan": command.staff,
        "percent": command.pool * command.value // BASIS_POINTS,
        "amount": command.value,
    }
    amount = amounts[command.basis]
    if amount <= 0:
        raise Refusal("toke_event_nothing", "", title=command.title)
    box = TokeBox(
        number=draft.state.pulled + 1,
        source="event",
        ref=str(command.event),
        title=command.title,
        day=command.day,
        at=now,
        by=command.by,
        total=amount,
    )
    draft.record(e.EventWithheld(box))


def propose(draft: TokeDraft, command: c.ProposeSplit, now: int) -> None:
    """Raises `Refusal`: `toke_no_policy`, `toke_period_open`, `toke_uncounted`, `toke_box_split`, `toke_nothing`,
    `toke_no_hours`.
    """
    if not draft.state.policy.version:
        raise Refusal("toke_no_policy")
    if command.today <= command.last:
        raise Refusal("toke_period_open", "", last=command.last)
    boxes = _boxes_to_split(draft.state, command)
    if not boxes:
        raise Refusal("toke_nothing", "", first=command.first, last=command.last)
    policy = draft.state.policy
    has_pool = any(box.source != "dealer" for box in boxes)
    if has_pool and not any(row.value > 0 for row in command.weights):
        unit = "downs" if policy.unit == "downs" else "hours"
        raise Refusal("toke_no_hours", "", unit=unit, first=command.first, last=command.last)
    lines = shares(
        [_total(box) for box in boxes],
        others=policy.others,
        weights=command.weights if has_pool else (),
        unit=policy.unit,
    )
    numbers = tuple(box.number for box in boxes)
    split = Split(0, "period", command.first, command.last, numbers, 0, command.by)
    draft.propose(split, lines, now)


def _boxes_to_split(tokes: Tokes, command: c.ProposeSplit) -> list[TokeBox]:
    """Return the boxes of a period that are counted and in no split."""
    for number in command.boxes:
        box = tokes.box(number)
        if box is None or box.split:
            raise Refusal("toke_box_split", "", number=number)
    in_period = [
        box
        for box in tokes.boxes
        if box.source != "event" and command.first <= box.day <= command.last
    ]
    for box in in_period:
        if not box.is_counted:
            raise Refusal("toke_uncounted", "", box=box.title, label=box.label)
    return [box for box in in_period if not box.split]


def propose_event(draft: TokeDraft, command: c.ProposeEventSplit, now: int) -> None:
    """Raises `Refusal`: `no_toke_box`, `toke_box_split`, `toke_no_downs`."""
    box = draft.box(command.box)
    if box.source != "event":
        raise Refusal("no_toke_box", "", number=command.box)
    if box.split:
        raise Refusal("toke_box_split", "", number=box.number)
    if not any(row.value > 0 for row in command.weights):
        raise Refusal("toke_no_downs", "", title=box.title)
    lines = shares([_total(box)], weights=command.weights, unit="downs", kind="event")
    split = Split(0, "event", box.day, box.day, (box.number,), 0, command.by)
    draft.propose(split, lines, now)


def _total(box: TokeBox) -> BoxTotal:
    return BoxTotal(box.number, box.source, box.ref, box.total)


def approve(draft: TokeDraft, command: c.ApproveSplit, now: int) -> None:
    """Raises `Refusal`: `no_toke_split`, `toke_same_person`."""
    split = draft.open_split(command.number)
    if split.by == command.by:
        raise Refusal("toke_same_person", "", number=split.number)
    event = e.SplitApproved(split.number, command.by, command.first, command.last, now)
    draft.record(event)


def withdraw(draft: TokeDraft, command: c.WithdrawSplit, now: int) -> None:
    """Raises `Refusal`: `no_toke_split`, `toke_correction_stays`."""
    split = draft.open_split(command.number)
    if split.about:
        raise Refusal("toke_correction_stays", "", number=split.number)
    draft.record(e.SplitWithdrawn(split.number, command.reason.strip(), command.by))


def close(draft: TokeDraft, command: c.ClosePayroll, now: int) -> None:
    """Raises `Refusal`: `toke_no_policy`, `payroll_closed`, `payroll_earlier`, `payroll_running`, `payroll_boxes`,
    `payroll_splits`.
    """
    tokes = draft.state
    if not tokes.policy.version:
        raise Refusal("toke_no_policy")
    if command.last <= tokes.paid_through:
        raise Refusal("payroll_closed", "", first=command.first, last=command.last)
    if command.due and command.due < command.first:
        raise Refusal("payroll_earlier", "", first=command.due)
    if command.today <= command.last:
        raise Refusal("payroll_running", "", last=command.last)
    boxes = [box for box in tokes.boxes if box.day <= command.last and not box.split]
    if boxes:
        raise Refusal("payroll_boxes", "", count=len(boxes), box=boxes[0].title)
    splits = [split for split in tokes.splits if split.last <= command.last]
    if splits:
        raise Refusal("payroll_splits", "", number=splits[0].number)
    event = e.PayrollClosed(command.first, command.last, command.rows, command.by, now)
    draft.record(event)
