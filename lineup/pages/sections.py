"""Supervisors' sections: their tables, the number of open tables, and whether that is too many."""

from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_uppercase

from lineup.rules.state import MOST_TABLES, Lineup


@dataclass(frozen=True, slots=True)
class SectionRow:
    key: str
    name: str
    letter: str  # the letter of the section in the room, starting with A
    tables: tuple[str, ...]
    open: int
    limit: int  # the number of open tables above which a warning appears

    @property
    def pips(self) -> list[str]:
        """Return one pip per table up to the limit, "on" or "off", and an "over" for each table above it."""
        full = ["on"] * min(self.open, self.limit)
        return full + ["over"] * (self.open - len(full)) + ["off"] * (self.limit - len(full))

    @property
    def state(self) -> str:
        """Return "over", "full", or "" below the limit."""
        return "over" if self.open > self.limit else "full" if self.open == self.limit else ""

    @property
    def count_text(self) -> str:
        """Return the number of open tables as text: "7", "8 full", "9, 1 over 8"."""
        if self.open > self.limit:
            return f"{self.open}, {self.open - self.limit} over {self.limit}"
        return f"{self.open} full" if self.open == self.limit else str(self.open)

    @property
    def warning(self) -> str:
        """Return a warning if there are too many open tables."""
        if self.open > MOST_TABLES:
            return (
                f"{self.name} has {self.open} open tables; the limit is {MOST_TABLES}."
                " Give some to another supervisor."
            )
        if self.open > self.limit:
            return f"{self.name} has {self.open} open tables; house maximum is {self.limit}."
        return ""


def blocks(dealers: Lineup) -> list[SectionRow]:
    """Return every section in order of creation."""
    return [
        SectionRow(
            key=section.key,
            name=section.name,
            letter=ascii_uppercase[i] if i < len(ascii_uppercase) else "",
            tables=section.tables,
            open=dealers.open_of(section.tables),
            limit=dealers.policy.section_tables,
        )
        for i, section in enumerate(dealers.sections)
    ]


def unassigned_tables(dealers: Lineup, tables: Iterable[str]) -> list[str]:
    """Return the tables that are in no section."""
    assigned = {name for section in dealers.sections for name in section.tables}
    return [name for name in tables if name not in assigned]
