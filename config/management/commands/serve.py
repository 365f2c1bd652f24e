"""`manage.py serve`: one web process in production. Worker and beat are separate processes."""

import faulthandler
import socket

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from config.embedded import handle_stop_signals
from config.warm_up import warm_up
from config.web_server import (
    ListenError,
    RoomServer,
    inherited_listener,
    listen,
    notify_systemd,
)
from ops.schema_state import schema_problem


class Command(BaseCommand):
    """Serve from systemd's socket, otherwise from HOST and PORT, until stopped."""

    help = (
        "Runs one web process. Under systemd it takes the socket that the unit passes; otherwise it listens on "
        "HOST:PORT (127.0.0.1:8000). It doesn't migrate: run migrate first."
    )
    requires_system_checks = ()

    def handle(self, *_args: object, **_options: object) -> None:
        """Check the database's version before the first request is answered. Raises `CommandError`."""
        if not settings.REDIS_URL:
            raise CommandError(
                "serve is one of several processes, which need Redis to reach each other: set REDIS_URL, "
                "or use run_room, which is one process for everything."
            )
        try:
            systemd_listener = inherited_listener()
            listener = systemd_listener or listen(settings.HOST, settings.PORT)
        except ListenError as error:
            raise CommandError(str(error)) from error
        faulthandler.enable()  # if systemd's watchdog ends this process, the journal has its stacks
        with listener:
            self._serve(listener)
        connections.close_all()

    def _serve(self, listener: socket.socket) -> None:
        try:
            problem = schema_problem()
        except DatabaseError as error:
            raise CommandError(
                f"Can't use the database: {str(error).strip().splitlines()[0]}."
            ) from error
        if problem:
            raise CommandError(problem)
        connections.close_all()
        from config.asgi import application  # imports models, so after the check

        warm_up()
        server = RoomServer(
            app=application,
            on_open=lambda: notify_systemd("READY=1"),
            is_behind_proxy=listener.family == socket.AF_UNIX,
        )
        with handle_stop_signals(server.handle_exit):
            server.run(sockets=[listener])
        notify_systemd("STOPPING=1")
