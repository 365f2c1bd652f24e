"""Messages about what a plaque's next version does at tables, now or at a set time."""

from collections.abc import Sequence

from manage_ui.forms.effective_from import EffectiveFrom
from manage_ui.messages import at_tables
from tables.models import ScheduledPlaque, Table


def affected_tables(
    tables: Sequence[Table], picked: Sequence[str], begins: EffectiveFrom | None = None
) -> list[str]:
    """Return what a new version does at tables. begins: scheduled for then; None: with the next hand."""
    results = []
    open_ = [table for table in tables if table.is_open]
    takes = [table for table in open_ if str(table.pk) in picked]
    keeps = [table for table in open_ if str(table.pk) not in picked]
    closed = [table for table in tables if not table.is_open]
    if begins is not None:
        results.append(f"Pending until {begins.words}. It can be withdrawn until then.")
    if takes:
        then = "first hand after that" if begins else "next hand"
        results.append(f"Takes effect with the {then} at {at_tables(takes)}.")
    if keeps:
        results.append(f"{at_tables(keeps)}: open, keeping the current plaque.")
    if closed and results:
        show = "shows it when it opens" if len(closed) == 1 else "show it when they open"
        results.append(f"{at_tables(closed)}: closed; {show}.")
    return results


def pending_changes(waiting: Sequence[ScheduledPlaque]) -> list[str]:
    """Return messages about pending changes that stay pending."""
    return [
        f"Pending from {plaque_due.begins}, set by {plaque_due.asked_alias}: "
        + "; ".join(f"{label} {before} → {after}" for label, before, after in plaque_due.said)
        + ". That still applies on top of this."
        for plaque_due in waiting
    ]
