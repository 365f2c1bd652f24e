"""A cable between a tablet and its room: a TCP proxy that can be unplugged and plugged in again."""

import socket
import threading
import time
from contextlib import suppress

from tests.support.services import HOST, free_port

CHUNK = 65_536


class Cable:
    """Forwards connections from a free loopback port to a room's port, each way with a delay in seconds."""

    def __init__(self, target: int, delay: float = 0.0) -> None:
        self.target = target
        self.delay = delay
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.is_plugged = True
        self.sockets: set[socket.socket] = set()
        self.lock = threading.Lock()
        self.server = socket.create_server((HOST, self.port), backlog=64)
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        """Cut every connection, and accept none until the cable is plugged in."""
        self.is_plugged = False
        with self.lock:
            for end in self.sockets:
                _close(end)
            self.sockets.clear()

    def plug(self) -> None:
        self.is_plugged = True

    def close(self) -> None:
        self.pull()
        _close(self.server)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:  # the cable is closed
                return
            threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        try:
            room = socket.create_connection((HOST, self.target)) if self.is_plugged else None
        except OSError:
            room = None
        if room is None:
            _close(client)
            return
        with self.lock:
            self.sockets |= {client, room}
        threading.Thread(target=self._forward, args=(room, client), daemon=True).start()
        self._forward(client, room)

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if self.delay:
                    time.sleep(self.delay)
                target.sendall(data)
        for end in (source, target):
            _close(end)
        with self.lock:
            self.sockets -= {source, target}


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
