"""Tables and plaques. Money is whole numbers of the smallest unit, times are in UTC."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec

from api.shapes.common import Named
from tables.models import Plaque, Table

Seen = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class PlaqueItem(msgspec.Struct, frozen=True):
    """One version of what is played and for how much; a version is never edited."""

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
    straddle: bool
    buy_in_min: int
    buy_in_max: int
    chips: list[int]
    charge: str
    basis_points: int
    cap: int
    jackpot: int
    time_charge: int
    time_minutes: int
    tracking: str


class TableItem(msgspec.Struct, frozen=True):
    """A table. seq: the number of the last entry of its log, which a command sends back as `seen`.

    game: what is dealt now, null while it is closed; hand: the number of the present or next hand; taken: chairs in
    which somebody sits.
    """

    id: int
    room: Named
    name: str
    seats: int
    open: bool
    plaque: Named | None
    game: str | None
    hand: int
    in_hand: bool
    taken: int
    seq: int
    updated_at: datetime | None


class Picture(msgspec.Struct, frozen=True):
    """The public picture of a table, as its tablet shows it: poker/view/table.py says what is in it."""

    id: int
    seq: int
    view: dict[str, Any]


class TableCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tap. id: made by the sender; sent twice, it is carried out once. seen: the number that the sender saw last.

    args: of the command, as poker/commands/ has them; whole numbers are numbers, "50" is none.
    """

    id: UUID
    seen: Seen
    name: Word
    args: dict[str, Any] = {}


class Refused(msgspec.Struct, frozen=True):
    """What is to be said although the command was carried out."""

    code: str
    detail: str


class Carried(msgspec.Struct, frozen=True):
    """The table after a command. prev: the number that it was stored upon, null when it stored nothing or others came
    after it; repeated: it had been carried out before.
    """

    seq: int
    prev: int | None
    repeated: bool
    warning: Refused | None
    view: dict[str, Any]


def plaque_item(row: Plaque) -> PlaqueItem:
    """Of a row."""
    return msgspec.convert(row, PlaqueItem, from_attributes=True)


def table_item(row: Table) -> TableItem:
    """Of a row with stream, room and plaque."""
    view = row.view
    game, hand = view.get("game"), view.get("hand", {})
    return TableItem(
        id=row.pk,
        room=Named(row.room_id, row.room.name),
        name=row.name,
        seats=row.seats,
        open=row.is_open,
        plaque=Named(row.plaque.pk, row.plaque.name) if row.plaque else None,
        game=game["title"] if game else None,
        hand=hand.get("number", 0),
        in_hand=bool(hand.get("started")),
        taken=sum(1 for seat in view.get("seats", ()) if seat["player"]),
        seq=row.stream.seq,
        updated_at=row.stream.updated_at,
    )
