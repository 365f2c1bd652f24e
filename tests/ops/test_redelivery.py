"""A whole worker is killed in the middle of a backup: Redis hands its task to the next worker."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.db_template import TEMPLATE, has_template, migrate, server_url
from tests.support.fork_server import PROJECT
from tests.support.hanging_backup import BEGUN, VISIBLE_AFTER
from tests.support.services import redis

CELERY = (sys.executable, "-m", "celery", "--app", "tests.support.hanging_backup")
WITHIN = 120  # seconds: a worker loads the project first


@contextmanager
def worker(environment: Mapping[str, str], log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """Run the slow worker for the block; it is killed with its children, as by a power failure."""
    command = [*CELERY, "worker", "--queues", "work", "--concurrency", "1", "--loglevel", "WARNING"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=PROJECT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_for_backups(count: int, folder: Path, log: Path) -> None:
    """Wait until so many backups have begun."""
    deadline = time.monotonic() + WITHIN
    while len(list(folder.iterdir())) < count:
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.05)


@pytest.mark.release
@pytest.mark.once
@pytest.mark.db
def test_task_of_a_killed_worker_is_delivered_again(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    log = tmp_path / "worker.log"
    begun.mkdir()
    if has_template() and not server_url():
        shutil.copyfile(os.environ[TEMPLATE], tmp_path / "room.sqlite3")
    else:
        assert migrate(tmp_path).wait() == 0
    with redis() as broker:
        environment = {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "DATA_DIR": str(tmp_path),
            "REDIS_URL": broker,
            BEGUN: str(begun),
        }
        subprocess.run([*CELERY, "call", "ops.backup"], cwd=PROJECT, env=environment, check=True)
        with worker(environment, log):
            wait_for_backups(1, begun, log)
        killed_at = time.monotonic()
        with worker(environment, log):
            wait_for_backups(2, begun, log)
    assert time.monotonic() - killed_at > VISIBLE_AFTER
