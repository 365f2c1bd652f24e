"""Texts about the effect of a plaque's next version at tables."""

from collections.abc import Sequence

from manage_ui.forms.effective_from import EffectiveFrom
from manage_ui.messages import at_tables
from tables.models import ScheduledPlaque, Table


def affected_tables(
    tables: Sequence[Table], picked: Sequence[str], begins: EffectiveFrom | None = None
) -> list[str]:
    """Return the effect of a new version at each group of tables, as sentences.

    picked: keys of the tables that take it; begins: when it takes effect, None for the next hand.
    """
    sentences = []
    open_tables = [table for table in tables if table.is_open]
    takes = [table for table in open_tables if str(table.pk) in picked]
    keeps = [table for table in open_tables if str(table.pk) not in picked]
    closed = [table for table in tables if not table.is_open]
    if begins is not None:
        sentences.append(f"Pending until {begins.words}. It can be withdrawn until then.")
    if takes:
        then = "first hand after that" if begins else "next hand"
        sentences.append(f"Takes effect with the {then} at {at_tables(takes)}.")
    if keeps:
        sentences.append(f"{at_tables(keeps)}: open, keeping the current plaque.")
    if closed and sentences:
        show = "shows it when it opens" if len(closed) == 1 else "show it when they open"
        sentences.append(f"{at_tables(closed)}: closed; {show}.")
    return sentences


def pending_changes(waiting: Sequence[ScheduledPlaque]) -> list[str]:
    """Return a sentence for each pending change, which will apply on top of this one."""
    return [
        f"Pending from {plaque_due.begins}, set by {plaque_due.asked_alias}: "
        + "; ".join(f"{label} {before} → {after}" for label, before, after in plaque_due.said)
        + ". That still applies on top of this."
        for plaque_due in waiting
    ]
