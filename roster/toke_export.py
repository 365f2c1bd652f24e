"""The payroll export as CSV. docs/payroll.md documents its columns."""

import csv
from collections.abc import Callable, Iterable
from datetime import date
from io import StringIO

from poker.amounts import typed_amount
from roster.rules.toke_state import PayrollRow
from roster.toke_payroll import Payroll
from staff.keys import staff_numbers
from staff.models import Staff
from web.printing.spreadsheet_cells import escape_formula

BYTE_ORDER_MARK = "\ufeff"  # Excel does not detect UTF-8 without it
Cell = Callable[[PayrollRow], object]


def _money(name: str) -> Cell:
    return lambda row: typed_amount(getattr(row, name))


def _figure(name: str) -> Cell:
    return lambda row: getattr(row, name)


# The columns after those of the dealer, in the order of the file. Names never change.
COLUMNS: dict[str, Cell] = {
    "regular_minutes": _figure("regular"),
    "overtime_minutes": _figure("overtime"),
    "holiday_minutes": _figure("holiday"),
    "adjusted_minutes": _figure("adjusted"),
    "breaks": _figure("breaks"),
    "break_minutes": _figure("break_minutes"),
    "downs": _figure("downs"),
    "event_downs": _figure("event_downs"),
    "tokes_own": _money("own"),
    "tokes_pool": _money("pool"),
    "tokes_event": _money("event"),
    "tokes_group": _money("other"),
    "tokes_corrections": _money("corrections"),
    "carried_in": _money("carried"),
    "tokes_paid": _money("paid"),
    "carried_out": _money("left"),
}
DEALER_COLUMNS = ("first_day", "last_day", "status", "badge", "alias")


def payroll_csv(payroll: Payroll) -> str:
    """Return the payroll of a pay period, a line for each dealer and group."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow([*DEALER_COLUMNS, *COLUMNS])
    badges = _badges(row.key for row in payroll.rows)
    status = "closed" if payroll.closed_at else "open"
    for row in payroll.rows:
        writer.writerow(
            [
                _day(payroll.period.first),
                _day(payroll.period.last),
                status,
                badges.get(row.key, ""),
                escape_formula(row.name),
                *(cell(row) for cell in COLUMNS.values()),
            ]
        )
    return BYTE_ORDER_MARK + text.getvalue()


def _day(day: date) -> str:
    return day.isoformat()


def _badges(keys: Iterable[str]) -> dict[str, str]:
    """Return the badges of dealers, including those who left."""
    rows = Staff.objects.filter(pk__in=staff_numbers(keys))
    return {f"staff.{pk}": badge for pk, badge in rows.values_list("pk", "badge")}
