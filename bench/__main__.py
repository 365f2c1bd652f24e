"""`make bench`: every benchmark, as ratios of one run; `python -m bench --write` also writes docs/benchmarks.md."""

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from bench import engine, load, log, paint
from bench.ratio import Limit, Row
from tests.services import postgresql, redis

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

`make bench` prints this table; `python -m bench --write` writes it. Each line compares two things in one run on one
machine, for a time alone says little: below the aim is good. Client and server share the cores.

"""


def measured() -> Iterator[Row | Limit]:
    """Everything, the quiet ones first."""
    yield from engine.rows()
    yield from log.rows()
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
        PAGE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
