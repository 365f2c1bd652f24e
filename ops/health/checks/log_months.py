"""The monthly partitions of the log: whether the next months have one, and whether entries had to go elsewhere."""

from dataclasses import replace
from datetime import datetime

from journal.partitions import (
    MONTHS_AHEAD,
    default_entries,
    has_partitions,
    month_number,
    month_text,
    months_ahead,
    partitions,
)
from ops.health.part import HealthPart, Step
from ops.health.phrases import counted

MOST = 1000  # limit for counting entries of the default partition

PREPARE = Step("Create them now. The room does not notice.", manage="journal_months")
WORKERS = Step("Bring worker and beat back: they create partitions every hour.")


def check_months(now: datetime) -> HealthPart | None:
    """Return for how many months there are partitions; None on SQLite, which has no partitions."""
    if not has_partitions():
        return None
    ahead = months_ahead(now)
    waiting = default_entries(MOST)
    last = month_text(month_number(now) + max(ahead, 0))
    part = HealthPart(
        key="months",
        title="Months of the log",
        facts=(f"{counted(len(partitions()) - 1, 'partition')}, the last one for {last}",),
        values=(("ahead", ahead), ("default", waiting)),
    )
    if waiting:
        some = f"{waiting:,}{' or more' if waiting >= MOST else ''}"
        return replace(
            part,
            level="soon",
            state="no partition",
            headline=f"A month of the log had no partition; entries in the default one: {some}",
            facts=("they are stored and verified as all others", *part.facts),
            steps=(PREPARE, WORKERS),
        )
    if ahead < MONTHS_AHEAD - 1:
        headline = f"The last partition of the log is for {last}"
        if ahead < 0:
            headline = "The current month of the log has no partition"
        return replace(
            part, level="soon", state="not ahead", headline=headline, steps=(PREPARE, WORKERS)
        )
    return part
