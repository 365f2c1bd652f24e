"""A live room whose server dies while it executes a command, and a client that notices whether an answer came."""

import json
import signal
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from tests.support.live_room import STOP_WITHIN, ClosedRoom, LiveRoom, Process
from tests.support.live_room import live_room as run_live_room
from tests.support.signed_in_pages import TOKEN

ORDER = "kill-at.txt"  # in the room's data folder: moment, log and command at which the server dies
# The server of the room. It kills itself before the commit of a command, or after it and before the answer.
SERVER = f"""
import os
import signal
from pathlib import Path
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from journal import log

ORDER = Path(settings.DATA_DIR) / "{ORDER}"
run_effects = log.run_effects

def die():
    ORDER.unlink()
    os.kill(os.getpid(), signal.SIGKILL)

def run_effects_and_die(name, stored):
    order = ORDER.read_text().split() if ORDER.exists() else ["", "", ""]
    moment, log_name, ask = order
    is_due = name == log_name and stored.command.__struct_config__.tag == ask
    if is_due and moment == "after":
        transaction.on_commit(die)
    run_effects(name, stored)
    if is_due and moment == "before":
        die()

log.run_effects = run_effects_and_die
call_command("run_room")
"""
BADGE = {"badge": "201", "pin": "7410"}


class FragileRoom(LiveRoom):
    """A live room whose server dies at a moment that the test orders."""

    def _run(self, *arguments: str, stdout: Path, err: Path) -> Process:
        if arguments[0] == "run_room":
            arguments = ("shell", "--no-imports", "-c", SERVER)
        return super()._run(*arguments, stdout=stdout, err=err)

    def order_death(self, moment: str, log: str, ask: str) -> None:
        """Order the server to die "before" or "after" the commit of the next such command to a kind of log."""
        order = self.data_dir / f"{ORDER}.new"
        order.write_text(f"{moment} {log} {ask}")
        order.rename(self.data_dir / ORDER)

    def wait_for_death(self) -> None:
        assert self._running().wait(STOP_WITHIN) == -signal.SIGKILL
        assert not (self.data_dir / ORDER).exists()

    def shell(self, code: str) -> Any:
        """Run code in the project; return the JSON that it printed after MARK."""
        result = self.manage("shell", "--no-imports", "-c", code)
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout.split("MARK")[1])

    def verify(self, *checks: str) -> None:
        """Run these management commands, each of which fails if something doesn't match."""
        for check in checks:
            name, *options = check.split()
            result = self.manage(name, *options)
            assert result.returncode == 0, result.stdout + result.stderr


@contextmanager
def fragile_room(closed_room: ClosedRoom) -> Generator[FragileRoom]:
    """Run a copy of a stopped room whose server can be ordered to die."""
    with run_live_room(closed_room) as live_room:
        live_room.stop()
        room = FragileRoom(
            data_dir=live_room.data_dir,
            environment=live_room.environment,
            fork_server=live_room.forge,
        )
        room.start()
        try:
            yield room
        finally:
            if room.is_running():
                room.kill()


@dataclass
class Client:
    """A member of the staff at a page of the room, signed in with badge and PIN."""

    room: FragileRoom
    path: str  # the page that the forms are on

    def __post_init__(self) -> None:
        """Sign in with badge and PIN."""
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()), ProxyHandler({}))
        address = f"/floor/sign-in?{urlencode({'next': self.path})}"
        self._post(address, self._token(address), BADGE)

    def get(self, path: str) -> str:
        """Return the text of a page."""
        with self.opener.open(f"{self.room.url}{path}", timeout=60) as response:
            text: str = response.read().decode()
        return text

    def send(self, address: str, **form: object) -> str:
        """Post a form of the page; return the page after it, or "" if the server died before its answer."""
        token = self._token(self.path)
        try:
            return self._post(address, token, form)
        except HTTPError:
            raise
        except (URLError, HTTPException, ConnectionError):
            return ""

    def _token(self, path: str) -> str:
        token = TOKEN.search(self.get(path))
        assert token is not None
        return token[1]

    def _post(self, address: str, token: str, form: dict[str, Any]) -> str:
        data = urlencode({"csrfmiddlewaretoken": token, **form}).encode()
        with self.opener.open(f"{self.room.url}{address}", data, timeout=60) as response:
            text: str = response.read().decode()
        return text
