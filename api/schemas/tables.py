"""Tables and plaques. Money is whole numbers of the smallest unit, times are in UTC."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from poker.json_types import JsonObject
from poker.view.model import TableView
from tables.models import Plaque, Table
from web.api.responses import NamedRef

Seen = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class PlaqueItem(msgspec.Struct, frozen=True):
    """One version of a plaque (game, stakes, collection); versions are never edited."""

    id: int
    name: str
    version: int
    published_at: datetime
    game: str
    limit: str
    small_bet: int
    big_bet: int
    blinds: list[int]
    ante: int
    ante_by: str
    bring_in: int
    kill: str
    kill_legs: int
    straddle: bool
    straddle_by: str
    straddle_most: int
    straddle_cap: int
    bomb: str  # when a bomb pot is due, "" without bomb pots
    bomb_amount: int
    bomb_boards: int
    splash: int  # what the house adds to a splash pot, 0 without them
    bounty: str  # which bounty games players may agree to, "" for none
    bounty_amount: int
    buy_in_min: int
    buy_in_max: int
    chips: list[int]
    charge: str
    basis_points: int
    cap: int
    caps: list[list[int]]  # players and cap
    jackpot: int
    jackpot_second: int
    time_charge: int
    time_minutes: int
    tracking: str


class TableItem(msgspec.Struct, frozen=True):
    """A table. seq: number of its last log entry; send it back as `seen` with a command.

    game: the game being dealt, null while closed; hand: number of the current or next hand; taken: occupied seats.
    """

    id: int
    room: NamedRef
    name: str
    seats: int
    open: bool
    plaque: NamedRef | None
    game: str | None
    hand: int
    in_hand: bool
    taken: int
    seq: int
    updated_at: datetime | None


class TableState(msgspec.Struct, frozen=True):
    """A table's public view, as on its tablet. See poker/view/model.py for the fields."""

    id: int
    seq: int
    view: TableView


class TableCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tap. id: chosen by the sender; sent twice, it runs once. seen: last log entry the sender saw.

    args: the command's arguments, as in poker/commands/; numbers must be JSON numbers, not "50".
    """

    id: UUID
    seen: Seen
    name: Word
    args: JsonObject = {}


class CommandWarning(msgspec.Struct, frozen=True):
    """A warning about a command that went through."""

    code: str
    detail: str


class TableCommandResult(msgspec.Struct, frozen=True):
    """The table after a command. prev: the entry it follows, null if nothing was stored or others came after;
    repeated: this command had already run.
    """

    seq: int
    prev: int | None
    repeated: bool
    warning: CommandWarning | None
    view: TableView


def plaque_item(row: Plaque) -> PlaqueItem:
    return msgspec.convert(row, PlaqueItem, from_attributes=True)


def table_item(row: Table) -> TableItem:
    """row: with stream, room and plaque loaded."""
    view = row.listed
    game = view.game
    hand = view.hand
    return TableItem(
        id=row.pk,
        room=NamedRef(row.room_id, row.room.name),
        name=row.name,
        seats=row.seats,
        open=row.is_open,
        plaque=NamedRef(row.plaque.pk, row.plaque.name) if row.plaque else None,
        game=game.title if game else None,
        hand=hand.number,
        in_hand=bool(hand.started),
        taken=sum(1 for seat in view.seats if seat.player),
        seq=row.stream.seq,
        updated_at=row.stream.updated_at,
    )
