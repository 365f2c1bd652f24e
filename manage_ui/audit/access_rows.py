"""The rows of the access report, one per account, and their filter."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from staff.account_holders import AccountHolder
from staff.permissions import ROLES
from staff.sessions import SIGN_IN_AREAS

SUPERUSER = "superuser"
FILTER_ROLES = (*ROLES, SUPERUSER)


@dataclass(frozen=True, slots=True)
class AccessRow:
    """One row of the access report."""

    report_row: Mapping[str, object]  # the row as stored with the report
    uses: list[tuple[str, str]]  # sign-in area and time, latest first
    pk: int = 0  # key of the account; 0 in a stored report

    @property
    def granted_at(self) -> str:
        return str(self.report_row.get("role since") or "")

    @property
    def granted_by(self) -> str:
        return str(self.report_row.get("given by") or "")

    @property
    def is_active(self) -> bool:
        return bool(self.report_row.get("works here"))

    @property
    def is_locked_out(self) -> bool:
        return bool(self.report_row.get("locked out"))

    @property
    def has_second_factor(self) -> bool:
        return bool(self.report_row.get("second factor"))


def access_rows(
    rows: Iterable[Mapping[str, object]], holders: Iterable[AccountHolder] = ()
) -> list[AccessRow]:
    """Return the rows of a report.

    holders: the same accounts in the same order, for a page that offers actions on them.
    """
    numbers = [holder.user.pk for holder in holders]
    return [
        AccessRow(row, _uses(row), numbers[at] if numbers else 0) for at, row in enumerate(rows)
    ]


def filter_rows(report_rows: Iterable[AccessRow], text: str, role: str) -> list[AccessRow]:
    """Return the rows with this text in alias, badge or name, and with this role; "" matches all."""
    wanted = text.strip().lower()
    return [
        access_row
        for access_row in report_rows
        if (not role or role in str(access_row.report_row.get("role", "")).split(", "))
        and any(
            wanted in str(access_row.report_row.get(name, "")).lower()
            for name in ("alias", "badge", "name")
        )
    ]


def _uses(row: Mapping[str, object]) -> list[tuple[str, str]]:
    uses = [(door, str(row.get(f"last use: {door}") or "")) for door in SIGN_IN_AREAS]
    return sorted((item for item in uses if item[1]), key=lambda item: item[1], reverse=True)
