"""Rulings that differ, and who stands near the next step, on paper: a table for each group."""

from dataclasses import replace

from reports import consistency as differently
from reports import discipline as ladder
from reports.figures.sheets import Sheet
from reports.stored.paper import Part, part

SHARED = 4  # columns that are the same in a whole group, and stand above it
ONE, OTHER = (
    "Ruled differently under one version of the rulebook.",
    "Only versions of the rulebook differ.",
)


def of_rulings(found: differently.Found) -> tuple[Part, ...]:
    """A table a group, with what its rulings have in common in its note."""
    return tuple(part(_group(found, group)) for group in found.groups)


def of_ladder(found: ladder.Discipline) -> tuple[Part, ...]:
    """As the page has them, those of whom there are any."""
    lists = (
        ("near", "Next step keeps them out", found.near),
        ("suspended", "Suspended", found.suspended),
        ("barred", "Barred", found.barred),
        ("others", "Others with a sanction that counts", found.others),
    )
    return tuple(
        part(replace(ladder.sheet_of(people), key=key, title=title, note=""))
        for key, title, people in lists
        if people
    )


def _group(found: differently.Found, group: differently.Group) -> Sheet:
    whole = differently.sheet(replace(found, groups=(group,)))
    outcomes = "; ".join(f"{count} times: {said}" for said, count in group.outcomes)
    note = " ".join(
        (f"{group.told}." if group.told else "", f"{outcomes}.", ONE if group.otherwise else OTHER)
    )
    return replace(
        whole,
        title=group.title,
        columns=whole.columns[SHARED:],
        rows=tuple(row[SHARED:] for row in whole.rows),
        note=note.strip(),
    )  # fmt: skip
