"""Checks a fund's published ledger from its rows alone, as anyone can with the file."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO

# Columns of the file: what each entry added, in the smallest unit.
PLACES = ("unposted", "jackpot", "secondary", "reserve", "to_pay", "held", "paid", "sent")
INSIDE = PLACES[:6]
COLUMNS = (
    "entry",
    "at",
    "gaming_day",
    "event",
    "logged",
    "came_in",
    "deposited",
    *PLACES,
    "balance",
    "note",
)


class UnreadableLedger(Exception):
    """The file is not a ledger. The message gives the reason."""


def read_ledger(text: str) -> list[dict[str, str]]:
    """Return the rows of a published ledger. Raises `UnreadableLedger`."""
    reader = csv.DictReader(StringIO(text.lstrip("\ufeff")))
    if tuple(reader.fieldnames or ()) != COLUMNS:
        raise UnreadableLedger(f"the columns are {', '.join(reader.fieldnames or ())}")
    rows = list(reader)
    for row in rows:
        _check_row(row)
    return rows


def _check_row(row: Mapping[str, str]) -> None:
    """Raises `UnreadableLedger`."""
    if None in row or None in row.values():
        raise UnreadableLedger(f"entry {row['entry']}: it has more or fewer cells than columns")
    for name in ("entry", "logged", "came_in", "deposited", *PLACES, "balance"):
        try:
            int(row[name])
        except ValueError as error:
            message = f"entry {row['entry']}: {name} is no number: {row[name]}"
            raise UnreadableLedger(message) from error


def problems(rows: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield what doesn't add up: each entry, the running balance, and no place below zero."""
    sums = dict.fromkeys(PLACES, 0)
    came_in = 0
    for row in rows:
        entry = row["entry"]
        moved = {place: int(row[place]) for place in PLACES}
        if sum(moved.values()) != int(row["came_in"]):
            yield f"entry {entry}: {row['came_in']} came in, and {sum(moved.values())} went to all places"
        came_in += int(row["came_in"])
        for place in PLACES:
            sums[place] += moved[place]
            if sums[place] < 0:
                yield f"entry {entry}: {place} is {sums[place]}"
        balance = sum(sums[place] for place in INSIDE)
        if balance != int(row["balance"]):
            yield f"entry {entry}: the balance is {balance}, the file has {row['balance']}"
    if came_in != sum(sums.values()):
        yield f"{came_in} came in, and {sum(sums.values())} is in all places"


def totals(rows: Sequence[Mapping[str, str]]) -> dict[str, int]:
    """Return the sum of each column of amounts."""
    names = ("logged", "came_in", "deposited", *PLACES)
    return {name: sum(int(row[name]) for row in rows) for name in names}
