"""Small open tables of single games."""

from typing import Any

from poker import commands as c
from staff.models import Room
from tables import lifecycle
from tests.support.room import NOW, TableDriver, create_plaque

STUD = {"ante": 100, "bring_in": 200, "blinds": []}
GAMES: dict[str, dict[str, Any]] = {
    "holdem": {},
    "stud": STUD,
    "deuce7_triple": {},
    "omaha8": {"kill": "full", "kill_trigger": 6000, "kill_post": 800},
}


def create_game_table(game: str) -> TableDriver:
    """Return the open T1 of a small room with four players, who play one of `GAMES`."""
    room = Room.objects.create(name="Small room")
    table = lifecycle.table_create(
        room=room,
        name="T1",
        seats=8 if game == "stud" else 6,
        plaque=create_plaque(name=game, game=game, **GAMES[game]),
        actor="system.test",
        now=NOW,
    )
    small = TableDriver(table)
    small.seat_players(1, 2, 3, 4)
    small.open()
    if game != "stud":
        small.execute(c.SetButton(seat=1))
    return small
