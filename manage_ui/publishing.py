"""What a plaque's next version does at tables, in sentences: at once, or from a moment on."""

from collections.abc import Sequence

from manage_ui.forms.begins import Begins
from manage_ui.words import at_tables
from tables.models import PlaqueDue, Table


def touches(
    tables: Sequence[Table], picked: Sequence[str], begins: Begins | None = None
) -> list[str]:
    """What a new version does at tables. begins: it waits until then; None: with the next hand."""
    found = []
    open_ = [one for one in tables if one.is_open]
    takes = [one for one in open_ if str(one.pk) in picked]
    keeps = [one for one in open_ if str(one.pk) not in picked]
    closed = [one for one in tables if not one.is_open]
    if begins is not None:
        found.append(f"It waits until {begins.words}. Until then it can be withdrawn.")
    if takes:
        then = "first hand after that" if begins else "next hand"
        found.append(f"It takes effect with the {then} at {at_tables(takes)}.")
    if keeps:
        found.append(f"{at_tables(keeps)}: open, and what hangs there now stays.")
    if closed and found:
        show = "shows it when it opens" if len(closed) == 1 else "show it when they open"
        found.append(f"{at_tables(closed)}: closed, and {show}.")
    return found


def beside(waiting: Sequence[PlaqueDue]) -> list[str]:
    """What waits already and goes on waiting."""
    return [
        f"From {one.begins} waits what {one.asked_alias} asked for: "
        + "; ".join(f"{label} {before} → {after}" for label, before, after in one.said)
        + ". It stays, and comes on top of this."
        for one in waiting
    ]
