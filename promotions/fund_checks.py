"""Recomputes a fund: from its log, from its published ledger, and from the tables and the count team."""

import csv
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

from django.utils import timezone

from journal.projections import find_mismatches
from promotions.draw_checks import check_draws
from promotions.fund_ledger import counted_differences, logged_differences
from promotions.fund_statement import statement_text, states
from promotions.funds import FUND, load_fund
from promotions.models import Fund, FundDay, FundSummary
from promotions.rules.fund_state import FundState
from promotions.rules.ledger_check import COLUMNS, problems, totals

PLACES = ("unposted", "primary", "secondary", "reserve", "due", "held", "paid", "sent", "owed")
CHECKED_DAYS = 40  # of the tables' logs


def check_fund(fund: Fund) -> Iterator[str]:
    """Yield a message for everything that doesn't match."""
    yield from _check_log(fund)
    yield from find_mismatches(fund.stream)
    yield from check_file(fund, statement_text(fund))
    yield from check_draws(fund)
    since = timezone.localdate() - timedelta(days=CHECKED_DAYS)
    days = FundDay.objects.filter(fund=fund, day__gte=since).order_by("day")
    # A day that goes on may have newer drops than the last run of the task.
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
    """Yield what doesn't add up in a published ledger, or differs from the fund."""
    reader = csv.DictReader(StringIO(text.lstrip("\ufeff")))
    if tuple(reader.fieldnames or ()) != COLUMNS:
        yield f"the columns are {', '.join(reader.fieldnames or ())}"
        return
    rows = list(reader)
    try:
        yield from problems(rows)
        sums = totals(rows)
    except ValueError as error:
        yield f"the file has a cell that is no number: {error}"
        return
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
            yield f"{name} adds up to {sums[name]} in the file, the fund has {amount}"
