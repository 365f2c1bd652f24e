"""Checks of the second place, the folder for copies of backups and archives."""

from pathlib import Path

# A file in the first place that lists the folders with copies, one per line.
COPIED_TO = ".copied-to"
_OURS = ("floorbook-*.backup", "floorbook-*.heads", "journal-*.archive")


def copy_problem(first: Path, second: Path) -> str:
    """Return why a folder can't hold copies of the first place, as a sentence; "" if it can.

    If a disk is not mounted, its folder is missing, or it is empty and on the parent's disk. Copies in that folder
    would be on the wrong disk, and they would be hidden once the right disk is mounted. Raises `OSError` if a
    folder can't be read.
    """
    if not second.is_dir():
        return f"{second} isn't there. Is its disk mounted?"
    if first.is_dir() and first.samefile(second):
        return f"BACKUP_COPY_DIR is the folder of the backups, {first}. Set it to another disk or machine."
    if is_unmounted(second) and str(second) in _copied_to(first):
        return (
            f"{second} is empty, but it had copies. Is its disk mounted? If the folder is meant to be new, copy one"
            f" backup from {first} into it first."
        )
    return ""


def is_unmounted(place: Path) -> bool:
    """Return whether a folder has no files of the room and is on its parent's disk.

    Raises `OSError` if the folder can't be read.
    """
    if any(file for pattern in _OURS for file in place.glob(pattern)):
        return False
    return place.stat().st_dev == place.resolve().parent.stat().st_dev


def same_disk_warning(first: Path, second: Path) -> str:
    """Return a warning if both places are on one disk, "" if they are on two. Raises `OSError`.

    Two partitions of one disk are treated as two disks.
    """
    if first.stat().st_dev != second.stat().st_dev:
        return ""
    return (
        f"The copies in {second} are on the same disk as the backups in {first}: if it breaks, both are lost. Set"
        " BACKUP_COPY_DIR to another disk or machine."
    )


def remember_copies(first: Path, second: Path) -> None:
    """Record that a folder has copies, so that an empty folder is noticed later. Raises `OSError`."""
    folders = _copied_to(first)
    if str(second) not in folders:
        (first / COPIED_TO).write_text("".join(f"{name}\n" for name in (*folders, second)))


def _copied_to(first: Path) -> list[str]:
    try:
        return (first / COPIED_TO).read_text().splitlines()
    except FileNotFoundError:
        return []
