"""What a year's report takes: 80 tables, every day of the year, on SQLite."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from bench.ratio import Limit

TABLES, DAYS = 80, 365
ROUNDS = 5
LAST = date(2026, 11, 21)


def rows() -> Iterator[Limit]:
    """A row for each kind of report, measured in a process of its own on a fresh database."""
    with TemporaryDirectory(prefix="floorbook-bench-") as folder:
        printed = subprocess.run(
            [sys.executable, "-m", "bench.reports"],
            env={**os.environ, "DATA_DIR": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
    how = f"{TABLES} tables, {DAYS} days, SQLite: all figures and sheets, processor time, median of {ROUNDS}"
    for line in printed.splitlines():
        name, _, milliseconds = line.rpartition(" ")
        yield Limit(f"report of {name}", float(milliseconds), "1000 ms", how)


def main() -> None:
    """Print a line for each report: its name and the median in milliseconds."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        call_command(
            "simulate_year", tables=TABLES, days=DAYS, until=LAST.isoformat(), stdout=nowhere
        )
    for name, ask in _reports():
        print(name, _measured(ask))


def _reports() -> Iterator[tuple[str, Callable[[], Any]]]:
    from reports.figures.dashboard import dashboard
    from reports.figures.ranges import Range
    from reports.figures.sheets import sheets
    from reports.models import DayDealer
    from tables.models import Room

    room = Room.objects.get()
    year = Range(room=room, first=LAST - timedelta(days=DAYS - 1), last=LAST)
    table = room.tables.all()[0]
    dealer = DayDealer.objects.filter(room=room)[0].dealer
    chosen = {
        "a year": year,
        "a year's swing shifts": replace(year, shift="swing"),
        "a year of one game": replace(year, game=table.plaque.name if table.plaque else ""),
        "a year of one table": replace(year, table=table.pk),
        "a year of one dealer": replace(year, dealer=dealer),
        "a month": replace(year, first=LAST - timedelta(days=29)),
        "a shift": replace(year, first=LAST, shift="swing"),
    }
    for name, asked in chosen.items():
        yield name, lambda asked=asked: sheets(dashboard(asked))  # type: ignore[misc]


def _measured(ask: Callable[[], Any]) -> float:
    """Processor time: nothing else is asked, and who else works on the machine is no part of a report."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        ask()
        times.append((process_time() - start) * 1000)
    return median(times)


if __name__ == "__main__":
    main()
