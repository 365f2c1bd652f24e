"""Recomputes a fund: from its log, from its published ledger, and from the tables and the count team."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from django.utils import timezone

from journal.projections import find_mismatches
from promotions.draw_checks import check_draws
from promotions.fund_ledger import counted_differences, logged_differences
from promotions.fund_statement import (
    computed_movements,
    statement_rows,
    statement_text,
    states,
)
from promotions.funds import FUND, load_fund
from promotions.models import Fund, FundDay, FundSummary
from promotions.rules.fund_state import FundState
from promotions.rules.ledger_check import (
    COLUMNS,
    UnreadableLedger,
    problems,
    read_ledger,
    totals,
)

PLACES = ("unposted", "primary", "secondary", "reserve", "due", "held", "paid", "sent", "owed")
CHECKED_DAYS = 40  # of the tables' logs


def check_fund(fund: Fund) -> Iterator[str]:
    """Yield a message for everything that doesn't match."""
    yield from _check_log(fund)
    yield from find_mismatches(fund.stream)
    yield from check_file(fund, statement_text(computed_movements(fund)))
    yield from _check_summary(fund)
    yield from check_draws(fund)
    since = timezone.localdate() - timedelta(days=CHECKED_DAYS)
    days = FundDay.objects.filter(fund=fund, day__gte=since).order_by("day")
    # Today's tables may have dropped more since the task last ran.
    over = [row for row in days if row.day < timezone.localdate() - timedelta(days=1)]
    yield from logged_differences(fund, {row.day: row.logged for row in over})
    yield from counted_differences(fund, {row.day: row.counted for row in over})


def _check_log(fund: Fund) -> Iterator[str]:
    seq, stored = load_fund(fund.pk)
    state = FundState()
    for number, _, _, _, state in states(fund.pk, seq):
        if state.difference:
            yield f"entry {number}: {state.difference} of what came in is in no place"
        for place in PLACES:
            if getattr(state, place) < 0:
                yield f"entry {number}: {place} is below zero"
    if FUND.codec.encode_state(state) != FUND.codec.encode_state(stored):
        yield "the stored state isn't the one that the log gives"


def check_file(fund: Fund, text: str) -> Iterator[str]:
    """Yield what doesn't add up in a published ledger, or differs from the fund's log up to its last entry."""
    try:
        rows = read_ledger(text)
    except UnreadableLedger as error:
        yield str(error)
        return
    yield from problems(rows)
    last = max((int(row["entry"]) for row in rows), default=0)
    yield from differences(fund, rows, min(last, load_fund(fund.pk)[0]))


def differences(fund: Fund, rows: Sequence[Mapping[str, str]], until: int) -> Iterator[str]:
    """Yield each entry of a published ledger, up to this one, that the fund's log doesn't have like this."""
    expected = {row["entry"]: row for row in statement_rows(computed_movements(fund, until))}
    for row in rows:
        logged = expected.pop(row["entry"], None)
        if logged is None:
            yield f"entry {row['entry']}: it isn't in the fund's log"
            continue
        for name in COLUMNS:
            if name != "at" and row[name] != logged[name]:
                yield f"entry {row['entry']}: {name} is {row[name]} in the file, {logged[name]} in the fund's log"
    for entry in expected:
        yield f"entry {entry}: it is missing in the file"


def _check_summary(fund: Fund) -> Iterator[str]:
    """Yield the sums of the ledger that the summary of the fund has differently."""
    sums = totals(statement_rows(computed_movements(fund)))
    summary = FundSummary.objects.get(pk=fund.pk)
    expected = {
        "logged": summary.logged,
        "deposited": summary.deposited,
        "jackpot": summary.primary,
        "secondary": summary.secondary,
        "reserve": summary.reserve,
        "unposted": summary.unposted,
        "to_pay": summary.due,
        "held": summary.held,
        "paid": summary.paid,
        "sent": summary.sent,
    }
    for name, amount in expected.items():
        if sums[name] != amount:
            yield f"{name} adds up to {sums[name]} in the ledger, the summary has {amount}"
