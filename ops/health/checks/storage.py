"""Log chains, disks and the certificate."""

import os
import shutil
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from cryptography import x509
from django.conf import settings

from journal.chain_verification import chain_totals
from journal.trigger_comparison import trigger_mismatches
from ops.health.part import HealthPart, Level, Step, worst
from ops.health.phrases import DAY, MINUTE, counted, size, span

CHAINS_LIMIT = 15 * MINUTE  # seconds since any log was verified
DISK_SOON, DISK_BAD = 0.90, 0.97  # used share
DISK_LEAST = 500_000_000  # bytes that must be free
CERTIFICATE_SOON, CERTIFICATE_BAD = 21 * DAY, 3 * DAY


def check_chains(now: datetime) -> HealthPart:
    """Return what the last verification of all logs found."""
    totals = chain_totals()
    part = HealthPart(key="chains", title="Log chains", state="unbroken")
    if totals.at is not None:
        part = replace(part, age=(now - totals.at).total_seconds())
    values = (("broken", len(totals.broken)), ("entries", totals.entries))
    part = replace(part, values=values)
    facts: tuple[str, ...] = (
        f"{counted(totals.logs, 'log')}, verified to entry {totals.entries:,} of all",
    )
    if totals.broken:
        return replace(
            part,
            level="bad",
            state="broken",
            headline=f"The chain of {counted(len(totals.broken), 'log')} is broken",
            facts=(*totals.broken[:5], *facts),
            steps=(
                Step("Repair nothing. Back up the database as it is.", manage="backup", action="backup"),
                Step("Let it name the entry.", manage="verify_journal"),
                Step("Compare with the last proved backup, and call the vendor."),
            ),
        )  # fmt: skip
    if triggers := trigger_mismatches():
        return replace(
            part,
            level="bad",
            state="unprotected",
            headline=f"{counted(len(triggers), 'trigger')} of the log missing or changed",
            facts=(*triggers[:5], *facts),
            steps=(
                Step("Repair nothing. Back up the database as it is.", manage="backup", action="backup"),
                Step("Compare each log with an earlier backup.", manage="backups compare"),
                Step("Find out who changed the schema, and call the vendor."),
            ),
        )  # fmt: skip
    if part.age is None:
        return replace(part, state="none yet", facts=("no log was verified yet",))
    facts = (*facts, f"last {span(part.age)} ago, the limit is {span(CHAINS_LIMIT)}")
    if part.age > CHAINS_LIMIT:
        headline = f"No log was verified for {span(part.age)}, the limit is {span(CHAINS_LIMIT)}"
        step = Step("Bring worker and beat back: they verify the logs every minute.")
        return replace(
            part, level="soon", state="late", headline=headline, facts=facts, steps=(step,)
        )
    return replace(part, facts=facts)


def check_disk(now: datetime) -> HealthPart:
    """Return how full the disks of the data, the backups and their copies are."""
    facts, levels = [], []
    for name, folder in _folders():
        level, fact = _disk(name, folder)
        facts.append(fact)
        levels.append(level)
    level = worst(levels)
    part = HealthPart(key="disk", title="Disk", facts=tuple(facts), level=level)
    if level == "good":
        return part
    told = facts[levels.index(level)]
    return replace(
        part,
        state="full" if level == "bad" else "soon",
        headline=f"Little room: {told}",
        steps=(
            Step("See what fills the disk.", "df -h; sudo du -xh --max-depth=2 /var | sort -h | tail -15"),
            Step("Delete backups beyond those that are kept.", manage="backups prune"),
            Step("If nothing can go, give the machine a larger disk. Hands stop being stored when it's full."),
        ),
    )  # fmt: skip


def _folders() -> Iterable[tuple[str, Path]]:
    """Yield each disk once, by its first folder."""
    seen: set[int] = set()
    folders = (
        ("data", settings.DATA_DIR),
        ("backups", settings.BACKUP_DIR),
        ("copies of backups", settings.BACKUP_COPY_DIR),
    )
    for name, folder in folders:
        if folder is None:
            continue
        device = folder.stat().st_dev if folder.exists() else None
        if device is None and name == "backups":
            continue  # created by the first backup
        if device not in seen:
            yield name, folder
        if device is not None:
            seen.add(device)


def _disk(name: str, folder: Path) -> tuple[Level, str]:
    """Return the level and the sentence of one disk."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError as error:
        return "bad", f"{name}: {folder} can't be read ({os.strerror(error.errno or 0)})"
    used = 1 - usage.free / usage.total  # what is free for this user
    level: Level = "good"
    if used >= DISK_BAD or usage.free < DISK_LEAST:
        level = "bad"
    elif used >= DISK_SOON:
        level = "soon"
    return level, f"{name}: {used:.0%} full, {size(usage.free)} free"


def check_certificate(now: datetime) -> HealthPart | None:
    """Return how long the certificate is good; None if no file of one is given."""
    file = settings.CERTIFICATE_FILE
    if file is None:
        return None
    part = HealthPart(key="certificate", title="Certificate")
    renew = Step("Renew it, and reload the proxy.", "sudo systemctl reload caddy")
    try:
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
    except (OSError, ValueError) as error:
        step = Step(
            "Set CERTIFICATE_FILE to the certificate that the proxy serves, readable for Floorbook's user."
        )
        headline = f"The certificate in {file} can't be read"
        return replace(
            part, level="soon", state="not known", headline=headline, facts=(str(error)[:200],), steps=(step,)
        )  # fmt: skip
    until = certificate.not_valid_after_utc
    left = (until - now).total_seconds()
    part = replace(part, facts=(f"good until {until:%b %-d, %Y}",))
    if left < 0:
        headline = f"The certificate ended on {until:%b %-d, %Y}: tablets can't connect"
        return replace(part, level="bad", state="ended", headline=headline, steps=(renew,))
    if left < CERTIFICATE_SOON:
        headline = f"The certificate ends in {span(left)}"
        level: Level = "bad" if left < CERTIFICATE_BAD else "soon"
        return replace(
            part, level=level, state=f"{span(left)} left", headline=headline, steps=(renew,)
        )
    return part
