"""Inconsistent rulings and the discipline ladder as PDF, one table per group."""

from dataclasses import replace

from reports import consistency as differently
from reports import discipline as ladder
from reports.archive.pdf import PrintedSheet, part
from reports.figures.sheets import Sheet

SHARED_COLUMNS = 4  # columns equal in the whole group, shown above it
ONE, OTHER = (
    "Ruled differently under one version of the rulebook.",
    "Only the rulebook version differs.",
)


def of_rulings(result: differently.ConsistencyResult) -> tuple[PrintedSheet, ...]:
    """Return one table per group; its note has what the rulings share."""
    return tuple(part(_group(result, group)) for group in result.groups)


def of_ladder(discipline: ladder.Discipline) -> tuple[PrintedSheet, ...]:
    """Return the tables of the page that are not empty."""
    lists = (
        ("near", "One step from a suspension or bar", discipline.near),
        ("suspended", "Suspended", discipline.suspended),
        ("barred", "Barred", discipline.barred),
        ("others", "Others with an active sanction", discipline.others),
    )
    return tuple(
        part(replace(ladder.sheet_of(people), key=key, title=title, note=""))
        for key, title, people in lists
        if people
    )


def _group(result: differently.ConsistencyResult, group: differently.Group) -> Sheet:
    sheet = differently.sheet(replace(result, groups=(group,)))
    outcomes = "; ".join(f"{count} times: {text}" for text, count in group.outcomes)
    note = " ".join(
        (
            f"{group.facts_text}." if group.facts_text else "",
            f"{outcomes}.",
            ONE if group.differs_within_version else OTHER,
        )
    )
    return replace(
        sheet,
        title=group.title,
        columns=sheet.columns[SHARED_COLUMNS:],
        rows=tuple(row[SHARED_COLUMNS:] for row in sheet.rows),
        note=note.strip(),
    )  # fmt: skip
