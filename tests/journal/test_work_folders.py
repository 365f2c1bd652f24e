"""The next run deletes the folder of a killed run, but not the folder of a live one."""

import errno
import os
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from journal.work_folders import DAY, LOCK, move_into_place, remove_left_work, work_folder
from tests.support.fork_server import PROJECT

WRITE_UNTIL_KILLED = """
import sys
from pathlib import Path
from journal.work_folders import work_folder
with work_folder(Path(sys.argv[1])) as space:
    (space / "room.dump").write_text("half of it")
    print(space, flush=True)
    sys.stdin.read()
"""


def test_folder_of_a_killed_process_is_deleted_and_one_in_use_is_not(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITE_UNTIL_KILLED, str(tmp_path)]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        old_folder = Path(process.stdout.readline().strip())
        try:
            assert remove_left_work(tmp_path, []) == []
            assert (old_folder / "room.dump").exists()
        finally:
            process.kill()
            process.wait()
        assert (old_folder / "room.dump").exists()
        problems: list[str] = []
        with work_folder(tmp_path) as space:
            assert remove_left_work(tmp_path, problems) == [old_folder]
            assert space.exists()
    assert problems == []
    assert list(tmp_path.iterdir()) == []


def test_work_is_deleted_at_the_end_and_after_an_error(tmp_path: Path) -> None:
    def write() -> None:
        with work_folder(tmp_path) as space:
            (space / "draft").write_text("complete")
            move_into_place(space / "draft", tmp_path / "file")
            (space / "other").touch()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write()
    assert [item.name for item in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "complete"


def test_what_nobody_locked_is_deleted_after_a_day(tmp_path: Path) -> None:
    """The folder is from an earlier version or on a disk without locks."""
    folder = tmp_path / ".floorbook-x8s0_k2v"
    draft = tmp_path / ".journal-2025-01.archive.draft"
    folder.mkdir()
    (folder / "room.dump").touch()
    draft.touch()
    assert remove_left_work(tmp_path, []) == []
    old = time.time() - DAY - 1
    for path in (folder / "room.dump", draft):
        os.utime(path, (old, old))
    assert remove_left_work(tmp_path, []) == [draft]  # deleting the draft changed the folder
    os.utime(folder, (old, old))
    assert remove_left_work(tmp_path, []) == [folder]


def test_disk_without_locks_is_used_all_the_same(tmp_path: Path) -> None:
    with (
        patch("fcntl.flock", side_effect=OSError(errno.ENOLCK, "No locks available")),
        work_folder(tmp_path) as space,
    ):
        assert not (space / LOCK).exists()
        assert remove_left_work(tmp_path, []) == []
    assert list(tmp_path.iterdir()) == []


def test_left_folder_that_cannot_be_deleted_is_told(tmp_path: Path) -> None:
    old_folder = tmp_path / ".floorbook-a.work"
    old_folder.mkdir()
    (old_folder / LOCK).touch()
    problems: list[str] = []
    error = OSError(errno.EROFS, "Read-only file system")
    with patch("shutil.rmtree", side_effect=error):
        assert remove_left_work(tmp_path, problems) == []
    assert problems == [f"{old_folder} can't be deleted: Read-only file system."]
