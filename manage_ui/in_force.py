"""What is in force now, a line for each kind of setting."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from access.policy import limits_of, policy
from drops.models import policy_of
from drops.shifts import written
from keeping.models import YEARS, Retention
from manage_ui.guard import Manager
from manage_ui.plaques import newest
from reports.stored.mailing import addresses_of
from rulings.books import in_force
from rulings.incidents.ladders import ladder_at, steps_at
from rulings.models import Book, Version
from rulings.wording.sayings import money
from tables.dealers.asking import dealers_now
from tables.lists.asking import lists_now
from tables.models import Device, Room, Staff, Table


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of setting: the name of its page's address, title, what it is, what is in force."""

    to: str
    title: str
    what: str
    now: str


@dataclass(frozen=True, slots=True)
class Kinds:
    """Some lines under a heading."""

    title: str
    lines: list[Line]


def counted(number: int, one: str, many: str = "") -> str:
    """1 table, 8 tables."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def kinds(room: Room, by: Manager, now: datetime) -> list[Kinds]:
    """Those that this person may open, in the order of a room that is set up."""
    groups = [
        ("What is played", _played(room, now)),
        ("How the room runs", _runs(room, now)),
        ("Who gets in", _gets_in(room)),
        ("What is kept and told", _kept(room)),
    ]
    shown = [
        Kinds(title, [line for what, line in found if by.may(what)]) for title, found in groups
    ]
    return [one for one in shown if one.lines]


def _played(room: Room, now: datetime) -> list[tuple[str, Line]]:
    charge = "Rake, time and jackpot drop, for several plaques at once"
    rulebook = "The rulebook: versions, and which counts where"
    return [
        ("plaques", Line("plaques", "Plaques", "What is played and for how much", _plaques())),
        ("plaques", Line("rakes", "House charge", charge, "Part of each plaque")),
        ("see", Line("rules", "House rules", rulebook, _rules(room, now))),
        ("tables", Line("tables", "Tables", "Names, chairs, what each opens under", _tables(room))),
    ]


def _runs(room: Room, now: datetime) -> list[tuple[str, Line]]:
    text = "In the room's own words" if room.called_text else "The usual words"
    shifts = "When shifts begin, which difference is explained"
    dealers = "Downs, breaks, how many tables a supervisor has"
    ladder = "What follows on what (H-42)"
    lists = "Minutes to answer and to arrive, who is first"
    return [
        ("room", Line("measures", "Room", "Name, age of players, minutes and measures", _room(room))),
        ("lists", Line("lists", "Waiting lists", lists, _lists(room))),
        ("dealers", Line("sections", "Dealers and sections", dealers, _sections(room))),
        ("shifts", Line("shifts", "Shifts and drop", shifts, _shifts(room))),
        ("ladder", Line("ladder", "Sanction ladder", ladder, _ladder(room, now))),
        ("room", Line("messages", "Message texts", "What a called player gets", text)),
    ]  # fmt: skip


def _gets_in(room: Room) -> list[tuple[str, Line]]:
    ends = "How long they last, where a second factor is asked for"
    return [
        ("staff", Line("staff", "Staff", "Take on, role, PIN, let back in, let go", _staff())),
        ("access", Line("sign-ins", "Sign-ins", ends, _sign_ins())),
        ("devices", Line("devices", "Tablets", "Pair, hear of, revoke", _devices(room))),
    ]


def _kept(room: Room) -> list[tuple[str, Line]]:
    forgets = "How long players are known who come no more"
    mailed = len(addresses_of(room))
    to = counted(mailed, "address", "addresses") if mailed else "Mailed to nobody"
    return [
        ("retention", Line("retention", "Retention", forgets, _retention(room))),
        ("mails", Line("mails", "Report mails", "Who gets the reports of shifts and days", to)),
    ]


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
    of_drop = policy_of(room)
    return f"{written(of_drop.shifts)}; above {money(of_drop.threshold)}"


def _ladder(room: Room, now: datetime) -> str:
    own = ladder_at(room.pk, now)
    steps = ", ".join(step.sentence.lower() for step in steps_at(room.pk, now))
    return f"{steps[:1].upper()}{steps[1:]}" + (f" (version {own.number})" if own else "")


def _lists(room: Room) -> str:
    said = lists_now(room.pk).lists.policy
    return f"{said.call_minutes} min to answer, {said.hold_minutes} min to arrive"


def _sign_ins() -> str:
    longest, idle = limits_of("manager")
    factor = "a second factor" if policy().factor_for_managers else "no second factor asked for"
    return f"Managers {longest} min, {idle} without use; {factor}"


def _retention(room: Room) -> str:
    kept = Retention.objects.filter(room=room).first()
    return f"{counted(kept.years if kept else YEARS, 'year')} without a visit"


def _sections(room: Room) -> str:
    dealers = dealers_now(room.pk).dealers
    return f"{dealers.policy.section_tables} tables at most, {counted(len(dealers.sections), 'section')}"
