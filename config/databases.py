"""The database settings for SQLite (embedded) and PostgreSQL (production)."""

from collections.abc import MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import environ

ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")
# IMMEDIATE takes the write lock at BEGIN: deferred transactions fail under contention instead of
# waiting. FULL, so that a power failure loses no hand.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;",
}

# A server that is away is an error within two seconds, and used again within two when it is back: without
# `reconnect_timeout` the pool waits twice as long after each try, up to minutes.
POSTGRESQL_OPTIONS = {
    # Four connections stay with the threads of the sockets (`web/socket_database.py`); the others are for requests.
    # Times are seconds.
    "pool": {"min_size": 4, "max_size": 12, "timeout": 1.2, "reconnect_timeout": 2},
    # Executions after which psycopg prepares a statement by itself: never, because Django writes the values of the
    # ORM's statements into their text. Without a number, those of `journal/prepared.py` would not be prepared.
    "prepare_threshold": 1_000_000_000,
    "connect_timeout": 2,  # seconds
    "tcp_user_timeout": 5000,  # milliseconds without an acknowledgment, as when a cable is cut
    "keepalives_idle": 5,  # seconds
    "keepalives_interval": 2,
    "keepalives_count": 2,
}
# By libpq's own variable. PostgreSQL compiles a statement that it expects to be long, and of tables too small to be
# analyzed it expects millions of rows: 1.2 s until it told who may deal, nearly all of them spent on compiling.
SESSION_VARIABLE = "PGOPTIONS"
SESSION = "-c jit=off"
# Of web processes only. Commands of the operator have no limits.
WEB_SESSION = f"{SESSION} -c lock_timeout=5s -c statement_timeout=30s"


def set_session(session: str, environment: MutableMapping[str, str]) -> None:
    """Have PostgreSQL's connections of this process begin with these settings, unless the operator chose others."""
    if environment.get(SESSION_VARIABLE, SESSION) == SESSION:
        environment[SESSION_VARIABLE] = session


def database(address: str, data_dir: Path) -> dict[str, Any]:
    """Return the settings of an address; without one, SQLite in the data folder. Raises `ValueError`."""
    settings: dict[str, Any] = environ.Env.db_url_config(
        address or f"sqlite:///{data_dir / 'room.sqlite3'}"
    )
    settings["HOST"] = unquote(settings.get("HOST", ""))  # a folder of sockets, %2Frun%2Fpostgresql
    if settings.get("ENGINE") not in ENGINES or not settings.get("NAME"):
        raise ValueError("Floorbook runs on SQLite and PostgreSQL.")
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["OPTIONS"] = SQLITE_OPTIONS
        # A file, so that the threads of a test share it.
        settings["TEST"] = {"NAME": str(data_dir / "test.sqlite3")}
    else:
        # What the address adds is the operator's, such as sslmode=require to a server on another machine.
        settings["OPTIONS"] = POSTGRESQL_OPTIONS | settings.get("OPTIONS", {})
    return settings


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
