"""A Celery application whose first backup never ends, and whose broker redelivers its task after seconds.

`python -m celery --app tests.support.hanging_backup worker` is otherwise a room's worker. Each backup that begins
leaves a file in BACKUPS_BEGUN.
"""

import os
import time
from datetime import datetime
from pathlib import Path
from unittest.mock import Mock, patch

from celery.signals import worker_process_init

from config.celery import app

BEGUN = "BACKUPS_BEGUN"  # environment variable: a folder
VISIBLE_AFTER = 2  # seconds, instead of VISIBILITY_TIMEOUT


def begin_backup(_folder: Path, _now: datetime) -> Mock:
    """Replace `make_backup`: the first one hangs until its worker is killed."""
    folder = Path(os.environ[BEGUN])
    is_first = not any(folder.iterdir())
    (folder / str(os.getpid())).touch()
    if is_first:
        time.sleep(600)
    return Mock(problems=(), warning="")


def _replace_backups(**_: object) -> None:
    # Not when this module is loaded, because Celery loads it before Django's models.
    patch("ops.tasks.make_backup", begin_backup).start()


worker_process_init.connect(_replace_backups, weak=False)
app.conf.broker_transport_options |= {
    "visibility_timeout": VISIBLE_AFTER,
    "unacked_restore_interval": 1,  # every second, instead of every ten
}
