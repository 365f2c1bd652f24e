"""Prepared lessons on disk, shared by all processes of a machine, because preparing them takes seconds.

A file's name is a hash of everything that its lessons depend on, so a file is never out of date. Old files are deleted.
"""

import logging
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec
from django.conf import settings

from dealer_ui.bundle import bundle
from poker.currency import currency
from poker.rules import HouseRules
from school.lessons.prepare import Prepared
from school.lessons.reader import FOLDER

KEPT = 40  # files, one for each set of rules and games
_log = logging.getLogger(__name__)
_decoder = msgspec.json.Decoder(Prepared)


def stored_lessons(
    house: HouseRules, games: frozenset[str], prepare: Callable[[], Prepared]
) -> Prepared:
    """Return the lessons of a house from their file, or prepare them and write it."""
    path = _folder() / f"{_name(house, games)}.json"
    try:
        return _decoder.decode(path.read_bytes())
    except FileNotFoundError:
        pass
    except (OSError, msgspec.ValidationError, msgspec.DecodeError):
        _log.exception("The prepared lessons in %s can't be read and are prepared again.", path)
    data = msgspec.json.encode(prepare())
    try:
        _write(path, data)
    except OSError:
        _log.exception("The prepared lessons can't be stored: each process prepares them.")
    return _decoder.decode(data)


def are_stored(house: HouseRules, games: frozenset[str]) -> bool:
    """Return whether the lessons of a house are stored. Also True if the folder is not writable.

    In that case each process prepares them itself.
    """
    folder = _folder()
    can_store = not folder.exists() or os.access(folder, os.W_OK)
    return not can_store or (folder / f"{_name(house, games)}.json").exists()


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "lessons"


def _name(house: HouseRules, games: frozenset[str]) -> str:
    """Return a hash of the written lessons, the engine, the rules, the games and the currency."""
    content = sha256(bundle().name.encode())
    for path in sorted(FOLDER.glob("*.toml")):
        content.update(path.read_bytes())
    content.update(msgspec.json.encode([house, sorted(games), currency()]))
    return content.hexdigest()


def _write(path: Path, data: bytes) -> None:
    """Write a file atomically, and delete all but the newest files."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as file:
        file.write(data)
    os.replace(file.name, path)
    for old in sorted(path.parent.iterdir(), key=_written, reverse=True)[KEPT:]:
        old.unlink(missing_ok=True)


def _written(path: Path) -> float:
    """Return the file's modification time, 0 if another process has renamed or deleted the file."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
