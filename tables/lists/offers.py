"""Who is offered an open chair of a room before whom; the one answer for desk, map and doors."""

from collections.abc import Collection
from functools import cached_property

from players.apart import Parted
from players.models import Player
from poker.waiting.claims import Chair, Claim, claims
from poker.waiting.seniority import Sat, Senior, seniors
from poker.waiting.state import CHANGES, Chain, Lists
from tables.log import commands_of
from tables.models import Sitting, Table
from tables.occupied import seatings


class Offers:
    """The claims on a room's chairs at one moment; rooms without chains and changes of seats cost no question."""

    def __init__(self, room_id: int, lists: Lists) -> None:
        """Of these lists."""
        self.room_id, self.lists = room_id, lists
        self._seniors: dict[str, tuple[Senior, ...]] = {}

    def at(self, table: str, seat: int, game: str) -> tuple[Claim, ...]:
        """Everybody with a claim on a chair, the first one first; `game` is the key of the table's list.

        Who may share no game with somebody there has none (S-016).
        """
        found = claims(self.lists, Chair(table, seat, game), self._seated, self.seniors(game))
        return tuple(
            one for one in found if one.table == table or not self.apart(table, one.player)
        )

    def apart(self, table: str, player: str) -> str:
        """The key of somebody at a table with whom the house lets a player share no game; "" for nobody."""
        if not self._parted:
            return ""
        return self._parted.clash(player, self._sitters.get(table, ()))

    @cached_property
    def _parted(self) -> Parted:
        return Parted()

    @cached_property
    def _sitters(self) -> dict[str, list[str]]:
        return {
            table.name: [seat["player"] for seat in table.seats if seat["player"]]
            for table in seatings(self.room_id)
        }

    def seniors(self, game: str) -> tuple[Senior, ...]:
        """Who sits at the must-move tables of a game, the most senior first."""
        if game not in self._seniors:
            chain = self.lists.chain(game)
            self._seniors[game] = _seniors(self.room_id, chain) if chain else ()
        return self._seniors[game]

    @cached_property
    def _seated(self) -> dict[str, list[tuple[str, int]]]:
        if not any(line.places for line in self.lists.lines if line.kind in CHANGES):
            return {}
        return seated(self.room_id)


def seated(room_id: int) -> dict[str, list[tuple[str, int]]]:
    """Tables and chairs in which players sit now, by every key that logs have of them."""
    found: dict[str, list[tuple[str, int]]] = {}
    for table in seatings(room_id):
        for seat in table.seats:
            if seat["player"]:
                found.setdefault(seat["player"], []).append((table.name, int(seat["seat"])))
    merged = Player.objects.exclude(merged_into=None).order_by("pk")
    for gone, kept in merged.values_list("pk", "merged_into"):
        places = found.get(f"p{gone}") or found.get(f"p{kept}")
        if places:
            found[f"p{gone}"] = found[f"p{kept}"] = places
    return found


def _seniors(room_id: int, chain: Chain) -> tuple[Senior, ...]:
    ids = Table.objects.filter(room=room_id, name__in=(*chain.main, *chain.feeders))
    names = dict(ids.values_list("pk", "name"))
    feeding = [pk for pk, name in names.items() if name in chain.feeders]
    sits = Sitting.objects.filter(table__in=feeding, left=None)
    players = list(sits.order_by().values_list("visit__player", flat=True))
    return seniors(chain, _sat(names, players))


def _sat(names: dict[int, str], players: Collection[int]) -> list[Sat]:
    """Every time that these players sat at these tables, with the commands of the logs by which they came and left."""
    rows = Sitting.objects.filter(table__in=names, visit__player__in=players)
    found = list(rows.select_related("visit__player").order_by("pk"))
    places = {(one.table_id, seq) for one in found for seq in (one.taken, one.left) if seq}
    commands = commands_of(places) if places else {}
    return [
        Sat(
            player=one.visit.player.key,
            name=one.visit.player.alias,
            table=names[one.table_id],
            seat=one.seat,
            at=int(one.taken_at.timestamp() * 1000),
            taken=commands[one.table_id, one.taken][0],
            left=commands[one.table_id, one.left][0] if one.left else "",
            entry=one.taken,
            order=commands[one.table_id, one.taken][1],
        )
        for one in found
    ]
