"""Rows of who may get in as people read them: a person a line, and those who are looked for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from access.holders import Holder
from access.leaving import DOORS
from tables.staffing import ROLES

SUPERUSER = "superuser"
LOOKED_FOR = (*ROLES, SUPERUSER)


@dataclass(frozen=True, slots=True)
class Held:
    """One line; said: the row as the report keeps it, uses: door and time, the last one first; pk: of the account,
    0 in a report that is kept.
    """

    said: Mapping[str, Any]
    uses: list[tuple[str, str]]
    pk: int = 0

    @property
    def since(self) -> str:
        """When the role was given."""
        return str(self.said.get("role since") or "")

    @property
    def by(self) -> str:
        """Who gave it."""
        return str(self.said.get("given by") or "")

    @property
    def works(self) -> bool:
        """Whether somebody works here."""
        return bool(self.said.get("works here"))

    @property
    def locked(self) -> bool:
        """After too many wrong PINs."""
        return bool(self.said.get("locked out"))

    @property
    def factor(self) -> bool:
        """Whether there is a second factor."""
        return bool(self.said.get("second factor"))


def held(rows: Iterable[Mapping[str, Any]], who: Iterable[Holder] = ()) -> list[Held]:
    """Of a report's rows; who: the same people, where something may be done with them."""
    numbers = [one.user.pk for one in who]
    return [Held(row, _uses(row), numbers[at] if numbers else 0) for at, row in enumerate(rows)]


def looked_for(lines: Iterable[Held], words: str, role: str) -> list[Held]:
    """Those with these words in alias, badge or name, and of this role; "" is everybody."""
    wanted = words.strip().lower()
    return [
        one
        for one in lines
        if (not role or role in str(one.said.get("role", "")).split(", "))
        and any(
            wanted in str(one.said.get(name, "")).lower() for name in ("alias", "badge", "name")
        )
    ]


def _uses(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    found = [(door, str(row.get(f"last use: {door}") or "")) for door in DOORS]
    return sorted((one for one in found if one[1]), key=lambda one: one[1], reverse=True)
