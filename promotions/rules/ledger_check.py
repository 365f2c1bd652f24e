"""Checks a fund's published ledger from its rows alone, as anyone can with the file."""

from collections.abc import Iterator, Mapping, Sequence

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
