"""`make bench`: every benchmark, as ratios of one run; `python -m tools.bench --write` also writes the page in docs."""

import argparse
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from tests.support.services import postgresql, redis
from tools.bench import (
    engine,
    engine_start,
    load,
    log_growth,
    log_reads,
    promotions,
    reports,
    sign_ins,
    tap_cost,
    tap_latency,
    throughput,
    tournaments,
)
from tools.bench.measures import Comparison, Limit

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

`make bench` prints this table; `python -m tools.bench --write` writes this page. Client and server share the cores.

- A ratio compares two things in one run on one machine. Below the aim is good.
- Reads of a log are medians of 25, of a table with 1,000,000 entries.
- The baseline view does one INSERT and one broadcast.
- Figures and pages of reports are medians of 5 in processor time, of 80 tables and 365 days on SQLite.

"""
FOOT = """
Why some rows are above their aim:

- An act creates an immutable state and log events; pokerkit changes its state in place.
- A command checks tablet and dealer, decides, chains and stores. It sends about 20 KB to each socket, the baseline view
  20 bytes.
- Chromium without a screen delivers each tap a frame late: even a page that only changes a text needs 31 ms. The tablet
  shows the answer in the second frame after its page has the tap; the engine needs 6 ms of that.

## The work of a tap

Processor time of the web process in samples of two runs in turn, 100 tables with PostgreSQL and Redis, 60 taps a
second: with a transaction for each tap, a stored view and all messages through Redis, and with one statement for an
act, a view on demand and messages to own screens without Redis. All of it needs 5.25 and 2.87 ms, PostgreSQL 2.17 and
1.28 ms. At full load, two cores with 600 tables handled 228 and 660 taps a second
(`python -m tests.production.overload`).

| part of a tap | transaction | one statement |
|---|---|---|
| PostgreSQL's driver, waiting included | 1.49 ms | 0.69 ms |
| rules: decide | 0.13 ms | 0.09 ms |
| view for screens and lists | 0.26 ms | 0.02 ms |
| encode, chain | 0.65 ms | 0.42 ms |
| effects and messages to screens | 0.46 ms | 0.35 ms |
| tablet, dealer, heartbeat | 0.25 ms | 0.09 ms |
| the rest of the command | 0.80 ms | 0.31 ms |
| Redis | 0.28 ms | 0.05 ms |
| socket: frames in and out | 0.48 ms | 0.65 ms |
| socket: from message to thread and back | 0.28 ms | 0.13 ms |
| event loop | 0.16 ms | 0.09 ms |
"""


Rows = Iterator[Comparison | Limit]


class Interrupted(KeyboardInterrupt):
    """A time limit interrupted the run from outside."""


def _both() -> Rows:
    for part in (load, throughput):
        with postgresql() as database_url, redis() as redis_url:
            environment = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
            yield from part.rows(environment=environment, name="PostgreSQL + Redis")


# Parts that need a quiet machine come first.
PARTS: dict[str, Callable[[], Rows]] = {
    "the engine": engine.rows,
    "long logs": log_growth.rows,
    "reads of long logs": log_reads.rows,
    "reports": reports.rows,
    "tournaments": tournaments.rows,
    "promotions": promotions.rows,
    "sockets on SQLite": load.rows,
    "commands per second on SQLite": throughput.rows,
    "sockets on PostgreSQL + Redis": _both,
    "a tap": tap_cost.rows,
    "sign-ins": sign_ins.rows,
    "the engine's start": engine_start.rows,
    "the tablet": tap_latency.rows,
}


def line(row: Comparison | Limit) -> str:
    if isinstance(row, Limit):
        is_short = row.unit == "ms" and row.measured < 10
        figure = f"{row.measured:.1f}".removesuffix(".0") if is_short else f"{row.measured:.0f}"
        measured = f"{figure} {row.unit}"
        return f"| {row.name} | {measured} | {row.how} | | {row.aim} |"
    ours, other = (
        f"{value:.4f}" if value < 1 else f"{value:.1f}" for value in (row.ours, row.other)
    )
    return (
        f"| {row.name} | {ours} ms | {row.against}: {other} ms | **{row.ratio:.2f}** | {row.aim} |"
    )


def _arguments() -> argparse.Namespace:
    """Return the command's arguments. `--help` prints them and exits."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name} as well")
    return parser.parse_args()


def main() -> int:
    """Print each row when it is measured. If a part fails, return 1 and leave the page unchanged."""
    arguments = _arguments()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**30
    machine = f"{os.cpu_count()} cores, {memory} GiB, CPython {platform.python_version()}"
    lines = [f"{machine}.", "", "| what | ours | against | ratio | aim |", "|---|---|---|---|---|"]
    print("\n".join(lines), flush=True)
    before = signal.signal(signal.SIGTERM, _ended)
    cut: list[str] = []
    names: set[str] = set()
    try:
        for row in _measured(cut):
            names.add(row.name)
            lines.append(line(row))
            print(lines[-1], flush=True)
    finally:
        signal.signal(signal.SIGTERM, before)
    if cut:
        missing = [name for name in _on_the_page() if name not in names]
        _say(
            "\n".join([*cut, f"On the page and not measured now: {'; '.join(missing) or 'none'}."])
        )
        _say(f"{PAGE.name} is left as it was.")
        return 1
    if arguments.write:
        PAGE.write_text(HEAD + "\n".join(lines) + "\n" + FOOT, encoding="utf-8")
    return 0


def _measured(cut: list[str]) -> Rows:
    """Yield every row of every part.

    A part that fails adds a sentence to `cut`, and the next part runs. After an interrupt, `cut` also has the parts
    that were not started.
    """
    for number, (part, rows) in enumerate(PARTS.items()):
        _say(f"{part} ...")  # printed first, so that it is visible even if the run is killed
        start = perf_counter()
        after = "before its first row"
        try:
            for row in rows():
                yield row
                after = f"after the row {row.name!r}"
        except (Exception, KeyboardInterrupt) as error:
            why = f"{type(error).__name__}: {error}".rstrip(": ")
            cut.append(f"Cut: {part}, {after}, at {perf_counter() - start:.0f} s: {why}.")
            if isinstance(error, KeyboardInterrupt):
                rest = list(PARTS)[number + 1 :]
                cut.append(f"Not begun: {', '.join(rest) or 'none'}.")
                return


def _on_the_page() -> list[str]:
    """Return the names of the rows on the current page."""
    rows = [
        splitline
        for splitline in PAGE.read_text(encoding="utf-8").splitlines()
        if splitline.startswith("| ")
    ]
    return [splitline.split("|")[1].strip() for splitline in rows[1:]]


def _ended(number: int, frame: object) -> None:
    raise Interrupted(f"ended from outside by {signal.Signals(number).name}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
