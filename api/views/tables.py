"""Tables, their states, commands to them; plaques."""

from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.schemas.me import Me
from api.schemas.tables import (
    CommandWarning,
    PlaqueItem,
    TableCommand,
    TableCommandResult,
    TableItem,
    TableState,
    plaque_item,
    table_item,
)
from api.table_commands import execute
from poker.currency import currency
from poker.refusal import Refusal
from staff.models import Room
from tables.models import Plaque, Table
from web.api.endpoint import Endpoint, caller, read_body
from web.api.filters import Filters, IntegerFilter, TextFilter
from web.api.openapi import documented
from web.api.pagination import no_parameters, paginate
from web.api.responses import NamedRef, Page
from web.messages.refusals import refusal_message

TABLE = {"table": "Table number."}


class TableFilter(Filters):
    """Filters of tables."""

    room = IntegerFilter(label="In this room.")
    name = TextFilter(label="Table name, as on the felt.")
    plaque = TextFilter(field_name="plaque__name", label="Plaque name.")


class PlaqueFilter(Filters):
    """Filters of plaques."""

    name = TextFilter(label="Plaque name, all versions.")
    game = TextFilter(label="Game key.")


class MeView(Endpoint):
    """The caller."""

    scopes = {"GET": None}

    @documented("read_me", "Get the token's integration and scopes.", answer=Me)
    def get(self, request: Request) -> Response:
        """Every valid token."""
        no_parameters(request)
        who = caller(request)
        integration = who.integration
        room = NamedRef(integration.room.pk, integration.room.name) if integration.room else None
        scopes = [scope for scope in integration.scopes if who.has(scope)]
        expires = who.token.expires_at
        role = integration.role.name
        unit = currency()
        return Response(
            Me(
                integration.name,
                who.key,
                role,
                room,
                scopes,
                expires,
                currency=unit.code,
                decimals=unit.decimals,
            )
        )


class RoomList(Endpoint):
    """The caller's rooms."""

    scopes = {"GET": None}

    @documented("list_rooms", "List rooms.", answer=Page[NamedRef], filters=Filters)
    def get(self, request: Request) -> Response:
        """Every valid token."""
        rooms = caller(request).within(Room.objects.all(), "pk")
        return paginate(request, rooms, lambda row: NamedRef(row.pk, row.name))


def tables_of(request: Request) -> "QuerySet[Table]":
    """Return the tables the caller may see."""
    return caller(request).within(Table.objects.select_related("stream", "room", "plaque"))


def table_of(request: Request, table: int) -> Table:
    """Return a table. Raises `Refusal`: `not_found`."""
    row = tables_of(request).filter(pk=table).first()
    if row is None:
        raise Refusal("not_found")
    return row


class TableList(Endpoint):
    """Tables."""

    scopes = {"GET": "tables:read"}

    @documented("list_tables", "List tables.", answer=Page[TableItem], filters=TableFilter)
    def get(self, request: Request) -> Response:
        """In the order created."""
        rows = tables_of(request).defer("stream__state")
        return paginate(request, rows, table_item, TableFilter)


class TableView(Endpoint):
    """One table."""

    scopes = {"GET": "tables:read"}

    @documented("read_tables", "Get a table.", answer=TableItem, path=TABLE)
    def get(self, request: Request, table: int) -> Response:
        """Same fields as in the list."""
        no_parameters(request)
        return Response(table_item(table_of(request, table)))


class TableStateView(Endpoint):
    """What a table's tablet shows."""

    scopes = {"GET": "tables:read"}

    @documented(
        "read_picture_tables",
        "Get a table's public view. With If-None-Match, 304 if nothing changed.",
        answer=TableState,
        path=TABLE,
        also={304: "Not modified; matches the ETag sent."},
    )
    def get(self, request: Request, table: int) -> Response:
        """The ETag is the number of the last log entry."""
        no_parameters(request)
        row = table_of(request, table)
        tag = f'"{row.pk}-{row.stream.seq}"'
        same = request.headers.get("If-None-Match") == tag
        table_state = None if same else TableState(row.pk, row.stream.seq, row.view)
        return Response(table_state, status=304 if same else 200, headers={"ETag": tag})


class CommandView(Endpoint):
    """Commands to a table."""

    scopes = {"POST": "tables:command"}

    @documented(
        "send_command_tables",
        "Send a command to a table: a tablet tap, or a seat lock-up.",
        body=TableCommand,
        answer=TableCommandResult,
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
        """Same actions and refusals as at the tablet, logged under the integration."""
        no_parameters(request)
        row = table_of(request, table)
        command = read_body(request, TableCommand)
        result = execute(row, caller(request), command, timezone.now())
        warning = result.warning
        command_warning = (
            CommandWarning(warning.code, refusal_message(warning)) if warning else None
        )
        return Response(
            TableCommandResult(
                result.seq, result.prev, result.repeated, command_warning, result.view
            )
        )


def _plaques(request: Request) -> "QuerySet[Plaque]":
    """Return the plaques the caller may see: those of its rooms' tables, and those not on any table."""
    room = caller(request).integration.room_id
    rows = Plaque.objects.all()
    if not room:
        return rows
    tables = Table.objects.exclude(room=room).exclude(plaque=None).values("plaque__name")
    ours = Table.objects.filter(room=room).exclude(plaque=None).values("plaque__name")
    return rows.filter(Q(name__in=ours) | ~Q(name__in=tables))


class PlaqueList(Endpoint):
    """Plaques."""

    scopes = {"GET": "tables:read"}

    @documented("list_plaques", "List plaques.", answer=Page[PlaqueItem], filters=PlaqueFilter)
    def get(self, request: Request) -> Response:
        """All versions."""
        return paginate(request, _plaques(request), plaque_item, PlaqueFilter)


class PlaqueView(Endpoint):
    """One version of a plaque."""

    scopes = {"GET": "tables:read"}

    @documented(
        "read_plaques",
        "Get one version of a plaque.",
        answer=PlaqueItem,
        path={"plaque": "Plaque number."},
    )
    def get(self, request: Request, plaque: int) -> Response:
        """Same fields as in the list."""
        no_parameters(request)
        row = _plaques(request).filter(pk=plaque).first()
        if row is None:
            raise Refusal("not_found")
        return Response(plaque_item(row))
