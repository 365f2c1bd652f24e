"""The texts of the operations page for a health report."""

from dataclasses import dataclass
from datetime import datetime

from ops.health.monitor import HealthReport, KnownPart
from ops.health.part import Level
from ops.health.phrases import span

# Parts that may turn red, and what that means for the room.
MEANINGS = (
    (
        "Redis",
        "Pages ask every 10 s instead; acts are saved. Restart it: nothing is kept only there.",
    ),
    ("Worker", "Pages, mails and reports wait in line. Restart it; they go out in order."),
    ("Beat", "Called clocks do not run out by themselves. Restart it within 5 minutes."),
    ("Database", "Tablets keep their taps and deal on. Tell the floor: paper for calls and seats."),
    (
        "Backups",
        "The room plays on. Until the next one works, a broken disk loses what came after the last.",
    ),
    ("Disk", "When it is full, no hand is stored. Delete old backups, then find a larger disk."),
    ("Chains", "Repair nothing. Keep the disk as it is, and call the vendor."),
    (
        "Version",
        "Program and database do not match: processes take no requests. Run install.sh of the newer version.",
    ),
)
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
ICONS: dict[Level, str] = {"good": "check", "soon": "clock", "bad": "warn"}


@dataclass(frozen=True, slots=True)
class PartCard:
    """One part of the installation as a card."""

    known: KnownPart
    icon: str
    as_of: str  # age of a state that could not be updated; "" for a current one


@dataclass(frozen=True, slots=True)
class HealthSummary:
    """The page's first sentence, and the note below it."""

    level: Level
    title: str
    note: str


def summary_of(report: HealthReport) -> HealthSummary:
    """Return the state of the whole installation in one sentence."""
    bad = len(report.of_level("bad"))
    soon = len(report.of_level("soon"))
    count = len(report.parts)
    well = f"{count - bad - soon} of {count} parts OK"
    if soon:
        well += f", {soon} need{'s' if soon == 1 else ''} attention soon"
    if not bad and not soon:
        return HealthSummary("good", f"All {count} parts OK", "")
    if not bad:
        return HealthSummary("soon", "Nothing needs you now", f"{well}.")
    title = f"{_number(bad)} thing{'s' if bad > 1 else ''} need{'s' if bad == 1 else ''} you"
    plays = (
        "The room plays on; nothing is lost so far."
        if report.is_ready
        else "Nothing can be stored now; tablets keep their taps."
    )
    return HealthSummary("bad", title, f"{well}. {plays}")


def cards_of(report: HealthReport, now: datetime) -> list[PartCard]:
    """Return all parts as cards, in the order of the report."""
    return [
        PartCard(
            known,
            ICONS[known.part.level],
            "" if known.is_current else f"as of {span((now - known.at).total_seconds())} ago",
        )
        for known in report.parts
    ]


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
