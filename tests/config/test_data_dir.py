"""The data folder is closed to other users, and a folder that can't be written is one sentence."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config.data_dir import prepare_data_dir

ROOT = Path(__file__).parents[2]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_folder_of_an_earlier_version_becomes_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    for name in ("room.sqlite3", "room.sqlite3-wal"):
        (folder / name).touch(mode=0o644)
    before = os.umask(0)
    try:
        prepare_data_dir(folder)
    finally:
        os.umask(before)
    assert mode(folder) == 0o700
    assert [mode(file) for file in sorted(folder.iterdir())] == [0o600, 0o600]


def test_new_database_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    result = run(
        "migrate",
        "contenttypes",
        "--skip-checks",
        "--verbosity",
        "0",
        DATA_DIR=str(folder),
        DATABASE_URL="",
    )
    assert result.returncode == 0, result.stderr  # an empty DATABASE_URL is SQLite, too
    assert mode(folder) == 0o700
    assert {mode(file) for file in folder.iterdir()} == {0o600}


def test_folder_that_cannot_be_created_is_one_clear_message(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("check", DATA_DIR=str(tmp_path / "file" / "data"))
    assert result.returncode == 1
    assert result.stderr.startswith("Floorbook can't write to its data folder")
    assert "Traceback" not in result.stderr


def test_unwritable_folder_message_names_the_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.data_dir.os.access", lambda *_: False)
    with pytest.raises(SystemExit, match="set DATA_DIR to another folder"):
        prepare_data_dir(tmp_path)


def test_read_only_database_is_one_clear_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "room.sqlite3"
    database.touch()
    monkeypatch.setattr("config.data_dir.os.access", lambda path, _: path != database)
    with pytest.raises(SystemExit, match=f"data file {database} .*set DATA_DIR"):
        prepare_data_dir(tmp_path)
