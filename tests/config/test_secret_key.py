"""The room's secret key."""

import errno
import os
from pathlib import Path
from threading import Barrier, Thread
from unittest.mock import patch

import pytest

from config.secret_key import load_or_create_secret


def test_secret_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret_key"
    secret = load_or_create_secret(path)
    assert len(secret) > 50
    assert load_or_create_secret(path) == secret
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_concurrent_starts_use_one_secret_key(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    start = Barrier(8)
    secrets = list[str]()

    def read() -> None:
        start.wait()
        secrets.append(load_or_create_secret(path))

    threads = [Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(secrets) == 8
    assert len(set(secrets)) == 1


def test_full_disk_is_one_sentence_and_leaves_no_file(tmp_path: Path) -> None:
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with patch("os.link", side_effect=error), pytest.raises(SystemExit) as exit_info:
        load_or_create_secret(tmp_path / "secret_key")
    assert exit_info.value.code == (
        f"Floorbook can't write to its data folder {tmp_path} (No space left on device). "
        "Make room on its disk, or set DATA_DIR to another folder."
    )
    assert not list(tmp_path.iterdir())
