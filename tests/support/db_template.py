"""A migrated database, built once per run and copied for each worker and live room."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

PROJECT = Path(__file__).resolve().parents[2]
TEMPLATE = "MIGRATED"  # environment variable: a file, or a database on the server


def migrate(data_dir: Path, database_url: str = "") -> subprocess.Popen[bytes]:
    """Start migrating an empty database at this URL or in this folder."""
    environment = {**os.environ, "DATA_DIR": str(data_dir)}
    environment.pop("DATABASE_URL", None)
    if database_url:
        environment["DATABASE_URL"] = database_url
    return subprocess.Popen(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=PROJECT, env=environment
    )


def has_template(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether this run has a template. A run of a single file migrates its own database."""
    return bool(environment.get(TEMPLATE))


def copy_template(name: str) -> None:
    """Copy the template into a new file or a new database of the same server, replacing that of an earlier run."""
    if not server_url():
        shutil.copyfile(os.environ[TEMPLATE], name)
        return
    with psycopg.connect(server_url(), autocommit=True) as server:
        # Failed tests run again on the same server.
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name} TEMPLATE {os.environ[TEMPLATE]}")


def server_url() -> str:
    """Return the URL of PostgreSQL, or an empty string on SQLite."""
    url = os.environ.get("DATABASE_URL", "")
    return url if urlsplit(url).scheme.startswith("postgres") else ""
