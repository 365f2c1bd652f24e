"""Reads of a table's log at its millionth entry: finding and replaying a hand, its lists, and the players of seats."""

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from statistics import median
from time import perf_counter

from tests.support.services import postgresql
from tools.bench.log_growth import run
from tools.bench.long_log import SEAT, LongLog, lengthen
from tools.bench.measures import Comparison, Limit, stream_lines

ENTRIES = 1_000_000
ROUNDS = 25
AIM = "10 ms"


def rows() -> Iterator[Limit | Comparison]:
    """Yield a row for each read on each database, and a row for the command that starts a hand."""
    yield from _rows("SQLite", {})
    with postgresql() as database_url:
        yield from _rows("PostgreSQL", {"DATABASE_URL": database_url})


def _rows(database: str, environment: dict[str, str]) -> Iterator[Limit | Comparison]:
    for line in stream_lines("tools.bench.log_reads", environment):
        name, short, long = line.rsplit(" ", 2)
        if name == "deal":
            name = f"the deal of a hand after {ENTRIES:,} entries, {database}"
            yield Comparison(name, float(long), float(short), "1.1", "in a short log")
        else:
            how = f"in a short log {short} ms"
            yield Limit(f"{name}, {database}", float(long), AIM, how)


def main() -> None:
    """Print a line for each read: its name, and the medians in milliseconds in a short and a long log."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    from tools.bench.serve import prepare

    (_, short), (_, long) = prepare(2)
    logs = lengthen(short, entries=0), lengthen(long, entries=ENTRIES)
    in_short, in_long = (_reads(log) for log in logs)
    for name, read in in_short.items():
        print(name, *(f"{value:.2f}" for value in _alternate(read, in_long[name])), flush=True)
    deals = _alternate(lambda: _deal(short), lambda: _deal(long))
    print("deal", *(f"{value:.2f}" for value in deals), flush=True)


def _alternate(
    short: Callable[[], object], long: Callable[[], object], count: int = ROUNDS
) -> tuple[float, float]:
    """Return the median milliseconds of each read, measured in turn after three warm-up rounds."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(count + 3):
        for read, taken in zip((short, long), times, strict=True):
            start = perf_counter()
            measured = read()
            milliseconds = (perf_counter() - start) * 1000
            if number >= 3:
                taken.append(measured if isinstance(measured, float) else milliseconds)
    return median(times[0]), median(times[1])


def _deal(table: int) -> float:
    """Deal a hand and end it; return the milliseconds of the deal."""
    taken = run(table, "deal")
    run(table, "next_hand")
    return taken


def _reads(log: LongLog) -> dict[str, Callable[[], object]]:
    """Return the reads to measure on a log, by name. They look for hands and times in the middle of the log."""
    from floor_ui.replay import hand_lookup
    from floor_ui.replay.steps import steps
    from floor_ui.tables.history import history
    from players.models import Player
    from tables.hand_log import hand_log
    from tables.models import HandStart, Table
    from tables.seat_sessions import sat_there
    from tables.table_log import hand_commands, hands_of, stakes_dealt

    table = Table.objects.select_related("stream", "room").get(pk=log.table)
    start = HandStart.objects.get(table=table, number=log.hands // 2)
    minute = timedelta(minutes=1)
    hour = timedelta(hours=1)
    sitting = Player.objects.get(pk=log.player)
    stranger, _ = Player.objects.get_or_create(alias="Yew")

    def replay() -> object:
        return steps(hand_log(table.stream, hand_lookup.place_of(table, start.number)))

    return {
        "a hand placed by its number": lambda: hand_lookup.place_of(table, start.number),
        "a hand placed by a time": lambda: hand_lookup.at_time(table, start.at, start.at + minute),
        "a hand placed by an entry": lambda: hand_lookup.at_entry(table, start.seq + 3),
        "a hand read and replayed": replay,
        "a hand of the API": lambda: hand_commands(table.stream, start.number),
        "50 hands of a table": lambda: hands_of(
            table.pk, since=None, until=None, before=start.seq, limit=50
        ),
        "the stakes of an hour": lambda: stakes_dealt(
            table.pk, since=start.at - hour, until=start.at
        ),
        "the last events of a table": lambda: history(table),
        "whether a player sat in a seat": lambda: sat_there(table.pk, seat=SEAT, player=sitting),
        "whether a stranger sat in a seat": lambda: sat_there(table.pk, seat=SEAT, player=stranger),
    }


if __name__ == "__main__":
    main()
