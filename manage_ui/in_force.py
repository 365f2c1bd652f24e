"""What is in force now, a line for each kind of setting."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from drops.models import policy_of
from drops.shifts import written
from manage_ui.guard import MAY, Manager
from manage_ui.plaques import newest
from rulings.books import in_force
from rulings.incidents.ladders import ladder_at, steps_at
from rulings.models import Book, Version
from rulings.wording.sayings import money
from tables.dealers.asking import dealers_now
from tables.models import Device, Room, Staff, Table


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of setting: address, title, what it is, what is in force."""

    to: str
    title: str
    what: str
    now: str


def counted(number: int, one: str, many: str = "") -> str:
    """1 table, 8 tables."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def lines(room: Room, by: Manager, now: datetime) -> list[Line]:
    """Those that this person may open, in the order of a room that is set up."""
    found = [
        (
            "room",
            Line("measures", "Room", "Name, age of players, minutes and measures", _room(room)),
        ),
        ("plaques", Line("plaques", "Plaques", "What is played and for how much", _plaques())),
        (
            "plaques",
            Line(
                "rakes",
                "House charge",
                "Rake, time and jackpot drop, for several plaques at once",
                "Part of each plaque",
            ),
        ),
        (
            "see",
            Line(
                "rules",
                "House rules",
                "The rulebook: versions, and which counts where",
                _rules(room, now),
            ),
        ),
        (
            "tables",
            Line("tables", "Tables", "Names, chairs, and what each opens under", _tables(room)),
        ),
        ("devices", Line("devices", "Tablets", "Pair, hear of, revoke", _devices(room))),
        ("staff", Line("staff", "Staff", "Take on, role, PIN, let back in, let go", _staff())),
        (
            "shifts",
            Line(
                "shifts",
                "Shifts and drop",
                "When shifts begin, which difference is explained",
                _shifts(room),
            ),
        ),
        (
            "see",
            Line(
                "sections",
                "Sections",
                "How many tables a supervisor has, whose they are",
                _sections(room),
            ),
        ),
    ]
    found.insert(
        -1,
        (
            "ladder",
            Line("ladder", "Sanction ladder", "What follows on what (H-42)", _ladder(room, now)),
        ),
    )
    text = "In the room's own words" if room.called_text else "The usual words"
    found.append(("room", Line("messages", "Message texts", "What a called player gets", text)))
    return [line for what, line in found if by.user.has_perm(MAY[what])]


@dataclass(frozen=True, slots=True)
class Rules:
    """A rulebook, whose it is, and what counts there."""

    book: Book
    version: Version | None
    last: Version | None

    @property
    def waits(self) -> bool:
        """Whether a version is published that counts later."""
        return self.last is not None and self.version != self.last


def rules(room: Room, now: datetime) -> list[Rules]:
    """The room's rulebook, then those of tables."""
    books = Book.objects.filter(room=room).select_related("table").order_by("table__name")
    found = [
        Rules(one, in_force(one, now), one.versions.order_by("-number").first()) for one in books
    ]
    return sorted(found, key=lambda one: one.book.table is not None)


def _room(room: Room) -> str:
    age = f"From {room.minimum_age} years" if room.minimum_age else "No age is asked for"
    cap = (
        f"{money(room.incidentals_cap)} for incidentals"
        if room.incidentals_cap
        else "nothing for incidentals"
    )
    return f"{age}, {cap}, a locked chair {room.lock_minutes} min"


def _plaques() -> str:
    found = newest()
    behind = sum(len(one.older) for one in found)
    late = f", {counted(behind, 'table')} with an older version" if behind else ""
    return f"{counted(len(found), 'plaque')}{late}"


def _rules(room: Room, now: datetime) -> str:
    found = rules(room, now)
    own = sum(
        1
        for one in found
        if one.book.table is not None and one.version and not one.version.withdraws
    )
    first = next((one.version for one in found if one.book.table is None), None)
    told = f"Version {first.number}" if first else "As the guides have it"
    return f"{told}, {counted(own, 'table')} with rules of its own" if own else told


def _tables(room: Room) -> str:
    found = list(Table.objects.filter(room=room).select_related("stream"))
    return f"{counted(len(found), 'table')}, {sum(one.is_open for one in found)} open"


def _devices(room: Room) -> str:
    known = Device.objects.filter(table__room=room, revoked_at=None)
    paired = known.exclude(token_hash=None).count()
    silent = Table.objects.filter(room=room, heard__silent=True).count()
    return f"{paired} paired" + (f", {silent} silent" if silent else "")


def _staff() -> str:
    here = Staff.objects.filter(user__is_active=True)
    locked = here.filter(locked_until__gt=timezone.now()).count()
    return f"{here.count()} work here" + (f", {locked} locked out" if locked else "")


def _shifts(room: Room) -> str:
    policy = policy_of(room)
    return f"{written(policy.shifts)}; above {money(policy.threshold)}"


def _ladder(room: Room, now: datetime) -> str:
    own = ladder_at(room.pk, now)
    steps = ", ".join(step.sentence.lower() for step in steps_at(room.pk, now))
    return f"{steps[:1].upper()}{steps[1:]}" + (f" (version {own.number})" if own else "")


def _sections(room: Room) -> str:
    dealers = dealers_now(room.pk).dealers
    return f"{dealers.policy.section_tables} tables at most, {counted(len(dealers.sections), 'section')}"
