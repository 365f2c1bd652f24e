"""The whole installation in one folder: services, web processes on two listeners, workers and the scheduler."""

import base64
import hashlib
import json
import os
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

import psycopg
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from psycopg import sql

from tests.production.services import (
    Service,
    answers,
    postgresql_service,
    redis_service,
    unit_command,
)
from tests.run import UNSET
from tests.support.fork_server import PROJECT
from tests.support.services import HOST, free_port

NAME = "localhost"
# As deploy/install.sh enables them on two cores: the unit of a web process, and how many.
WEB_PROCESSES = {"floorbook-tablets@.service": 2, "floorbook-web@.service": 2}
OTHERS = (
    "floorbook-worker-fast",
    "floorbook-worker-slow",
    "floorbook-worker-mail",
    "floorbook-beat",
)


class Installation:
    """What `deploy/install.sh` sets up, on free ports of loopback."""

    def __init__(self, folder: Path, release: Path) -> None:
        """Prepare services and settings for a release; nothing runs yet."""
        self.folder = folder
        self.release = release
        (folder / "backups").mkdir()  # as the script does
        self.https = free_port()
        self.http = free_port()
        self.url = f"https://{NAME}:{self.https}"
        self.postgresql = postgresql_service(folder / "postgresql")
        self.redis, redis_socket = redis_service(folder / "redis")
        self.caddy_data = folder / "caddy"
        # Paths that clients connect to without Caddy.
        self.tablets_path = str(folder / "tablets.sock")
        self.pages_path = str(folder / "web.sock")
        self.listeners = {
            "floorbook-tablets@.service": _listener(self.tablets_path),
            "floorbook-web@.service": _listener(self.pages_path),
        }
        self.notify = str(folder / "notify.sock")
        self.copies = folder / "copies"  # as a second disk: it is there before the first backup
        self.copies.mkdir()
        inherited = {name: text for name, text in os.environ.items() if name not in UNSET}
        self.environment = inherited | {
            "DATA_DIR": str(folder / "data"),
            "DATABASE_URL": self._database_url("floorbook"),
            "REDIS_URL": f"unix://{redis_socket}",
            "ALLOWED_HOSTS": NAME,
            "HTTPS": "true",
            "BACKUP_DIR": str(folder / "backups"),
            "BACKUP_COPY_DIR": str(self.copies),
            "METRICS_DIR": str(folder / "metrics"),
            "METRICS_TOKEN": "only-for-this-check",
            "LOG_FORMAT": "json",
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        self.caddy = self._caddy()
        self.web = [
            self._web(unit, number)
            for unit, count in WEB_PROCESSES.items()
            for number in range(1, count + 1)
        ]
        self.others = {name: self._other(name) for name in OTHERS}

    @contextmanager
    def running(self) -> Generator[None]:
        """Start everything in the order of the script; stop it in the opposite one."""
        started: list[Service] = []
        try:
            for service in (self.postgresql, self.redis):
                started.append(service)
                service.start()
            self.create_roles()
            self.migrate(self.release)
            for service in (*self.web, *self.others.values(), self.caddy):
                started.append(service)
                service.start()
            self._wait_for_authority()
            yield
        finally:
            for service in reversed(started):
                service.stop()
            for listener in self.listeners.values():
                listener.close()

    def services(self) -> list[Service]:
        """Return all services."""
        return [self.postgresql, self.redis, *self.web, *self.others.values(), self.caddy]

    def create_roles(self) -> None:
        """Create the roles and the database, as the superuser, and give the room its rights, as the owner."""
        scripts = PROJECT / "deploy" / "postgresql"
        self._psql("postgres", (scripts / "roles.sql").read_text())
        # As the owner, who may: the superuser's address is that of this check.
        grants = (scripts / "grants.sql").read_text()
        self._psql("floorbook", "SET SESSION AUTHORIZATION floorbook_owner;\n" + grants)

    def migrate(self, release: Path) -> None:
        """Migrate as the owner of the tables."""
        environment = self.environment | {
            "DATABASE_URL": self._database_url("floorbook_owner"),
            "DATA_DIR": str(self.folder / "owner"),
        }
        self._run(release, "migrate", "--noinput", "--verbosity", "0", environment=environment)

    def upgrade(self, release: Path) -> list[tuple[float, str]]:
        """Back up, migrate, and restart one process after the other in another release.

        Return when each step began, by the monotonic clock, and its name.
        """
        steps = [(time.monotonic(), "backup")]
        self._run(self.release, "backup")
        steps.append((time.monotonic(), "migrate"))
        self.migrate(release)
        self.release = release
        for service in (*self.web, *self.others.values()):
            steps.append((time.monotonic(), f"restart of {service.name}"))
            service.stop()
            service.folder = release
            service.start()
        return steps

    def manage(self, *arguments: str) -> str:
        """Run a management command as the room's role; return what it printed. Raises `CalledProcessError`."""
        return self._run(self.release, *arguments)

    def shell(self, code: str) -> str:
        """Run Python code in the project; return what it printed."""
        return self._run(self.release, "shell", "--no-imports", "-c", code)

    def get(self, path: str, *, within: float = 30, token: str = "") -> tuple[int, str, float]:
        """Return status, body and seconds of a request through Caddy, whose certificate must be valid.

        token: of METRICS_TOKEN; "" sends none.
        """
        context = ssl.create_default_context(cafile=str(self.authority / "root.crt"))
        opener = build_opener(ProxyHandler({}), HTTPSHandler(context=context))
        if token:
            opener.addheaders = [("Authorization", f"Bearer {token}")]
        began = time.monotonic()
        try:
            with opener.open(f"{self.url}{path}", timeout=within) as response:
                return response.status, response.read().decode(), time.monotonic() - began
        except HTTPError as error:
            return error.code, error.read().decode(), time.monotonic() - began

    def plain(self, path: str) -> str:
        """Return the body of a request without HTTPS."""
        with build_opener(ProxyHandler({})).open(
            f"http://{NAME}:{self.http}{path}", timeout=30
        ) as response:
            body: str = response.read().decode()
            return body

    def redirect(self, path: str) -> str:
        """Return where a request without HTTPS is sent."""
        connection = HTTPConnection(NAME, self.http, timeout=30)
        connection.request("GET", path)
        location = connection.getresponse().headers["Location"] or ""
        connection.close()
        return location

    def is_forbidden(self, statement: str) -> bool:
        """Return whether PostgreSQL refuses a statement to the room's role."""
        with psycopg.connect(self._database_url("floorbook")) as connection:
            try:
                connection.execute(statement.encode())
            except psycopg.errors.InsufficientPrivilege:
                return True
        return False

    @contextmanager
    def locked(self, table: str) -> Generator[None]:
        """Hold a lock on a table for the block: who reads it waits."""
        with psycopg.connect(self._database_url("postgres")) as connection:
            statement = sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE")
            connection.execute(statement.format(sql.Identifier(table)))
            yield

    def second_beat(self) -> Service:
        """Return another scheduler."""
        return self._other("floorbook-beat")

    def levels(self) -> dict[str, str]:
        """Return the level of each part, as /readyz tells it."""
        _, body, _ = self.get("/readyz")
        levels: dict[str, str] = json.loads(body)["parts"]
        return levels

    def query(self, statement: str) -> str:
        """Return what a query prints, as the superuser."""
        return self._psql("floorbook", statement).strip()

    @property
    def authority(self) -> Path:
        """The folder of Caddy's authority."""
        return self.caddy_data / "caddy" / "pki" / "authorities" / "local"

    def public_key_hash(self) -> str:
        """Return the hash of the intermediate certificate's key, as Chromium takes it on its command line."""
        certificate = x509.load_pem_x509_certificate(
            (self.authority / "intermediate.crt").read_bytes()
        )
        key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return base64.b64encode(hashlib.sha256(key).digest()).decode()

    def _wait_for_authority(self) -> None:
        deadline = time.monotonic() + 30
        while True:
            try:
                self.get("/livez", within=5)
                return
            except (URLError, OSError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def _database_url(self, role: str, name: str = "floorbook") -> str:
        """Return an address of a database, at the socket of its server, as the script writes it."""
        return f"postgres://{role}@{quote(str(self.folder / 'postgresql'), safe='')}/{name}"

    def _psql(self, database: str, script: str) -> str:
        command = [
            "psql",
            "--quiet",
            "--no-psqlrc",
            "--tuples-only",
            "--no-align",
            "--set",
            "ON_ERROR_STOP=1",
            self._database_url("postgres", database),
        ]
        result = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
        if result.returncode:
            raise RuntimeError(result.stderr)
        return result.stdout

    def _run(
        self, release: Path, *arguments: str, environment: dict[str, str] | None = None
    ) -> str:
        result = subprocess.run(
            [".venv/bin/python", "manage.py", *arguments],
            cwd=release,
            env=environment or self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            raise RuntimeError(f"manage.py {arguments[0]} failed:\n{result.stdout}{result.stderr}")
        return result.stdout

    def _web(self, unit: str, number: int) -> Service:
        """Return a web process that gets the listener as systemd passes it, and that says when it is ready."""
        descriptor = self.listeners[unit].fileno()
        kind = "tablets" if "tablets" in unit else "pages"
        script = f"export LISTEN_PID=$$ LISTEN_FDS=1; exec 3<&{descriptor}; {unit_command(unit)}"
        notifier = NotifiedWeb(
            name=f"web process {number} for {kind}",
            command=["bash", "-c", script],
            log=self.folder / f"{kind}-{number}.log",
            environment=self.environment,
            folder=self.release,
            inherited=(descriptor,),
        )
        notifier.listen(f"{self.notify}.{kind}.{number}")
        return notifier

    def _other(self, name: str) -> Service:
        return Service(
            name=name,
            command=["/bin/sh", "-c", unit_command(f"{name}.service")],
            log=self.folder / f"{name}.log",
            environment=self.environment,
            folder=self.release,
        )

    def _caddy(self) -> Service:
        deploy = PROJECT / "deploy"
        environment = os.environ | {
            "XDG_DATA_HOME": str(self.caddy_data),
            "XDG_CONFIG_HOME": str(self.caddy_data),
            "HOME": str(self.folder),
            "FLOORBOOK_CADDY_ADMIN": f"{HOST}:{free_port()}",
            "FLOORBOOK_HOST": NAME,
            "FLOORBOOK_TLS": "internal",
            "FLOORBOOK_HTTP_PORT": str(self.http),
            "FLOORBOOK_HTTPS_PORT": str(self.https),
            "FLOORBOOK_HTTPS_SUFFIX": f":{self.https}",
            "FLOORBOOK_UPSTREAM": f"unix/{self.pages_path}",
            "FLOORBOOK_TABLETS_UPSTREAM": f"unix/{self.tablets_path}",
            "FLOORBOOK_DEPLOY": str(deploy),
            "FLOORBOOK_CA": str(self.authority),
            "FLOORBOOK_ACCESS_LOG": str(self.folder / "access.log"),
        }
        return Service(
            name="Caddy",
            command=[
                "caddy",
                "run",
                "--config",
                str(deploy / "caddy" / "Caddyfile"),
                "--adapter",
                "caddyfile",
            ],
            log=self.folder / "caddy.log",
            environment=environment,
            folder=self.folder,
            is_ready=answers(self.https),
        )


def _listener(path: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(2048)
    return listener


class NotifiedWeb(Service):
    """A web process that is ready when it says so to systemd."""

    def listen(self, path: str) -> None:
        """Receive its messages at a socket."""
        self._receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._receiver.bind(path)
        self.environment = {**self.environment, "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000"}
        self._messages: list[bytes] = []
        self.is_ready = lambda: b"READY=1" in self._messages
        # Read at once, as systemd does: the kernel keeps few messages of a process that also resets its watchdog.
        threading.Thread(target=self._receive, daemon=True).start()

    def start(self) -> None:
        """Forget what the process before it said, then start."""
        self._messages.clear()
        super().start()

    def _receive(self) -> None:
        while True:
            self._messages.append(self._receiver.recv(256))
