"""PostgreSQL, Redis, Caddy and the processes of the units, each of which can be killed and started again."""

import math
import os
import pwd
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.support.fork_server import PROJECT
from tests.support.services import HOST, postgresql_tool

READY_WITHIN = 60  # seconds
STOP_WITHIN = 20
UNITS = PROJECT / "deploy" / "systemd"
AUTOGROUP = Path("/proc/self/autogroup")  # the priority of a session, where Linux has it


class NotStarted(Exception):
    """A process did not start; the text has the end of its log."""


@dataclass
class Service:
    """A process with its log. is_ready: whether it answers."""

    name: str
    command: Sequence[str]
    log: Path
    environment: Mapping[str, str]
    folder: Path
    is_ready: Callable[[], bool] = lambda: True
    user: str | None = None
    inherited: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def start(self) -> None:
        """Start it and wait until it answers. Raises `NotStarted`."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=self.environment,
                user=self.user,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=self.inherited,
                start_new_session=True,  # a kill reaches its children, too
            )
        deadline = time.monotonic() + READY_WITHIN
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise NotStarted(f"{self.name} did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.05)

    @property
    def is_running(self) -> bool:
        """Return whether it was started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """Stop it as a service manager does."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it with its children, as a power failure would."""
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> None:
        if self.process is None or not self.is_running:
            return
        if number == signal.SIGKILL:
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)
        try:
            self.process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(STOP_WITHIN)


def answers(port: int) -> Callable[[], bool]:
    """Return a function that tells whether a port of this machine is open."""

    def is_ready() -> bool:
        with socket.socket() as probe:
            probe.settimeout(2)
            return probe.connect_ex((HOST, port)) == 0

    return is_ready


def unit_command(unit: str) -> str:
    """Return the shell command of a unit in deploy/systemd, as systemd would run it.

    Its CPUWeight becomes the priority of its session: each service is a session, which Linux weighs as systemd weighs
    control groups. Where sessions have no priority (`/proc/self/autogroup`), the process has it.
    """
    text = (UNITS / unit).read_text(encoding="utf-8")
    match = re.search(r"^ExecStart=/bin/sh -c '(.*)'$", text, re.MULTILINE)
    assert match, unit
    command = match[1].replace("%%", "%")
    weight = re.search(r"^CPUWeight=(\d+)$", text, re.MULTILINE)
    if not weight or (niceness := _niceness(int(weight[1]))) == 0:
        return command
    prioritized = f"exec nice -n {niceness} "
    if AUTOGROUP.exists():
        prioritized = f"echo {niceness} > {AUTOGROUP} && {prioritized}"
    return command.replace("exec ", prioritized, 1)


def _niceness(weight: int) -> int:
    """Return the niceness nearest to a weight of control groups: each step divides the processor time by 1.25."""
    return min(round(math.log(100 / weight, 1.25)), 19)


def is_open(path: Path) -> bool:
    """Return whether a server takes connections at a Unix socket."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


def postgresql_service(folder: Path) -> Service:
    """Create a cluster and return its server, which has its socket in the folder, as Debian's has one, and no port.

    Commits wait for the disk, as in a room.
    """
    initdb = postgresql_tool("initdb")
    server = postgresql_tool("postgres")
    assert initdb
    assert server
    user = "postgres" if os.getuid() == 0 else None
    folder.mkdir()
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    data = folder / "data"
    subprocess.run(
        [initdb, "-D", str(data), "-A", "trust", "-U", "postgres"],
        user=user,
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    command = [server, "-D", str(data), "-k", str(folder), "-h", ""]
    return Service(
        name="PostgreSQL",
        command=command,
        log=folder.parent / "postgresql.log",
        environment=dict(os.environ),
        folder=folder,
        is_ready=partial(is_open, folder / ".s.PGSQL.5432"),
        user=user,
    )


def redis_service(folder: Path) -> tuple[Service, Path]:
    """Return Redis with the limits of deploy/redis, and its socket."""
    folder.mkdir()
    path = folder / "redis.sock"
    settings = (PROJECT / "deploy" / "redis" / "floorbook.conf").read_text(encoding="utf-8")
    own = re.sub(r"^unixsocket .*$", f"unixsocket {path}", settings, flags=re.MULTILINE)
    (folder / "redis.conf").write_text(f"{own}\ndir {folder}\n")
    service = Service(
        name="Redis",
        command=["redis-server", str(folder / "redis.conf")],
        log=folder.parent / "redis.log",
        environment=dict(os.environ),
        folder=folder,
        is_ready=partial(is_open, path),
    )
    return service, path
