"""The database settings for SQLite (embedded) and PostgreSQL (production)."""

import ast
import warnings
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, quote, unquote, unquote_plus, urlsplit

POSTGRESQL_SCHEMES = ("postgres", "postgresql", "psql", "pgsql")
# Options of an address that are not options of the driver.
DJANGO_OPTIONS = (
    "CONN_MAX_AGE",
    "ATOMIC_REQUESTS",
    "AUTOCOMMIT",
    "DISABLE_SERVER_SIDE_CURSORS",
    "CONN_HEALTH_CHECKS",
)
# IMMEDIATE takes the write lock at BEGIN: deferred transactions fail under contention instead of
# waiting. FULL, so that a power failure loses no hand.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;",
}

# A server that is down is an error within two seconds, and is used within two seconds of its
# return. Without `reconnect_timeout`, the pool doubles its wait after each attempt, up to minutes.
POSTGRESQL_OPTIONS = {
    # Four connections stay with the threads of the sockets (`web/socket_database.py`); the others
    # are for requests. Times are seconds.
    "pool": {"min_size": 4, "max_size": 12, "timeout": 1.2, "reconnect_timeout": 2},
    # Executions after which psycopg automatically prepares a statement: never, because Django
    # writes the values of the ORM's statements into their text. With no number, the statements of
    # `journal/prepared.py` would not be prepared.
    "prepare_threshold": 1_000_000_000,
    "connect_timeout": 2,  # seconds
    "tcp_user_timeout": 5000,  # milliseconds without an acknowledgment, as when a cable is cut
    "keepalives_idle": 5,  # seconds
    "keepalives_interval": 2,
    "keepalives_count": 2,
}
# By libpq's own variable. PostgreSQL compiles a statement that it expects to take long, and for
# tables too small to be analyzed it expects millions of rows: the query for who may deal took
# 1.2 s, nearly all of it for compiling.
SESSION_VARIABLE = "PGOPTIONS"
SESSION = "-c jit=off"
# Only for web processes. Commands of the operator have no limits.
WEB_SESSION = f"{SESSION} -c lock_timeout=5s -c statement_timeout=30s"


def set_session(session: str, environment: MutableMapping[str, str]) -> None:
    """Open this process's PostgreSQL connections with these settings, unless the operator chose others."""
    if environment.get(SESSION_VARIABLE, SESSION) == SESSION:
        environment[SESSION_VARIABLE] = session


def database(address: str, data_dir: Path) -> dict[str, Any]:
    """Return the settings of an address; for an empty address, SQLite in the data folder. Raises `ValueError`."""
    url = _split(address or f"sqlite:///{data_dir / 'room.sqlite3'}")
    settings, options = _queried(url.query)
    name = unquote_plus(url.path[1:])
    if url.scheme == "sqlite":
        if url.netloc not in ("", ":memory:"):
            warnings.warn(
                f"SQLite URL contains host component {url.netloc!r}, it will be ignored",
                stacklevel=2,
            )
        settings["ENGINE"] = "django.db.backends.sqlite3"
        settings["NAME"] = name or ":memory:"
        settings["OPTIONS"] = SQLITE_OPTIONS
        # A file, so that the threads of a test share it.
        settings["TEST"] = {"NAME": str(data_dir / "test.sqlite3")}
        return settings
    if url.scheme not in POSTGRESQL_SCHEMES:
        raise ValueError("Floorbook runs on SQLite and PostgreSQL.")
    host, port = _host_and_port(url)
    if name.startswith("/"):
        host, name = name.rsplit("/", 1)
    if not name:
        raise ValueError("The address names no database.")
    settings |= {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": unquote(host),  # or a folder of sockets, %2Frun%2Fpostgresql
        "PORT": port,
    }
    # Options in the address are the operator's, such as sslmode=require for a server on another
    # machine.
    settings["OPTIONS"] = POSTGRESQL_OPTIONS | options
    return settings


def _split(address: str) -> SplitResult:
    """Return the parts of an address; its password may contain characters such as # and [."""
    try:
        url = urlsplit(address)
    except ValueError:
        return urlsplit(quote(address, safe=":/?&=@"))
    return url if url.path else urlsplit(quote(url.geturl(), safe=":/?&=@"))


def _queried(query: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return Django's settings in a query, and the options of the driver."""
    settings: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for name, values in parse_qs(query).items():
        value = values[0]
        if name.upper() in DJANGO_OPTIONS:
            settings[name.upper()] = _literal(value)
        else:
            options[name] = int(value) if value.isdigit() else value
    return settings, options


def _literal(text: str) -> object:
    """Return the value of a Python literal such as True or 60, or the text."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def _host_and_port(url: SplitResult) -> tuple[str, int | str]:
    """Return the host and the port, or the hosts and ports of several servers with commas. Raises `ValueError`."""
    servers = unquote(url.netloc.rpartition("@")[2]).split(",")
    if len(servers) == 1:
        return url.hostname or "", url.port or ""
    hosts = []
    ports = []
    for server in servers:
        host, _, port = server.rpartition(":")
        if host and port.isdigit():
            hosts.append(host)
            ports.append(port)
        else:
            hosts.append(server)
    return ",".join(hosts), ",".join(ports)


def keep_connection(settings: dict[str, Any]) -> bool:
    """Change PostgreSQL's settings for a process without other threads, which keeps one connection and no pool.

    Returns False, and changes nothing, for SQLite.
    """
    if settings["ENGINE"] != "django.db.backends.postgresql":
        return False
    settings["OPTIONS"] = {
        name: value for name, value in settings["OPTIONS"].items() if name != "pool"
    }
    settings |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    return True
