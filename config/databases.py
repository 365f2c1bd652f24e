"""The database settings for SQLite (embedded) and PostgreSQL (production)."""

from pathlib import Path
from typing import Any

import environ

# IMMEDIATE takes the write lock at BEGIN: deferred transactions fail under contention instead of
# waiting. FULL, so that a power failure loses no hand.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;",
}


def database(env: environ.Env, data_dir: Path) -> dict[str, Any]:
    """Return the settings of DATABASE_URL; without one, SQLite in the data folder."""
    # An empty variable, as in an environment file with nothing behind the sign, is no address.
    url = env.str("DATABASE_URL", default="") or f"sqlite:///{data_dir / 'room.sqlite3'}"
    settings: dict[str, Any] = env.db_url_config(url)
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["OPTIONS"] = SQLITE_OPTIONS
        # A file, so that the threads of a test share it.
        settings["TEST"] = {"NAME": str(data_dir / "test.sqlite3")}
    else:
        # seconds until a missing server is an error
        settings["OPTIONS"] = {"pool": {"timeout": 10}}
    return settings
