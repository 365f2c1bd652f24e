"""Supervisors' sections: who has which tables, how many of them are open, and whether that is too many."""

from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_uppercase

from poker.lineup.state import MOST_TABLES, Dealers


@dataclass(frozen=True, slots=True)
class Block:
    """A section. letter: its place in the room, A first; limit: open tables above which it is warned."""

    key: str
    name: str
    letter: str
    tables: tuple[str, ...]
    open: int
    limit: int

    @property
    def pips(self) -> list[str]:
        """One for each table that it may have: full, more than it should, or still free."""
        full = ["on"] * min(self.open, self.limit)
        return full + ["over"] * (self.open - len(full)) + ["off"] * (self.limit - len(full))

    @property
    def state(self) -> str:
        """over, full, or "" for room to spare."""
        return "over" if self.open > self.limit else "full" if self.open == self.limit else ""

    @property
    def word(self) -> str:
        """The number as it is said: "7", "8 full", "9, 1 over 8"."""
        if self.open > self.limit:
            return f"{self.open}, {self.open - self.limit} over {self.limit}"
        return f"{self.open} full" if self.open == self.limit else str(self.open)

    @property
    def warning(self) -> str:
        """A sentence where it is too many."""
        if self.open > MOST_TABLES:
            return f"{self.name} has {self.open} open tables; {MOST_TABLES} are the most. Give some to another."
        if self.open > self.limit:
            return f"{self.name} has {self.open} open tables; the house wants {self.limit} at most."
        return ""


def blocks(dealers: Dealers) -> list[Block]:
    """Every section in the order in which they were made."""
    return [
        Block(
            key=one.key,
            name=one.name,
            letter=ascii_uppercase[i] if i < len(ascii_uppercase) else "",
            tables=one.tables,
            open=dealers.open_of(one.tables),
            limit=dealers.policy.section_tables,
        )
        for i, one in enumerate(dealers.sections)
    ]


def nobodys(dealers: Dealers, tables: Iterable[str]) -> list[str]:
    """Tables that are in no section."""
    taken = {name for one in dealers.sections for name in one.tables}
    return [name for name in tables if name not in taken]
