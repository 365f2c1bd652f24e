"""A database that is migrated once a run and copied wherever tests want one that is."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

PROJECT = Path(__file__).resolve().parent.parent
TEMPLATE = "MIGRATED"  # the variable that says where it is: a file, or a database of the server's


def migrate(data_dir: Path, database_url: str = "") -> subprocess.Popen[bytes]:
    """Begin to migrate an empty database, of that address or in that folder."""
    environment = {**os.environ, "DATA_DIR": str(data_dir)}
    environment.pop("DATABASE_URL", None)
    if database_url:
        environment["DATABASE_URL"] = database_url
    return subprocess.Popen(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=PROJECT, env=environment
    )


def is_there(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this run has one: who runs a single file migrates it for himself."""
    return bool(environment.get(TEMPLATE))


def copied_to(name: str) -> None:
    """Copy it into a file, or into a database of the same server, which are not there yet."""
    if not server_url():
        shutil.copyfile(os.environ[TEMPLATE], name)
        return
    with psycopg.connect(server_url(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {os.environ[TEMPLATE]}")


def server_url() -> str:
    """Give the address of PostgreSQL; "" where tests are on SQLite."""
    url = os.environ.get("DATABASE_URL", "")
    return url if urlsplit(url).scheme.startswith("postgres") else ""
