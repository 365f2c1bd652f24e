"""The editor of a payout table: percents by groups of places, a column for each range of entries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from django.http import QueryDict
from msgspec.structs import replace

from poker.amounts import parse_amount, typed_amount
from poker.refusal import Refusal
from tournaments.pages.plan_fields import whole_number
from tournaments.rules.payouts import prize_amounts
from tournaments.rules.plan import WHOLE, PayoutColumn, PayoutTable, Plan
from tournaments.rules.plan_check import MOST_PLACES, check_plan
from web.messages.refusals import refusal_message

MOST_ENTRIES = 100_000  # the last column, which is for any number
MOST_COLUMNS = 20
MOST_GROUPS = 80
TO = chr(0x2013)  # between the ends of a range
HUNDRED = 100  # basis points of a percent


@dataclass(slots=True)
class ColumnHead:
    """The head of a column as typed, with its total. most: up to so many entries, blank for any number."""

    most: str
    least: int = 1
    total: int = 0  # basis points
    fault: str = ""
    error: str = ""

    @property
    def title(self) -> str:
        """Return the range of entries: 31 to 60, or 231 and more."""
        most = self.most.strip()
        return f"{self.least}{TO}{most}" if most else f"{self.least} and more"

    @property
    def total_text(self) -> str:
        return percent_text(self.total)

    @property
    def is_whole(self) -> bool:
        return self.total == WHOLE


@dataclass(slots=True)
class PlaceRow:
    """A group of places as typed. last: its last place; shares: a percent for each column, blank for none."""

    first: int
    last: str
    shares: list[str]
    errors: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Return the places of the row: 4, 10 to 12."""
        last = self.last.strip()
        return last if last == str(self.first) else f"{self.first}{TO}{last}"


@dataclass(frozen=True, slots=True)
class TryRow:
    """Places that are paid the same amount."""

    first: int
    last: int
    amount: int

    @property
    def title(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Trial:
    """What a number of entries pays."""

    entries: int
    collected: int
    pool: int
    overlay: int
    seats: int
    rows: list[TryRow]

    @property
    def places(self) -> int:
        return self.rows[-1].last if self.rows else 0

    @property
    def total(self) -> int:
        return sum(row.amount * (row.last - row.first + 1) for row in self.rows)


class PayoutForm:
    """The payout table of a plan as stored or as typed."""

    def __init__(self, plan: Plan, posted: QueryDict | None = None) -> None:
        self.plan = plan
        self.errors: list[str] = []
        self.minimum = typed_amount(plan.payouts.minimum) if plan.payouts.minimum else ""
        self.unit = typed_amount(plan.payouts.unit)
        self.minimum_error = ""
        self.unit_error = ""
        self.columns, self.rows = _stored(plan.payouts)
        if posted is not None:
            self.minimum = posted.get("minimum", "")[:30]
            self.unit = posted.get("unit", "")[:30]
            self._read_grid(posted)
        self._total()

    @property
    def has_errors(self) -> bool:
        own = self.errors or self.minimum_error or self.unit_error
        in_columns = any(column.error for column in self.columns)
        return bool(own) or in_columns or any(row.errors for row in self.rows)

    @property
    def is_whole(self) -> bool:
        """Return whether the table can be saved: every column comes to 100."""
        return all(column.is_whole for column in self.columns) and not self.has_errors

    @property
    def faults(self) -> list[str]:
        return [column.fault for column in self.columns if column.fault]

    def table(self) -> PayoutTable | None:
        """Return the table as typed, checked; None if it has an error, which is then at its place."""
        table = self._table()
        if table is None or self.has_errors:
            return None
        try:
            check_plan(replace(self.plan, payouts=table))
        except Refusal as refusal:
            self.refuse(refusal)
            return None
        return table

    def refuse(self, refusal: Refusal) -> None:
        """Put a refusal at its column, or above the table."""
        text = refusal_message(refusal)
        entries = refusal.facts.get("entries")
        for column in self.columns:
            if str(entries) == (column.most.strip() or str(MOST_ENTRIES)):
                column.error = text
                return
        if refusal.code == "plan_unit":
            self.unit_error = text
            return
        self.errors.append(text)

    def change(self, what: str) -> None:
        """Add or remove a row or a column: `row`, `column`, `remove-row-3`, `remove-column-2`, counted from 0."""
        kind, _, at = what.rpartition("-")
        index = int(at) if at.isascii() and at.isdecimal() and len(at) < 4 else -1
        if what == "row" and len(self.rows) < MOST_GROUPS:
            first = _whole(self.rows[-1].last) + 1 if self.rows else 1
            self.rows.append(PlaceRow(first, str(first), [""] * len(self.columns)))
        elif what == "column" and len(self.columns) < MOST_COLUMNS:
            self._add_column()
        elif kind == "remove-row" and 0 <= index < len(self.rows):
            self.rows.pop(index)
        elif kind == "remove-column" and 0 <= index < len(self.columns):
            self.columns.pop(index)
            for row in self.rows:
                row.shares.pop(index)
        self._total()

    def trial(self, entries: int) -> Trial | None:
        """Return what so many entries pay by the table as typed; None while it is not complete."""
        plan = self.plan
        if not plan.is_satellite:
            table = self._table() if self.is_whole else None
            if table is None:
                return None
            plan = replace(plan, payouts=table)
        collected = plan.entry.pool * entries
        pool = max(collected, plan.guarantee)
        seats, amounts = prize_amounts(plan, pool, entries) if entries else (0, ())
        return Trial(
            entries, collected, pool, pool - collected, seats, list(_grouped_amounts(amounts))
        )

    def _read_grid(self, posted: QueryDict) -> None:
        heads = posted.getlist("most")[:MOST_COLUMNS]
        lasts = posted.getlist("last")[:MOST_GROUPS]
        shares = posted.getlist("share")
        if len(shares) != len(heads) * len(lasts):
            self.errors.append(refusal_message(Refusal("plan_rows")))
            return
        self.columns = [ColumnHead(text[:9]) for text in heads]
        width = len(heads)
        self.rows = [
            PlaceRow(1, text[:6], [share[:9] for share in shares[at * width : (at + 1) * width]])
            for at, text in enumerate(lasts)
        ]

    def _add_column(self) -> None:
        """Add a column before the last one, with the last one's percents."""
        last = self.columns[-1] if self.columns else None
        if last is None:
            self.columns.append(ColumnHead(""))
            for row in self.rows:
                row.shares.append("")
            return
        before = _whole(self.columns[-2].most) if len(self.columns) > 1 else 0
        at = len(self.columns) - 1
        self.columns.insert(at, ColumnHead(str(before + max(10, before // 2))))
        for row in self.rows:
            row.shares.insert(at, row.shares[at])

    def _total(self) -> None:
        """Set the first place of each row, and the range, the total and the fault of each column."""
        first = 1
        for row in self.rows:
            row.first = first
            first = max(first, _whole(row.last)) + 1
        least = 1
        for index, column in enumerate(self.columns):
            column.least = least
            least = _whole(column.most) + 1
            column.total = sum(
                _basis_points(row.shares[index]) * _group_size(row) for row in self.rows
            )
            column.fault = self._fault(index, column)

    def _fault(self, index: int, column: ColumnHead) -> str:
        """Return what a column is over or under, with the way out; "" if it comes to 100."""
        off = column.total - WHOLE
        if not off:
            return ""
        way = "over" if off > 0 else "under"
        text = f"{column.title} is {percent_text(abs(off))} {way}."
        first = _basis_points(self.rows[0].shares[index]) if self.rows else 0
        fixed = first - off
        if self.rows and _group_size(self.rows[0]) == 1 and 0 < fixed <= WHOLE:
            verb = "Lower" if off > 0 else "Raise"
            text += f" {verb} first place to {percent_text(fixed)} before you save."
        return text

    @cached_property
    def _typed_amounts(self) -> tuple[int, int]:
        """Return minimum and unit; a wrong one leaves its error."""
        amounts = [0, 1]
        try:
            amounts[0] = parse_amount(self.minimum.strip() or "0", least=0)
        except Refusal as refusal:
            self.minimum_error = refusal_message(refusal)
        try:
            amounts[1] = parse_amount(self.unit.strip(), least=0)
        except Refusal as refusal:
            self.unit_error = refusal_message(refusal)
        return amounts[0], amounts[1]

    def _table(self) -> PayoutTable | None:
        """Return the table as typed; None if a number can't be read."""
        minimum, unit = self._typed_amounts
        self._check_numbers()
        if self.has_errors:
            return None
        columns = tuple(
            PayoutColumn(_whole(column.most) or MOST_ENTRIES, self._shares(index))
            for index, column in enumerate(self.columns)
        )
        return PayoutTable(columns, minimum, unit)

    def _shares(self, index: int) -> tuple[int, ...]:
        """Return the shares of a column by place, without places that get nothing."""
        shares: list[int] = []
        for row in self.rows:
            shares += [_basis_points(row.shares[index])] * _group_size(row)
        while shares and not shares[-1]:
            shares.pop()
        return tuple(shares)

    def _check_numbers(self) -> None:
        """Leave an error at each number that can't be read, or that is out of order."""
        for column in self.columns[:-1]:
            column.error = _error_of(whole_number, column.most)
        for column in self.columns[-1:]:
            column.error = _error_of(whole_number, column.most) if column.most.strip() else ""
        for row in self.rows:
            texts = [_error_of(whole_number, row.last)]
            texts += [_error_of(read_percent, share) for share in row.shares if share.strip()]
            row.errors = list(dict.fromkeys(text for text in texts if text))
            if not row.errors and not row.first <= _whole(row.last) <= MOST_PLACES:
                refusal = Refusal("plan_places", "", place=row.last)
                row.errors = [refusal_message(refusal)]


def read_percent(text: str) -> int:
    """Return a percent with at most two decimals in basis points. Raises `Refusal`: `plan_percent`."""
    typed = text.strip().removesuffix("%").replace(",", ".")
    whole, _, rest = typed.partition(".")
    digits = whole + rest
    if not (digits.isascii() and digits.isdecimal() and len(whole) <= 3 and len(rest) <= 2):
        raise Refusal("plan_percent", "", value=text.strip()[:20])
    return int(whole or "0") * HUNDRED + int(rest.ljust(2, "0") or "0")


def percent_text(basis_points: int) -> str:
    """Return basis points as a percent: 25, 1.85, 100.04."""
    whole, rest = divmod(basis_points, HUNDRED)
    return f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)


def _error_of(read: object, text: str) -> str:
    try:
        read(text)  # type: ignore[operator]
    except Refusal as refusal:
        return refusal_message(refusal)
    return ""


def _whole(text: str) -> int:
    stripped = text.strip().replace(",", "")
    is_number = stripped.isascii() and stripped.isdecimal() and len(stripped) < 8
    return int(stripped) if is_number else 0


def _basis_points(text: str) -> int:
    try:
        return read_percent(text) if text.strip() else 0
    except Refusal:
        return 0


def _group_size(row: PlaceRow) -> int:
    return min(MOST_PLACES, max(0, _whole(row.last) - row.first + 1))


def _stored(table: PayoutTable) -> tuple[list[ColumnHead], list[PlaceRow]]:
    """Return the columns and the rows of a table; places that every column pays the same are one row."""
    columns = [
        ColumnHead("" if column.most >= MOST_ENTRIES else str(column.most))
        for column in table.columns
    ]
    most = max((len(column.shares) for column in table.columns), default=0)
    by_place = [
        tuple(column.shares[place] if place < len(column.shares) else 0 for column in table.columns)
        for place in range(most)
    ]
    rows: list[PlaceRow] = []
    place = 0
    for shares, group in groupby(by_place):
        size = len(list(group))
        texts = [percent_text(share) if share else "" for share in shares]
        rows.append(PlaceRow(place + 1, str(place + size), texts))
        place += size
    return columns, rows


def _grouped_amounts(amounts: Sequence[int]) -> Iterator[TryRow]:
    place = 0
    for amount, group in groupby(amounts):
        size = len(list(group))
        yield TryRow(place + 1, place + size, amount)
        place += size
