"""The lists of those who ask for another seat at their table or another table of their game."""

from zlib import crc32

from poker.refusal import Refusal
from poker.waiting.commands import OpenLine
from tables.lists.doors import game_of, table_named
from tables.lists.games import title_of
from tables.lists.offers import seated

LONGEST = 40  # of a list's key


def change_line(room_id: int, game: str, kind: str, player: str, alias: str) -> OpenLine:
    """The list for a change in this game, opened by its first name. Refuses `bad_change`, `not_in_that_game`."""
    at = (table for table, _ in seated(room_id).get(player, ()))
    tables = [table for table in at if game_of(table_named(room_id, table)) == game]
    if not tables:
        raise Refusal("not_in_that_game", "", name=alias)
    if kind == "seat_change":
        return OpenLine(
            f"seats-{tables[0]}", f"Seat change, {tables[0]}", "seat_change", of=tables[0]
        )
    if kind == "table_change":
        title = f"Table change, {title_of(game, room_id)}"[:60]
        return OpenLine(_key(game), title, "table_change", of=game)
    raise Refusal("bad_change")


def _key(game: str) -> str:
    key = f"tables-{game}"
    return key if len(key) <= LONGEST else f"{key[:30]}-{crc32(game.encode()):08x}"
