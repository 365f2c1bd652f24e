"""The cost of a command late in a hand, and at the end of a long log, which must equal the cost at the start."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from time import perf_counter
from uuid import uuid4

from tools.bench.measures import Comparison, stream_lines

HANDS = 12  # hands of 300 commands
LOG_EVENTS = 200_000  # events
REPEAT = 200


def rows() -> Iterator[Comparison]:
    """Yield two rows, measured in a separate process on a fresh database."""
    lines = stream_lines("tools.bench.log_growth")
    early, late = map(float, next(lines).split())
    yield Comparison("the 300th command of a hand", late, early, "1.1", "the 1st")
    short, long = map(float, next(lines).split())
    yield Comparison(
        f"a command after {LOG_EVENTS:,} events", long, short, "1.1", "in an empty log"
    )


def main() -> None:
    """Print medians in milliseconds, one per line: 1st and 300th command; empty and long log."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    from tools.bench.serve import prepare

    tokens_and_tables = prepare(3)
    tables = [table for _, table in tokens_and_tables]
    print(*_through_hands(tables[0]), flush=True)
    _lengthen(tables[2])
    print(*_alternating(tables[1], tables[2]), flush=True)


def run(table: int, name: str, **args: object) -> float:
    """Execute a command now; return its milliseconds."""
    from poker.codec import parse_command
    from tables.actions import execute

    command = parse_command(name, args)
    start = perf_counter()
    execute(
        table_id=table,
        command_id=uuid4().hex,
        seen=None,
        command=command,
        actor="bench",
        now=datetime.now(UTC),
    )
    return (perf_counter() - start) * 1000


def _through_hands(table: int) -> tuple[float, float]:
    """Return the times of the first and the 300th command of a hand. A declaration without chips changes nothing
    else.
    """
    first = []
    last = []
    for _ in range(HANDS):
        run(table, "deal")
        times = [run(table, "declare", seat=1, what="raise") for _ in range(300)]
        # The mean of ten at each end, because a single command is noise.
        first.append(sum(times[:10]) / 10)
        last.append(sum(times[-10:]) / 10)
        run(table, "next_hand")
    return _median(first), _median(last)


def _lengthen(table: int) -> None:
    """Append a thousand events per command until the log is long."""
    from django.db import transaction

    from journal import store
    from journal.models import Stream
    from poker import codec
    from poker.events import Declared

    run(table, "deal")
    event = codec.encode_event(Declared(1, "raise"))
    for _ in range(LOG_EVENTS // 1000):
        with transaction.atomic():
            stream = Stream.objects.select_for_update().get(pk=table)
            snapshot = store.Snapshot(
                state=bytes(stream.state), listed=None, base_seq=stream.base_seq
            )
            store.append(
                stream=stream,
                command_id=uuid4().hex,
                events=[event] * 1000,
                actor="bench",
                at=datetime.now(UTC),
                snapshot=snapshot,
            )


def _alternating(short: int, long: int) -> tuple[float, float]:
    times: dict[int, list[float]] = {short: [], long: []}
    run(short, "deal")
    for number in range(REPEAT + 10):
        for table, matches in times.items():
            took = run(table, "declare", seat=1, what="raise")
            if number >= 10:
                matches.append(took)
    return _median(times[short]), _median(times[long])


def _median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


if __name__ == "__main__":
    main()
