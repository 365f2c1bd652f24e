"""`make bench`: every benchmark, as ratios of one run; `python -m bench --write` also writes docs/benchmarks.md."""

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from bench import engine, load, log, paint, reports
from bench.ratio import Limit, Row
from tests.services import postgresql, redis

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

`make bench` prints this table; `python -m bench --write` writes it. Each line compares two things in one run on one
machine, for a time alone says little: below the aim is good. Client and server share the cores.

"""
FOOT = """
What is above its aim, and why: one act takes more than half of pokerkit's time because it makes an immutable state and
the events of the log, where pokerkit changes its state in place; over a whole hand that is paid back, in stud less so:
each upcard is a command of its own, after which it is asked who may open. A command does
what the barest view does and more: it knows the tablet and its dealer, locks the log's row, looks whether the command
is new, decides, chains and stores one row an event, stores state and view, and sends about 20 KB of screen to each
socket where the barest view sends 20 bytes. Most of what is left is Django's and the sockets'.
"""


def measured() -> Iterator[Row | Limit]:
    """Everything, the quiet ones first."""
    yield from engine.rows()
    yield from log.rows()
    yield from reports.rows()
    yield from load.rows()
    with postgresql() as database_url, redis() as redis_url:
        environment = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
        yield from load.rows(environment=environment, name="PostgreSQL + Redis")
    yield from paint.rows()


def line(row: Row | Limit) -> str:
    """One line of the table."""
    if isinstance(row, Limit):
        return f"| {row.name} | {row.measured:.0f} ms | {row.how} | | {row.aim} |"
    ours, other = (
        f"{value:.4f}" if value < 1 else f"{value:.1f}" for value in (row.ours, row.other)
    )
    return (
        f"| {row.name} | {ours} ms | {row.against}: {other} ms | **{row.ratio:.2f}** | {row.aim} |"
    )


def main() -> None:
    """Print each line as it comes."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**30
    machine = f"{os.cpu_count()} cores, {memory} GiB, CPython {platform.python_version()}"
    lines = [f"{machine}.", "", "| what | ours | against | ratio | aim |", "|---|---|---|---|---|"]
    print("\n".join(lines), flush=True)
    for row in measured():
        lines.append(line(row))
        print(lines[-1], flush=True)
    if "--write" in sys.argv:
        PAGE.write_text(HEAD + "\n".join(lines) + "\n" + FOOT, encoding="utf-8")


if __name__ == "__main__":
    main()
