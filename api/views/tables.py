"""Tables, their pictures, commands to them; plaques."""

from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api import words
from api.commanding import carry_out
from api.documented import documented
from api.endpoint import Endpoint, caller, read
from api.filters import Filters, Whole, Word
from api.listing import listed, no_parameters
from api.shapes.common import Named, Page
from api.shapes.me import Me
from api.shapes.tables import (
    Carried,
    Picture,
    PlaqueItem,
    Refused,
    TableCommand,
    TableItem,
    plaque_item,
    table_item,
)
from poker.refusal import Refusal
from tables.models import Plaque, Room, Table

TABLE = {"table": "The table's number, as its list has it."}


class TableFilter(Filters):
    """Which tables."""

    room = Whole(label="Of this room.")
    name = Word(label="Of this name, as printed on the felt.")
    plaque = Word(field_name="plaque__name", label="Of the plaque of this name.")


class PlaqueFilter(Filters):
    """Which plaques."""

    name = Word(label="All versions of this name.")
    game = Word(label="Of this game, by its key.")


class MeView(Endpoint):
    """Who asks."""

    scopes = {"GET": None}

    @documented("read_me", "Which program this token is of, and what it may.", answer=Me)
    def get(self, request: Request) -> Response:
        """Any good token."""
        no_parameters(request)
        who = caller(request)
        mine = who.integration
        room = Named(mine.room.pk, mine.room.name) if mine.room else None
        scopes = [scope for scope in mine.scopes if who.has(scope)]
        expires = who.token.expires_at
        return Response(Me(mine.name, who.key, mine.role.name, room, scopes, expires))


class RoomList(Endpoint):
    """The rooms that a program may see."""

    scopes = {"GET": None}

    @documented("list_rooms", "The rooms.", answer=Page[Named], filters=Filters)
    def get(self, request: Request) -> Response:
        """Any good token."""
        rooms = caller(request).within(Room.objects.all(), "pk")
        return listed(request, rooms, lambda row: Named(row.pk, row.name))


def tables_of(request: Request) -> "QuerySet[Table]":
    """The tables that a program may see."""
    rows = Table.objects.select_related("stream", "room", "plaque").defer("stream__state")
    return caller(request).within(rows)


def table_of(request: Request, table: int) -> Table:
    """Refuses `not_found`."""
    found = tables_of(request).filter(pk=table).first()
    if found is None:
        raise Refusal("not_found")
    return found


class TableList(Endpoint):
    """Tables."""

    scopes = {"GET": "tables:read"}

    @documented("list_tables", "The tables.", answer=Page[TableItem], filters=TableFilter)
    def get(self, request: Request) -> Response:
        """In the order in which they were made."""
        return listed(request, tables_of(request), table_item, TableFilter)


class TableView(Endpoint):
    """One table."""

    scopes = {"GET": "tables:read"}

    @documented("read_tables", "One table.", answer=TableItem, path=TABLE)
    def get(self, request: Request, table: int) -> Response:
        """As in the list."""
        no_parameters(request)
        return Response(table_item(table_of(request, table)))


class PictureView(Endpoint):
    """What a table's tablet shows."""

    scopes = {"GET": "tables:read"}

    @documented(
        "read_picture_tables",
        "The public picture of a table; with If-None-Match of its ETag 304 while nothing happened.",
        answer=Picture,
        path=TABLE,
        also={304: "As the ETag that was sent."},
    )
    def get(self, request: Request, table: int) -> Response:
        """The number in the ETag is that of the last entry."""
        no_parameters(request)
        row = table_of(request, table)
        tag = f'"{row.pk}-{row.stream.seq}"'
        same = request.headers.get("If-None-Match") == tag
        said = None if same else Picture(row.pk, row.stream.seq, row.view)
        return Response(said, status=304 if same else 200, headers={"ETag": tag})


class CommandView(Endpoint):
    """Commands to a table."""

    scopes = {"POST": "tables:command"}

    @documented(
        "send_command_tables",
        "A command to a table: what a tablet's keys send, and chairs that are locked up.",
        body=TableCommand,
        answer=Carried,
        path=TABLE,
        problems=(409, 422),
        example={
            "id": "0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a01",
            "seen": 214,
            "name": "act",
            "args": {"seat": 7, "what": "raise", "to": 1600},
        },
    )
    def post(self, request: Request, table: int) -> Response:
        """The same actions and refusals as at the tablet, in the name of the program."""
        no_parameters(request)
        row, sent = table_of(request, table), read(request, TableCommand)
        done = carry_out(row, caller(request), sent, timezone.now())
        warning = done.warning
        told = Refused(warning.code, words.sentence(warning)) if warning else None
        return Response(Carried(done.seq, done.prev, done.repeated, told, done.view))


def _plaques(request: Request) -> "QuerySet[Plaque]":
    """Those that no room's table has are everybody's; others are of rooms that the program sees."""
    room = caller(request).integration.room_id
    rows = Plaque.objects.all()
    if not room:
        return rows
    theirs = Table.objects.exclude(room=room).exclude(plaque=None).values("plaque__name")
    ours = Table.objects.filter(room=room).exclude(plaque=None).values("plaque__name")
    return rows.filter(Q(name__in=ours) | ~Q(name__in=theirs))


class PlaqueList(Endpoint):
    """Plaques."""

    scopes = {"GET": "tables:read"}

    @documented("list_plaques", "The plaques.", answer=Page[PlaqueItem], filters=PlaqueFilter)
    def get(self, request: Request) -> Response:
        """All versions."""
        return listed(request, _plaques(request), plaque_item, PlaqueFilter)


class PlaqueView(Endpoint):
    """One version of a plaque."""

    scopes = {"GET": "tables:read"}

    @documented(
        "read_plaques",
        "One version of a plaque.",
        answer=PlaqueItem,
        path={"plaque": "Its number."},
    )
    def get(self, request: Request, plaque: int) -> Response:
        """As in the list."""
        no_parameters(request)
        found = _plaques(request).filter(pk=plaque).first()
        if found is None:
            raise Refusal("not_found")
        return Response(plaque_item(found))
