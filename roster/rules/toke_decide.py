"""Decides commands about a room's tokes: a command becomes events, or is refused as a whole."""

from drop.rules.counting import Agent, CountEntry, CountStatus, check_agent, parse_count, standing
from poker.handlers import DecideOn
from poker.logs.outcome import Outcome
from poker.refusal import Refusal
from roster.rules import toke_commands as c
from roster.rules import toke_decide_splits as splits
from roster.rules import toke_events as e
from roster.rules.toke_draft import TokeDraft
from roster.rules.toke_evolve import evolve
from roster.rules.toke_shares import WHOLE, difference
from roster.rules.toke_state import Split, TokeBox, TokeCount, TokePolicy, Tokes


def run(tokes: Tokes, command: c.TokeCommand, *, now: int) -> Outcome[Tokes, e.TokeEvent]:
    """Return the events of a command and the tokes after them. `now` is in Unix milliseconds. Raises `Refusal`."""
    draft = TokeDraft(tokes, evolve)
    _DECIDE[type(command)](draft, command, now)
    return draft.outcome()


def count_status(box: TokeBox) -> CountStatus:
    """Return who counted a box in this round, and whether two counts agree."""
    return standing([_entry(count) for count in box.counts])


def _set_policy(draft: TokeDraft, command: c.SetPolicy, now: int) -> None:
    """Raises `Refusal`: `toke_percent`, `toke_group_twice`."""
    percents = [other.percent for other in command.others]
    if any(percent < 1 for percent in percents) or sum(percents) >= WHOLE:
        raise Refusal("toke_percent")
    keys = {other.key for other in command.others}
    if len(keys) < len(command.others):
        raise Refusal("toke_group_twice")
    policy = TokePolicy(
        version=draft.state.policy.version + 1,
        mode=command.mode,
        period=command.period,
        pay_weeks=command.pay_weeks,
        pay_from=command.pay_from,
        others=command.others,
    )
    draft.record(e.PolicySet(policy, command.reason.strip()))


def _pull(draft: TokeDraft, command: c.PullBoxes, now: int) -> None:
    """Raises `Refusal`: `toke_no_policy`, `number_twice`, `toke_box_out`, `toke_kept`, `toke_pooled`."""
    policy = draft.state.policy
    if not policy.version:
        raise Refusal("toke_no_policy")
    labels: set[str] = set()
    for pickup in command.pickups:
        if pickup.label in labels:
            raise Refusal("number_twice", "", number=pickup.label)
        labels.add(pickup.label)
        if pickup.source == "dealer" and policy.mode != "kept":
            raise Refusal("toke_pooled", "", label=pickup.label)
        if pickup.source != "dealer" and policy.mode == "kept":
            raise Refusal("toke_kept", "", label=pickup.label)
        _check_label(draft.state, pickup.label)
    for pickup in command.pickups:
        box = TokeBox(
            number=draft.state.pulled + 1,
            source=pickup.source,
            ref=pickup.ref,
            title=pickup.title,
            day=command.day,
            label=pickup.label,
            chips=command.chips,
            at=now,
            by=command.by,
        )
        draft.record(e.BoxPulled(box))


def _check_label(tokes: Tokes, label: str) -> None:
    """Refuse the label of a box that is pulled and not counted yet, because it can't be at a table."""
    for box in tokes.boxes:
        if box.label == label and not box.is_counted:
            raise Refusal("toke_box_out", "", label=label, title=box.title)


def _count(draft: TokeDraft, command: c.CountBox, now: int) -> None:
    """Raises `Refusal`: `no_toke_box`, `count_closed`, `same_agent`, `no_supervisor`, `other_agent`, `count_moved`,
    `bad_pieces`, `total_differs`.
    """
    box = draft.box(command.box)
    if box.is_counted:
        raise Refusal("count_closed")
    status = count_status(box)
    check_agent(status, _agent(command.by, command.name, command.supervises, command.manages))
    if status.round != command.round:
        raise Refusal("count_moved")
    if {value for value, _ in command.pieces} != {*box.chips}:
        raise Refusal("bad_pieces")
    # A room without plaques has no denominations: then only the total is counted.
    pieces = parse_count(command.pieces, command.total) if box.chips else ()
    count = TokeCount(
        round=status.round,
        by=command.by,
        name=command.name,
        pieces=pieces,
        total=command.total,
        supervises=command.supervises,
    )
    draft.record(e.CountEntered(box.number, count))
    agreed = count_status(draft.box(box.number)).agreed
    if agreed is not None:
        draft.record(e.BoxCounted(box.number, agreed.total, now))


def _entry(count: TokeCount) -> CountEntry:
    agent = _agent(count.by, count.name, count.supervises)
    return CountEntry(count.round, agent, count.pieces, count.total)


def _agent(key: str, name: str, supervises: bool, manages: bool = False) -> Agent:
    """Return the agent of a staff key such as "staff.7"."""
    return Agent(int(key.rpartition(".")[2]), name, supervises, manages)


def _correct(draft: TokeDraft, command: c.CorrectBox, now: int) -> None:
    """Raises `Refusal`: `no_toke_box`, `toke_not_counted`, `toke_split_open`, `toke_same_total`."""
    box = draft.state.box(command.box) or command.counted
    if box is None:
        raise Refusal("no_toke_box", "", number=command.box)
    if not box.is_counted:
        raise Refusal("toke_not_counted", "", box=box.title)
    if draft.state.box(command.box) and box.split:
        raise Refusal("toke_split_open", "", box=box.title, split=box.split)
    if command.total == box.total:
        raise Refusal("toke_same_total", "", box=box.title, total=box.total)
    reason = command.reason.strip()
    is_split = command.chain is not None
    draft.record(e.BoxCorrected(box, command.total, reason, command.by, now, is_split))
    if command.chain is None:
        return
    root = command.chain.split
    pending = draft.state.correction_of(root.number)
    if pending is not None:
        draft.record(e.SplitWithdrawn(pending.number, reason, command.by))
    lines = difference(command.chain, box.number, command.total)
    if lines:
        split = Split(
            0, "correction", root.first, root.last, (box.number,), 0, command.by, root.number
        )
        draft.propose(split, lines, now)


def _adjust(draft: TokeDraft, command: c.AdjustHours, now: int) -> None:
    """Raises `Refusal`: `toke_no_minutes`, `toke_day_paid`, `toke_hours_below`."""
    if not command.minutes:
        raise Refusal("toke_no_minutes")
    if command.worked + command.minutes < 0:
        raise Refusal("toke_hours_below", "", worked=command.worked, day=command.day)
    if command.day <= draft.state.paid_through:
        raise Refusal("toke_day_paid", "", day=command.day, last=draft.state.paid_through)
    draft.record(
        e.HoursAdjusted(
            number=draft.state.adjusted + 1,
            dealer=command.dealer,
            day=command.day,
            minutes=command.minutes,
            reason=command.reason.strip(),
            by=command.by,
            at=now,
        )
    )


_DECIDE: dict[type[c.TokeCommand], DecideOn[TokeDraft]] = {
    c.SetPolicy: _set_policy,
    c.PullBoxes: _pull,
    c.CountBox: _count,
    c.CorrectBox: _correct,
    c.Withhold: splits.withhold,
    c.ProposeSplit: splits.propose,
    c.ProposeEventSplit: splits.propose_event,
    c.ApproveSplit: splits.approve,
    c.WithdrawSplit: splits.withdraw,
    c.AdjustHours: _adjust,
    c.ClosePayroll: splits.close,
}
