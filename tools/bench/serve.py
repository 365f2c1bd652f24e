"""Serve the room and the baseline view from one server and database: `python -m tools.bench.serve TABLES`.

Prints one JSON line when ready: the port, and a tablet's token for each table.
"""

import json
import os
import socket
import sys
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import django

TABLES = 40
SEATS = 9


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tools.bench.settings"
    django.setup()  # the imports below import models
    from channels.routing import ProtocolTypeRouter, URLRouter
    from django.core.handlers.asgi import ASGIHandler
    from django.core.management import call_command
    from django.urls import path

    from config import asgi
    from config.embedded import handle_stop_signals
    from config.lifespan import lifespan
    from config.warm_up import warm_up
    from config.web_server import RoomServer
    from dealer_ui.routing import websocket_urlpatterns
    from tools.bench.baseline import RowConsumer
    from tools.bench.load import DJANGO

    call_command("migrate", run_syncdb=True, verbosity=0, interactive=False)
    tokens = [token for token, _ in prepare(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)]
    sockets = [path("ws/bench/<int:group>/", RowConsumer.as_asgi()), *websocket_urlpatterns]
    of_django = ASGIHandler()

    async def http(scope: dict[str, Any], receive: Any, send: Any) -> None:
        handler = of_django if scope["path"].startswith(f"/{DJANGO}/") else asgi.http
        await handler(scope, receive, send)

    application = ProtocolTypeRouter(
        {"http": http, "websocket": URLRouter(sockets), "lifespan": lifespan}
    )
    listener = socket.create_server(("127.0.0.1", 0))
    opened = json.dumps({"port": listener.getsockname()[1], "tokens": tokens})
    server = RoomServer(app=application, on_open=lambda: print(opened, flush=True))
    warm_up()
    with handle_stop_signals(server.handle_exit):
        server.run(sockets=[listener])


def prepare(count: int) -> list[tuple[str, int]]:
    """Open limit hold'em tables for nine with the button on seat 1; return each table's key with its tablet's token."""
    from django.contrib.auth.models import Permission, User

    from poker import commands as c
    from poker.stakes import Stakes
    from staff.hashing import hash_secret
    from staff.models import Room, Staff
    from tables.actions import execute
    from tables.lifecycle import table_create
    from tables.models import Device

    now = datetime.now(UTC)
    room = Room.objects.create(name="Bench")
    user = User.objects.create_user("bench")
    user.user_permissions.add(Permission.objects.get(codename="deal"))
    staff = Staff.objects.create(user=user, alias="Wren", badge="1")
    stakes = Stakes(
        game="holdem",
        limit="split",
        small_bet=400,
        big_bet=800,
        blinds=(200, 400),
        buy_in_min=4000,
        buy_in_max=100_000,
        chips=(100, 500, 2500),
    )
    opened = []
    for number in range(1, count + 1):
        table = table_create(
            room=room, name=f"B{number}", seats=SEATS, plaque=None, actor="bench", now=now
        )
        seated = [c.SeatPlayer(seat, f"x{seat}", f"Player {seat}") for seat in range(1, SEATS + 1)]
        for command in (*seated, c.OpenTable(stakes), c.SetButton(1)):
            execute(
                table_id=table.pk,
                command_id=uuid4().hex,
                seen=None,
                command=command,
                actor="bench",
                now=now,
            )
        token = f"bench-{number}"
        Device.objects.create(
            name=f"Tablet {number}",
            table=table,
            token_hash=hash_secret(token),
            paired_at=now,
            dealer=staff,
            signed_in_at=now,
        )
        opened.append((token, table.pk))
    return opened


if __name__ == "__main__":
    main()
