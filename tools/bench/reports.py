"""The time that a year's reports take as figures, pages and files: 80 tables, every day of the year, on SQLite."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from statistics import median
from time import process_time

from django.test import Client

from tools.bench.measures import Limit, stream_lines

TABLES = 80
DAYS = 365
ROUNDS = 5
LAST = date(2026, 11, 21)
KINDS = ("range", "tables", "games", "dealers", "lost", "fill", "calls", "consistency")
PAGE_AIM = "500 ms"
AIM = "1000 ms"
PAPER = "none: the typesetter's own time"


def rows() -> Iterator[Limit]:
    """Yield a row for each kind of report, measured in a separate process on a fresh database."""
    how = f"{TABLES} tables, {DAYS} days, SQLite, processor time, median of {ROUNDS}"
    for line in stream_lines("tools.bench.reports"):
        name, _, milliseconds = line.rpartition(" ")
        aim = PAGE_AIM if name.startswith("page") else PAPER if name.startswith("PDF") else AIM
        yield Limit(name, float(milliseconds), aim, how)


def main() -> None:
    """Print a line for each report: its name and the median in milliseconds."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    from tools.bench.report_year import report_year_create
    from tools.bench.rulings import rulings_make

    rulings_make(report_year_create("Year", tables=TABLES, days=DAYS, last=LAST))
    for name, ask in (*_reports(), *_pages()):
        print(name, _measured(ask), flush=True)


def _reports() -> Iterator[tuple[str, Callable[[], object]]]:
    from reports.figures.dashboard import dashboard
    from reports.figures.ranges import ReportRange
    from reports.figures.sheets import sheets
    from reports.models import DealerDay
    from staff.models import Room

    room = Room.objects.get()
    year = ReportRange(room=room, first=LAST - timedelta(days=DAYS - 1), last=LAST)
    table = room.tables.all()[0]
    dealer = DealerDay.objects.filter(room=room)[0].dealer
    chosen = {
        "a year": year,
        "a year's swing shifts": replace(year, shift="swing"),
        "a year of one game": replace(year, game=table.plaque.name if table.plaque else ""),
        "a year of one table": replace(year, table=table.pk),
        "a year of one dealer": replace(year, dealer=dealer),
        "a month": replace(year, first=LAST - timedelta(days=29)),
        "a shift": replace(year, first=LAST, shift="swing"),
    }

    def figures(report_range: ReportRange) -> None:
        sheets(dashboard(report_range))

    for name, report_range in chosen.items():
        yield f"figures of {name}", partial(figures, report_range)


def _pages() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield requests through Django's test client, signed in as a manager."""
    from django.conf import settings
    from django.test import Client

    from staff.models import Staff

    settings.ALLOWED_HOSTS = ["testserver"]
    client = Client()
    manager = Staff.objects.filter(user__groups__name="manager")[0]
    client.force_login(manager.user, "django.contrib.auth.backends.ModelBackend")
    year = f"?first={LAST - timedelta(days=DAYS - 1)}&last={LAST}"
    shift = f"?day={LAST}&shift=swing"
    pages = {
        **{f"page of a year: {kind}": f"{kind}/{year}" for kind in KINDS},
        "page of a week": f"week/?day={LAST}",
        "CSV of a year": f"range.csv{year}",
        "XLSX of a year": f"range.xlsx{year}",
        "XLSX of a year's rulings that differ": f"consistency.xlsx{year}",
        "PDF of a shift": f"shift.pdf{shift}",
        "PDF of a year": f"range.pdf{year}",
    }
    for name, address in pages.items():
        yield name, lambda address=address: _fetch(client, f"/reports/{address}")  # type: ignore[misc]


def _fetch(client: Client, address: str) -> None:
    status = client.get(address).status_code
    if status != 200:
        raise RuntimeError(f"{address}: {status}")


def _measured(ask: Callable[[], object]) -> float:
    """Return processor time in milliseconds, so that other processes on the machine do not matter."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        ask()
        times.append((process_time() - start) * 1000)
    return median(times)


if __name__ == "__main__":
    main()
