"""The open floor call of a table, from its state and log because the public view does not contain it."""

from collections.abc import Sequence
from dataclasses import dataclass

from poker.irregularities.model import Irregularity
from poker.irregularities.propose import possible_irregularities
from poker.state import Table
from poker.timeline import CommandEvents
from rulings.calls.call_assessment import CallAssessment, assess_state


@dataclass(frozen=True)
class OpenCall:
    rows: tuple[Irregularity, ...]  # currently possible irregularities, likeliest first
    # Assessment of the reported irregularity, None until one is reported.
    weighed: CallAssessment | None = None


def read_call(table: Table, batches: Sequence[CommandEvents]) -> OpenCall | None:
    """Return the open call of a table, or None. batches: its log since the last checkpoint."""
    if table.floor is None:
        return None
    assessment = assess_state(table, batches)
    return OpenCall(
        rows=possible_irregularities(table), weighed=assessment if assessment.row else None
    )
