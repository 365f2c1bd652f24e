"""Lists of seat change and table change requests."""

from itertools import chain, count
from zlib import crc32

from poker.refusal import Refusal
from tables.game_keys import title_of, waitlist_key_of
from waitlist.resolve import table_named
from waitlist.rules.commands import OpenWaitlist
from waitlist.rules.evolve import seat_change_title
from waitlist.rules.state import CHANGES, Waitlists
from waitlist.seat_priority import seated

MAX_KEY_LENGTH = 40  # characters of a list's key


def seat_change_list(
    room_id: int, waitlists: Waitlists, game: str, kind: str, player: str, alias: str
) -> OpenWaitlist:
    """Return the command that opens the list for a change in this game; for an open list it changes nothing.

    Raises `Refusal`: `bad_change`, `not_in_that_game`.
    """
    table_names = (table for table, _ in seated(room_id).get(player, ()))
    tables = [
        table for table in table_names if waitlist_key_of(table_named(room_id, table)) == game
    ]
    if not tables:
        raise Refusal("not_in_that_game", "", name=alias)
    if kind == "seat_change":
        key = _key_of_table(waitlists, tables[0])
        return OpenWaitlist(key, seat_change_title(tables[0]), "seat_change", of=tables[0])
    if kind == "table_change":
        title = f"Table change, {title_of(game, room_id)}"[:60]
        return OpenWaitlist(_key(game), title, "table_change", of=game)
    raise Refusal("bad_change")


def requests_without_seat(room_id: int, waitlists: Waitlists) -> list[int]:
    """Return the numbers of change requests whose player left the table, or, for a table change, has no seat at all."""
    requests = [
        (waitlist, entry)
        for waitlist in waitlists.lists
        if waitlist.kind in CHANGES
        for entry in waitlist.entries
    ]
    if not requests:
        return []
    seats_by_player = seated(room_id)
    return [
        entry.number
        for waitlist, entry in requests
        if not any(
            waitlist.kind == "table_change" or table == waitlist.of
            for table, _ in seats_by_player.get(entry.player, ())
        )
    ]


def _key_of_table(waitlists: Waitlists, table: str) -> str:
    """Return the key of a table's list of seat changes. The list of a renamed table keeps its key, which has the old
    name.
    """
    for waitlist in waitlists.lists:
        if waitlist.kind == "seat_change" and waitlist.of == table:
            return waitlist.key
    keys = (f"seats-{table}{suffix}" for suffix in chain([""], (f"-{n}" for n in count(2))))
    return next(key for key in keys if waitlists.waitlist(key) is None)


def _key(game: str) -> str:
    key = f"tables-{game}"
    return key if len(key) <= MAX_KEY_LENGTH else f"{key[:30]}-{crc32(game.encode()):08x}"
