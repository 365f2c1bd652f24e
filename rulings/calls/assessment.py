"""Assessment of a table's call, for supervisor and dealer, and precedents."""

from datetime import datetime, timedelta

from poker import codec
from poker.calls import RemedyStep
from poker.irregularities.evaluate import Proposal, ProposedStep
from poker.irregularities.propose import PreviewRow, preview_steps
from poker.timeline import rolled_back
from rulings.calls.call_assessment import CallAssessment, assess_state
from rulings.calls.models import Ruling
from staff.models import Room
from tables import table_log
from tables.models import Table

LOOKBACK = timedelta(days=30)


def assess_call(table: Table) -> CallAssessment:
    """Return the assessment of the open call of a table. Raises `Refusal`: `no_floor_call`."""
    state = codec.decode_state(bytes(table.stream.state))
    return assess_state(state, table_log.since_checkpoint(table.stream) if state.floor else ())


def precedents(
    *, room: Room, key: str, now: datetime, most: int = 5
) -> tuple[int, int, list[Ruling]]:
    """Return the rulings on this irregularity in 30 days: their number, how many followed the proposal, and the
    newest.
    """
    rulings = Ruling.objects.filter(
        room=room, key=key, kind=Ruling.Kind.RULING, at__gte=now - LOOKBACK, at__lte=now
    )
    newest = list(rulings.select_related("table", "by")[:most])
    return rulings.count(), rulings.exclude(decision=Ruling.Decision.OVERRIDDEN).count(), newest


def preview_remedy(
    *, table: Table, steps: tuple[RemedyStep, ...], back: str
) -> tuple[PreviewRow, ...]:
    """Return the deck after each step of a composed remedy. Raises `Refusal` if it cannot be executed."""
    batches = table_log.since_checkpoint(table.stream)
    before = rolled_back(batches, back)[1]
    proposed_steps = tuple(ProposedStep(step.say, step.do, step.when) for step in steps)
    return preview_steps(
        before, Proposal("", "", "-", "", "A", "", False, back, proposed_steps, ())
    )
