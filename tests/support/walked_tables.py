"""States that the engine reaches by random play, the same ones each time."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from absences.rules import AbsenceLimits
from dealer_ui.screen.room_settings import RoomSettings
from poker import commands as c
from poker.engine import run
from poker.games import GAMES
from poker.refusal import Refusal
from poker.state import Table
from tests.support.play import NOW, open_table, stored_view
from tests.support.random_tables import legal_commands

LARGEST_BET = 500_000  # cents; stacks that are not counted are unlimited
RAKE = {"kind": "percent", "basis_points": 1000, "cap": 500, "unit": 100}


NAMES = (  # at most 40 letters, the limit of an alias
    "Wayfarer Montgomery-Featherstone the 3rd",
    "Montgomeryfeatherstonehaughcholmondeley",
    "WWWWWWWWWWWW MMMMMMMMMMMM",
    "Bartholomew Featherstone",
    "Christopherson",
    "Li",
    "Maximiliane von der Wackerbarth-Salmour",
)
ABSENCES = AbsenceLimits(minutes=30)
AWAY_MINUTES = (0, 7, 29, 30, 134, 1080)
SILENT_MS = 52_000


@dataclass(frozen=True, slots=True)
class WalkedScreen:
    """A state at a moment, with the room's additions.

    acted_at: when the action last moved, in Unix milliseconds; 0 if no seat should glow.
    """

    name: str
    view: dict[str, Any]
    room: RoomSettings
    acted_at: int


def walked_screens(count: int, *, seed: int, now_ms: int, most: int = 10) -> Iterator[WalkedScreen]:
    """Yield walked views at a moment. Some have long names, absent players, and a seat that is silent or on the clock.

    most: seats of a table.
    """
    random = Random(-seed - 1)
    room = RoomSettings(absences=ABSENCES)
    for name, view in walked_views(count, seed=seed, most=most):
        draws = [random.random() for _ in range(4)]
        if draws[0] < 0.6:
            _rename(view, random)
        if draws[1] < 0.6:
            _send_away(view, random, now_ms)
        is_silent = draws[2] < 0.6
        clock = view["turn_clock"]
        if clock and clock["seat"] and is_silent and draws[3] < 0.6:
            called_at = now_ms - random.choice((1, 12, 40)) * 1000
            view["turn_clock"] = clock | {"called_at": called_at, "given": random.choice((30, 600))}
        acted_at = now_ms - SILENT_MS if is_silent else 0
        yield WalkedScreen(name=name, view=view, room=room, acted_at=acted_at)


def _rename(view: dict[str, Any], random: Random) -> None:
    """Give the players of a view the longest allowed names, names of one word, or very short ones."""
    for seat in view["seats"]:
        if seat.get("name"):
            seat["name"] = random.choice(NAMES)


def _send_away(view: dict[str, Any], random: Random, now_ms: int) -> None:
    """Let some players without cards be away, some of them longer than the room allows."""
    for seat in view["seats"]:
        if seat.get("name") and seat["state"] != "in" and random.random() < 0.5:
            minutes = random.choice(AWAY_MINUTES)
            seat |= {"away": True, "away_at": now_ms - minutes * 60_000}


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
            table = run(table, c.AddChips(seat, random.choice((1500, 8000, 40000))), now=NOW).state
    if random.random() < 0.2:
        table = run(table, c.SetTracking("streets"), now=NOW).state
    return table


def walked(table: Table, random: Random, *, taps: int) -> Table:
    """Return the table after random taps offered by its view; counts and calls are likelier than folds."""
    for _ in range(taps):
        commands = [item for item in legal_commands(table) if not _is_huge(item)]
        if not commands:
            return table
        likely = [item for item in commands if not _is_fold(item)]
        command = random.choice(likely if likely and random.random() < 0.8 else commands)
        try:
            table = run(table, command, now=NOW).state
        except Refusal:
            continue
    return table


def _is_huge(command: c.Command) -> bool:
    return isinstance(command, c.Act) and (command.to or 0) > LARGEST_BET


def _is_fold(command: c.Command) -> bool:
    return isinstance(command, c.Act) and command.what == "fold"
