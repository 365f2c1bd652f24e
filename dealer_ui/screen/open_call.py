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
    """An open call."""

    rows: tuple[Irregularity, ...]  # irregularities that are possible now, likeliest first
    # assessment of the reported one, None until one is reported
    weighed: CallAssessment | None = None


def read_call(table: Table, batches: Sequence[CommandEvents]) -> OpenCall | None:
    """Return the open call of a table, None without one. batches: its log since the last checkpoint."""
    if table.floor is None:
        return None
    assessment = assess_state(table, batches)
    return OpenCall(
        rows=possible_irregularities(table), weighed=assessment if assessment.row else None
    )
