"""The disks of the data, the backups and their copies: how full they are, and whether they are the right disks."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from django.conf import settings

from journal.second_place import copy_problem, same_disk_warning
from ops.health.part import HealthPart, Level, Step, worst
from ops.health.phrases import size

# Used shares of a disk.
SOON = 0.90
BAD = 0.97
LEAST = 500_000_000  # bytes that must be free

_ROOM = (
    Step("See what fills the disk.", "df -h; sudo du -xh --max-depth=2 /var | sort -h | tail -15"),
    Step("Delete backups beyond those that are kept.", manage="backups prune"),
    Step(
        "If nothing can go, give the machine a larger disk. Hands stop being stored when it's full."
    ),
)
_MOUNT = (
    Step(
        "Mount the disk, or correct the setting.",
        "findmnt; grep BACKUP /etc/floorbook/floorbook.env",
    ),
)
_SET = (Step("Set BACKUP_DIR and BACKUP_COPY_DIR to two other disks or machines, and restart."),)


@dataclass(frozen=True, slots=True)
class _Finding:
    """The finding about a folder.

    state: one or two words; headline: "" if nothing is wrong.
    """

    level: Level
    fact: str
    state: str = ""
    headline: str = ""
    steps: tuple[Step, ...] = ()


def check_disk(now: datetime) -> HealthPart:
    """Return how full the disks of the data, the backups and their copies are, and which of them is missing."""
    findings = [*_disks(), *_places()]
    level = worst([finding.level for finding in findings])
    part = HealthPart(
        key="disk", title="Disk", level=level, facts=tuple(finding.fact for finding in findings)
    )
    if level == "good":
        return part
    first = next(finding for finding in findings if finding.level == level)
    return replace(part, state=first.state, headline=first.headline, steps=first.steps)


def _disks() -> Iterator[_Finding]:
    """Yield one finding for each disk, about the first folder on it."""
    devices: set[int] = set()
    folders = (
        ("data", settings.DATA_DIR),
        ("backups", settings.BACKUP_DIR),
        ("copies of backups", settings.BACKUP_COPY_DIR),
    )
    for name, folder in folders:
        if folder is None:
            continue
        try:
            device = folder.stat().st_dev
        except OSError as error:
            if name == "data":  # `_places` reports the others
                yield _away(f"data: {folder} can't be read ({error.strerror})")
            continue
        if device not in devices:
            yield _disk(name, folder)
        devices.add(device)


def _disk(name: str, folder: Path) -> _Finding:
    """Return the finding about one disk."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError as error:
        return _away(f"{name}: {folder} can't be read ({os.strerror(error.errno or 0)})")
    used_share = 1 - usage.free / usage.total  # the space that is free for this user
    fact = f"{name}: {used_share:.0%} full, {size(usage.free)} free"
    if used_share >= BAD or usage.free < LEAST:
        return _Finding("bad", fact, "full", f"Little room: {fact}", _ROOM)
    if used_share >= SOON:
        return _Finding("soon", fact, "soon", f"Little room: {fact}", _ROOM)
    return _Finding("good", fact)


def _places() -> Iterator[_Finding]:
    """Yield what is wrong with the folders of backups and of their copies."""
    folder: Path = settings.BACKUP_DIR
    copies: Path | None = settings.BACKUP_COPY_DIR
    if settings.HTTPS:  # an installation for a room, not a trial
        if folder.is_relative_to(settings.DATA_DIR):
            text = "BACKUP_DIR isn't set: backups are in the folder of the data"
            yield _Finding("soon", text, "one folder", text, _SET)
        if not folder.is_dir():
            text = f"The folder of backups isn't there: {folder}. Is its disk mounted?"
            yield _Finding("soon", text, "away", text, _MOUNT)
    if copies is None:
        return
    try:
        problem = copy_problem(folder, copies)
        warning = same_disk_warning(folder, copies) if folder.is_dir() and not problem else ""
    except OSError as error:
        problem = f"{copies} can't be read ({os.strerror(error.errno or 0)})"
        warning = ""
    if problem:
        yield _away(f"Backups aren't copied: {problem.removesuffix('.')}")
    elif warning:
        text = warning.partition(": ")[0]
        yield _Finding("soon", text, "one disk", text, _SET)


def _away(text: str) -> _Finding:
    return _Finding("bad", text, "away", text, _MOUNT)
