"""States that the engine reaches by random play, the same ones each time."""

from collections.abc import Iterator
from random import Random
from typing import Any

from poker import commands as c
from poker.engine import run
from poker.games import GAMES
from poker.refusal import Refusal
from poker.state import Table
from tests.support.play import NOW, open_table, stored_view
from tests.support.random_tables import legal_commands

LARGEST_BET = 500_000  # cents; stacks that are not counted have no end
RAKE = {"kind": "percent", "basis_points": 1000, "cap": 500, "unit": 100}


def walked_views(count: int, *, seed: int, most: int = 10) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (name, view) of `count` tables of all games in turn, each some random taps after the last one.

    most: seats of a table.
    """
    random = Random(seed)
    keys = list(GAMES)
    for index in range(count):
        key = keys[index % len(keys)]
        table = walked(_opened(key, random, most), random, taps=random.randint(0, 60))
        yield f"{index} {key}", stored_view(table)


def _opened(key: str, random: Random, most: int) -> Table:
    game = GAMES[key]
    forced = {"blinds": [200, 400]} if game.button else {"blinds": [], "ante": 100, "bring_in": 200}
    limit = random.choice(game.limits or ("split", "none", "pot"))
    bets = {"small_bet": 400, "big_bet": 400 if limit == "fixed" else 800}
    most = min(most, game.seats)
    seats = random.choice((most, most, min(9, most), 3))
    table = open_table({"game": key, "limit": limit, "rake": RAKE} | forced | bets, seats=seats)
    if random.random() < 0.4:
        for seat in range(1, seats + 1):
            table = run(table, c.AddChips(seat, random.choice((1500, 8000, 40000))), now=NOW).table
    if random.random() < 0.2:
        table = run(table, c.SetTracking("streets"), now=NOW).table
    return table


def walked(table: Table, random: Random, *, taps: int) -> Table:
    """Return the table after random taps that its view offers; counts and calls are likelier than folds."""
    for _ in range(taps):
        commands = [item for item in legal_commands(table) if not _is_huge(item)]
        if not commands:
            return table
        likely = [item for item in commands if not _is_fold(item)]
        command = random.choice(likely if likely and random.random() < 0.8 else commands)
        try:
            table = run(table, command, now=NOW).table
        except Refusal:
            continue
    return table


def _is_huge(command: c.Command) -> bool:
    return isinstance(command, c.Act) and (command.to or 0) > LARGEST_BET


def _is_fold(command: c.Command) -> bool:
    return isinstance(command, c.Act) and command.what == "fold"
