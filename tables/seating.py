"""Chairs by lot for names of lists and others, in one transaction with the lists; closing; another plaque."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from players.apart import Parted
from players.roster import player_known, player_said
from poker import codec
from poker.commands import CloseTable, Drawn, DrawSeats
from poker.locks import open_chairs
from poker.refusal import Refusal
from poker.state import Table as State
from poker.waiting.commands import Seated
from poker.waiting.state import Lists, Waiting
from tables.actions import Result, durably, execute_inside_transaction, locked, repeated
from tables.chairs import keeping
from tables.drawing import shuffled
from tables.lists.asking import lists_ask_inside_transaction, lists_held, lists_made
from tables.lists.games import key_of
from tables.models import Plaque, Table
from tables.plaques import fits, plaque_change
from tables.warning import warned


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Who gets chairs by lot: names of lists by their numbers, others by card number or alias."""

    numbers: Sequence[int] = ()
    others: Sequence[str] = ()


def seats_draw(*, table: Table, draw: Draw, command_id: str, actor: str, now: datetime) -> Result:
    """Draw chairs among those that are open; names leave their list with it, or nothing happens.

    Refuses `draw_nobody`, `not_on_a_list`, `draw_apart`, `draw_chairs` for more names than chairs, and whatever lists
    and table refuse. The log has who drew, the names, and the chairs in the order in which they were drawn.
    """
    lists_id = lists_made(table.room_id)
    came: list[str] = []

    def work() -> Result:
        lists = lists_held(lists_id)  # before the table, as everybody does
        stream = locked(table.pk)
        if stored := repeated(stream, command_id):
            return stored
        others = _others(draw.others)
        here = [_place(table, lists, one.player) for one in others]
        numbers = dict.fromkeys([*draw.numbers, *(number for number in here if number)])
        listed = [_waiting(lists, number) for number in numbers]
        unlisted = [one for one, number in zip(others, here, strict=True) if not number]
        players = [_drawn(one.player, one.name) for one in listed] + unlisted
        came[:] = [one.player for one in players]
        if not players:
            raise Refusal("draw_nobody", "S-013", table=table.name)
        state = codec.decode_state(bytes(stream.state))
        _refuse_apart(state, players)
        drawn = {one.number for one in listed}
        free = _free(table, lists, drawn, open_chairs(state, _ms(now)))
        if len(players) > len(free):
            raise Refusal("draw_chairs", "S-013", players=len(players), chairs=len(free))
        order = tuple(shuffled(free))
        for place, (one, seat) in enumerate(zip(listed, order, strict=False)):
            lists_ask_inside_transaction(
                lists_id=lists_id,
                room_id=table.room_id,
                command_id=f"{command_id}.{place}",
                command=Seated(one.number, table.name, seat, f"seat draw at {table.name}"),
                actor=actor,
                now=now,
                sits=False,
            )
        return execute_inside_transaction(
            table_id=table.pk,
            command_id=command_id,
            seen=None,
            command=DrawSeats(tuple(players), order),
            actor=actor,
            now=now,
        )

    result = durably(table_id=table.pk, command_id=command_id, work=work)
    return replace(result, warning=warned(table.pk, result.view, came))


def _place(table: Table, lists: Lists, player: str) -> int:
    """The number of a player's name on the list of the table's game; 0 for who is not on it."""
    game = key_of(table.plaque.name) if table.plaque else ""
    found = [
        one.number
        for line, one in lists.of(player)
        if line.key == game and line.kind in ("game", "interest")
    ]
    return found[0] if found else 0


def _waiting(lists: Lists, number: int) -> Waiting:
    line = lists.holding(number)
    one = line.find(number) if line else None
    if line is None or one is None:
        raise Refusal("not_on_a_list", "", number=number)
    if line.kind in ("seat_change", "table_change"):
        raise Refusal("draw_seated", "S-013", name=one.name)
    return one


def _refuse_apart(state: State, players: Sequence[Drawn]) -> None:
    """At one table no draw keeps two apart: one of them is left out of it (S-016)."""
    parted = Parted()
    names = {seat.player: seat.name for seat in state.seats if seat.taken}
    for one in players:
        if other := parted.clash(one.player, names):
            raise Refusal("draw_apart", "S-017", name=one.name, other=names[other])
        names[one.player] = one.name


def _drawn(key: str, alias: str) -> Drawn:
    player = player_known(key)
    return Drawn(player.key if player else key, player.alias if player else alias)


def _others(said: Iterable[str]) -> list[Drawn]:
    players = [player_said(text) for text in said if text.strip()]
    return [Drawn(player.key, player.alias) for player in players]


def _free(table: Table, lists: Lists, drawn: set[int], free: list[int]) -> list[int]:
    """Open chairs less those that lists keep for somebody who is not in the draw."""
    held = {chair for chair, kept in keeping(lists).items() if kept.number not in drawn}
    return [seat for seat in free if (table.name, seat) not in held]


def _ms(now: datetime) -> int:
    return int(now.timestamp() * 1000)


def table_close(*, table: Table, reason: str, command_id: str, actor: str, now: datetime) -> Result:
    """Close a table that everybody has left, for a reason. Refuses `close_reason`, `players_sit`; a hand goes on."""
    if not reason.strip():
        raise Refusal("close_reason", "S-005", table=table.name)
    command = CloseTable(reason.strip()[:200])
    return table_shut(
        table=table, command=command, command_id=command_id, seen=None, actor=actor, now=now
    )


def table_shut(
    *,
    table: Table,
    command: CloseTable,
    command_id: str,
    seen: int | None,
    actor: str,
    now: datetime,
) -> Result:
    """Close a table that everybody has left, from the floor or at its tablet. Refuses `players_sit`; a hand goes on."""

    def work() -> Result:
        stream = locked(table.pk)
        if stored := repeated(stream, command_id):
            return stored
        state = codec.decode_state(bytes(stream.state))
        sitting = sum(1 for seat in state.seats if seat.taken)
        if state.is_open and state.hand is None and sitting:
            raise Refusal("players_sit", "S-005", table=table.name, players=sitting)
        return execute_inside_transaction(
            table_id=table.pk,
            command_id=command_id,
            seen=seen,
            command=command,
            actor=actor,
            now=now,
        )

    return durably(table_id=table.pk, command_id=command_id, work=work)


def plaque_put_up(
    *, table: Table, plaque: Plaque, command_id: str, actor: str, now: datetime
) -> None:
    """Another plaque: at an open table from the next hand on, at a closed one for when it opens."""
    if table.is_open:
        plaque_change(
            table=table, plaque=plaque, command_id=command_id, seen=None, actor=actor, now=now
        )
        return
    fits(plaque=plaque, seats=table.seats)
    Table.objects.filter(pk=table.pk).update(plaque=plaque)
