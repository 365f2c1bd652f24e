"""Floor calls and final rulings (S-012)."""

from poker import commands as c
from poker import events as e
from poker import substantial_action
from poker.calls import FloorCall
from poker.command_lines import commands
from poker.decide.deal import ensure_dealt
from poker.draft import Draft
from poker.handlers import Decide
from poker.irregularities.load import catalogue
from poker.irregularities.report_checks import check_report
from poker.refusal import Refusal
from poker.remedies import check
from poker.state import Table

# Remedies possible between hands. Any other remedy concerns a hand and so implies that one has
# started.
BETWEEN = (
    c.ReleasePot,
    c.SetKill,
    c.SetButton,
    c.SitOut,
    c.SitIn,
    c.LeaveSeat,
    c.AddChips,
    c.PostShort,
    c.Straddle,
    c.DrawButton,
    c.ChooseGame,
    c.SetTracking,
)
MOST_FACTS = 60
_BETWEEN_TOO = frozenset({"between", "award", "seating", "any"})


def call_floor(draft: Draft, command: c.CallFloor, now: int) -> None:
    """Call a supervisor from the time of the tap; a second tap while a call is open changes nothing."""
    table = draft.table
    if table.floor is not None:
        return
    at = min(command.tapped or now, now)
    by = command.by or (table.dealer.key if table.dealer else "")
    street, substantial, number = _moment(table)
    draft.record(e.FloorCalled(at, street, substantial, number, by, command.earlier))


def earlier_tap_stored(draft: Draft, command_id: str) -> None:
    """Record that the draft's command was tapped before the open call, which then applies to the table after it."""
    street, substantial, number = _moment(draft.table)
    draft.record(e.EarlierTapStored(command_id, street, substantial, number))


def _moment(table: Table) -> tuple[str, dict[str, bool], int]:
    """Return the street, substantial action by each definition, and the number of the hand, or of the last one."""
    hand = table.hand
    if hand is None:
        return "", {}, table.hands
    street = table.game.streets[hand.street].name
    return street, substantial_action.by_definition(hand), hand.number


def report(draft: Draft, command: c.Report, now: int) -> None:
    """Record what happened; facts are added to earlier ones, and None removes a fact."""
    call = _call(draft)
    key = command.key or call.key
    check_report(key, command.facts)
    data: dict[str, object] = {} if key != call.key else dict(call.facts)
    data |= command.facts
    data = {name: value for name, value in data.items() if value is not None}
    if len(data) > MOST_FACTS:
        raise Refusal("too_many_facts", "S-012", facts=len(data), most=MOST_FACTS)
    if (key, data) != (call.key, call.facts):
        draft.record(e.FloorReported(key, data))


def confirm_delivery(draft: Draft, command: c.ConfirmDelivery, now: int) -> None:
    """Record that a floor screen shows this call; only the first screen is recorded."""
    call = draft.table.floor
    if call is not None and call.at == command.called_at and not call.delivered_at:
        draft.record(e.FloorDelivered(command.by, now))


def floor_seen(draft: Draft, command: c.FloorSeen, now: int) -> None:
    """Record that a supervisor acknowledged the call; only the first one is recorded."""
    if not _call(draft).seen_at:
        draft.record(e.FloorAnswered("seen", command.by, now))


def floor_coming(draft: Draft, command: c.FloorComing, now: int) -> None:
    """Record that a supervisor is on the way, which also acknowledges the call; a second one takes it over."""
    call = _call(draft)
    if not call.seen_at:
        draft.record(e.FloorAnswered("seen", command.by, now))
    if call.coming_by != command.by:
        draft.record(e.FloorAnswered("coming", command.by, now))


def floor_arrived(draft: Draft, command: c.FloorArrived, now: int) -> None:
    """Record that a supervisor is at the table."""
    floor_coming(draft, c.FloorComing(command.by), now)
    if not _call(draft).arrived_at:
        draft.record(e.FloorAnswered("arrived", command.by, now))


def cancel_floor(draft: Draft, command: c.CancelFloor, now: int) -> None:
    """Cancel the call; the log keeps the call and the reason."""
    _call(draft)
    if not command.reason.strip():
        raise Refusal("reason_missing", "S-012", command="cancel_floor")
    draft.record(e.FloorCanceled(command.reason.strip(), command.by))


def make_ruling(draft: Draft, command: c.MakeRuling, now: int) -> None:
    """Rule on the open call. Raises `Refusal`: `no_floor_call`, `reason_missing`, `remedy_open`.

    The engine immediately records the steps that the table already shows (`poker.engine.run`); the others wait.
    """
    _call(draft)
    if command.decision == "overridden" and not command.reason.strip():
        raise Refusal("reason_missing", "S-012", command="rule")
    check(command.steps)
    _streets_come(draft, command)
    if concerns_hand(command):
        ensure_dealt(draft)
    draft.record(
        e.RulingMade(
            ruling=command.ruling,
            result=command.result,
            by=command.by,
            decision=command.decision,
            at=now,
            key=command.key,
            outcome=command.outcome,
            clause=command.clause,
            reason=command.reason.strip(),
            facts=command.facts,
            steps=command.steps,
            back=command.back,
        )
    )


def _streets_come(draft: Draft, command: c.MakeRuling) -> None:
    """Raise `Refusal`: `bad_step` for a step that waits for a street this game does not have."""
    names = [street.name for street in draft.table.game.streets] if draft.table.stakes else []
    for step in command.steps:
        kind, _, street = step.when.partition(":")
        if kind == "street" and street not in names:
            raise Refusal("bad_step", "S-012", line=step.when)


def concerns_hand(ruling: c.MakeRuling) -> bool:
    """Return whether a remedy moves cards or chips of a hand, or waits for a hand, so that it implies a deal."""
    lines = (line for step in ruling.steps for line in step.do)
    if any(not isinstance(command, BETWEEN) for line in lines for command in commands(line)):
        return True
    row = catalogue().rows.get(ruling.key)
    of_the_deal = row is not None and "deal" in row.phases and not _BETWEEN_TOO & set(row.phases)
    return of_the_deal and any(step.when not in ("lies", "now") for step in ruling.steps)


def _call(draft: Draft) -> FloorCall:
    call = draft.table.floor
    if call is None:
        raise Refusal("no_floor_call", "S-012", table=draft.table.name)
    return call


FLOOR: dict[type[c.Command], Decide] = {
    c.CallFloor: call_floor,
    c.Report: report,
    c.ConfirmDelivery: confirm_delivery,
    c.FloorSeen: floor_seen,
    c.FloorComing: floor_coming,
    c.FloorArrived: floor_arrived,
    c.CancelFloor: cancel_floor,
}
