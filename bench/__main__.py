"""`make bench`: every benchmark, as ratios of one run; `python -m bench --write` also writes docs/benchmarks.md."""

import os
import platform
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

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


Rows = Iterator[Row | Limit]


class Ended(KeyboardInterrupt):
    """Somebody's time limit ended the run from outside."""


def _both() -> Rows:
    with postgresql() as database_url, redis() as redis_url:
        environment = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
        yield from load.rows(environment=environment, name="PostgreSQL + Redis")


# The quiet ones first.
PARTS: dict[str, Callable[[], Rows]] = {
    "the engine": engine.rows,
    "long logs": log.rows,
    "reports": reports.rows,
    "sockets on SQLite": load.rows,
    "sockets on PostgreSQL + Redis": _both,
    "the tablet": paint.rows,
}


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


def main() -> int:
    """Print each line as it comes; 1 where a row was cut, and then the page stays as it was."""
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
    if "--write" in sys.argv:
        PAGE.write_text(HEAD + "\n".join(lines) + "\n" + FOOT, encoding="utf-8")
    return 0


def _measured(cut: list[str]) -> Rows:
    """Every row of every part. A part that fails adds a sentence to `cut` and the next goes on; an end from
    outside names all that did not begin, too.
    """
    for number, (part, rows) in enumerate(PARTS.items()):
        _say(f"{part} ...")  # stands there even where the run is killed
        start, after = perf_counter(), "before its first row"
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
    """The names of the rows as they were written last."""
    rows = [one for one in PAGE.read_text(encoding="utf-8").splitlines() if one.startswith("| ")]
    return [one.split("|")[1].strip() for one in rows[1:]]


def _ended(number: int, frame: object) -> None:
    raise Ended(f"ended from outside by {signal.Signals(number).name}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
