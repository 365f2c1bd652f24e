"""Tables with a time charge."""

from poker import commands as c
from poker import engine
from poker.commands import Command
from poker.stakes import Rake, Stakes
from poker.state import Table

MINUTE = 60_000


def open_time_table(*, spares: bool = False) -> Table:
    table = engine.create("T1", 6).state
    for seat in (1, 2, 3):
        table = run_command(
            table, c.SeatPlayer(seat=seat, player=f"p{seat}", name=f"Pebble {seat}")
        )
    stakes = Stakes(
        game="holdem",
        limit="none",
        small_bet=300,
        big_bet=300,
        blinds=(100, 300),
        buy_in_min=10000,
        buy_in_max=50000,
        chips=(100, 500),
        rake=Rake(kind="time", time_charge=600, spares_new=spares),
    )
    return run_command(table, c.OpenTable(stakes=stakes), at=1 * MINUTE)


def run_command(table: Table, command: Command, *, at: int = 0) -> Table:
    return engine.run(table, command, now=at).state
