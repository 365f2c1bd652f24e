"""The lists of those who ask for another seat at their table or another table of their game."""

from zlib import crc32

from poker.refusal import Refusal
from poker.waiting.commands import OpenLine
from poker.waiting.state import CHANGES, Lists
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


def gone(room_id: int, lists: Lists) -> list[int]:
    """The numbers of names that ask for a change and sit there no more."""
    asked = [(line, one) for line in lists.lines if line.kind in CHANGES for one in line.places]
    if not asked:
        return []
    at = seated(room_id)
    return [
        one.number
        for line, one in asked
        if not any(
            line.kind == "table_change" or table == line.of for table, _ in at.get(one.player, ())
        )
    ]


def _key(game: str) -> str:
    key = f"tables-{game}"
    return key if len(key) <= LONGEST else f"{key[:30]}-{crc32(game.encode()):08x}"
