"""Prepared lessons on disk: preparing them takes seconds, which no tablet waits for twice.

A file is named by all that its lessons depend on, so it is never out of date; the newest few are kept. All processes of
a machine share them.
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

KEPT = 40  # sets of rules and games
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
    """Return whether the lessons of a house are in their file, or can be in none: then each process prepares them."""
    folder = _folder()
    can_store = not folder.exists() or os.access(folder, os.W_OK)
    return not can_store or (folder / f"{_name(house, games)}.json").exists()


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "lessons"


def _name(house: HouseRules, games: frozenset[str]) -> str:
    """Return the hash of the lessons as written, the engine that plays them, the rules, games and currency."""
    content = sha256(bundle().name.encode())
    for path in sorted(FOLDER.glob("*.toml")):
        content.update(path.read_bytes())
    content.update(msgspec.json.encode([house, sorted(games), currency()]))
    return content.hexdigest()


def _write(path: Path, data: bytes) -> None:
    """Write a file as a whole, and delete all but the newest ones."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as file:
        file.write(data)
    os.replace(file.name, path)
    for old in sorted(path.parent.iterdir(), key=_written, reverse=True)[KEPT:]:
        old.unlink(missing_ok=True)


def _written(path: Path) -> float:
    """Return when a file was written, 0 if another process has renamed or deleted it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
