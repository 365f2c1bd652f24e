"""What the floor's pages of conduct show, as plain values for the templates."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode
from uuid import uuid4

from django.core.paginator import Page, Paginator
from django.utils import timezone

from players.apart import kept_from
from players.identity import numbers_of
from players.models import Player, Sanction
from players.standing import Standing, rows_kept, standing
from rulings.calls.models import Ruling
from rulings.incidents.categories import SEVERITIES, Category, categories
from rulings.incidents.ladder import Step, next_step
from rulings.incidents.ladders import room_of, steps_at
from rulings.incidents.models import LONGEST, Incident
from rulings.incidents.notes import rulings_of
from rulings.incidents.reporting import addresses
from rulings.incidents.roles import may
from rulings.words import day_time
from tables.models import Staff

INCIDENTS = Incident.objects.select_related("player", "table", "recorded_by")
A_PAGE = 40
MOST = 100  # players in a list
LOCAL = "%Y-%m-%dT%H:%M"


@dataclass(frozen=True)
class Told:
    """An incident with its category, which may have gone from the file since."""

    incident: Incident
    category: Category | None
    answered: str

    @property
    def title(self) -> str:
        """What happened."""
        return self.category.title if self.category else self.incident.category

    @property
    def severity(self) -> str:
        """In a word."""
        return SEVERITIES[self.incident.severity]

    @property
    def at(self) -> str:
        """When."""
        return day_time(self.incident.at)


@dataclass(frozen=True)
class Given:
    """A sanction with who gave it, and how it stands by now."""

    sanction: Sanction
    by: str
    lifted_by: str
    now: datetime

    @property
    def title(self) -> str:
        """Suspension until Mon 23 Nov 2026, 06:00."""
        kind, until = self.sanction.get_kind_display(), self.sanction.until
        return f"{kind} until {day_time(until)}" if until else kind

    @property
    def at(self) -> str:
        """When it was given."""
        return day_time(self.sanction.at)

    @property
    def lifted(self) -> str:
        """When it was lifted; empty while it counts."""
        lifting = getattr(self.sanction, "lifting", None)
        return day_time(lifting.at) if lifting else ""

    @property
    def over(self) -> bool:
        """A suspension that has ended by itself."""
        return bool(not self.lifted and self.sanction.until and self.sanction.until <= self.now)


@dataclass(frozen=True)
class Listed:
    """The list with its filters, and what the filters were."""

    rows: tuple[Told, ...]
    page: "Page[Incident]"
    said: Mapping[str, str]

    @property
    def tables(self) -> Iterable[str]:
        """For the filter."""
        return addresses()

    @property
    def categories(self) -> Iterable[Category]:
        """For the filter."""
        return categories().values()

    @property
    def severities(self) -> Iterable[tuple[str, str]]:
        """For the filter."""
        return [(str(number), word) for number, word in SEVERITIES.items()]

    @property
    def query(self) -> str:
        """The filters as part of an address."""
        return urlencode({name: value for name, value in self.said.items() if value})


def listed(said: Mapping[str, str]) -> Listed:
    """The incidents that the filters leave, the newest first. A filter that makes no sense finds nothing."""
    names = ("table", "category", "severity", "who")
    kept = {name: said.get(name, "").replace("\0", " ")[:60] for name in names}
    rows = INCIDENTS.order_by("-at", "-pk")
    if kept["table"]:
        rows = rows.filter(table=addresses().get(kept["table"]))
    if kept["category"]:
        rows = rows.filter(category=kept["category"])
    if kept["severity"]:
        number = int(kept["severity"]) if kept["severity"] in map(str, SEVERITIES) else 0
        rows = rows.filter(severity=number)
    if kept["who"]:
        rows = rows.filter(player__alias__icontains=kept["who"])
    page = Paginator(rows, A_PAGE).get_page(said.get("page", "1")[:9])
    return Listed(told(page.object_list), page, kept)


def told(incidents: Iterable[Incident]) -> tuple[Told, ...]:
    """Each with its category and the sanctions that answered it."""
    found = list(incidents)
    answers: dict[int, list[str]] = {}
    given = Sanction.objects.filter(incident__in=[one.pk for one in found], lifting=None)
    for one in given.order_by("pk"):
        answers.setdefault(one.incident or 0, []).append(one.get_kind_display().lower())
    return tuple(
        Told(one, categories().get(one.category), ", ".join(answers.get(one.pk, [])))
        for one in found
    )


def people(who: str, now: datetime) -> list[tuple[Player, Standing]]:
    """Players by alias with their standing: those who were looked for, else those who have one."""
    rows = Player.objects.filter(merged_into=None).order_by("alias")
    if who.strip():
        wanted = who.replace("\0", " ").strip()[:40]
        return [(one, standing(one, now)) for one in rows.filter(alias__icontains=wanted)[:MOST]]
    marked = {int(key[1:]) for key in rows_kept(now)}
    given = rows.filter(pk__in=marked)
    found = [(one, standing(one, now)) for one in given]
    return [(one, its) for one, its in found if its.sentence][:MOST]


class Deciding:
    """What a page needs to sanction a player: how the player stands, what comes next, what was typed."""

    longest = LONGEST
    kinds = Sanction.Kind.choices

    def __init__(
        self,
        player: Player,
        staff: Staff,
        now: datetime,
        typed: Mapping[str, str],
        category: Category | None = None,
        room_id: int | None = None,
    ) -> None:
        self.player, self.staff, self.now, self.typed = player, staff, now, typed
        self.category = category
        self.standing = standing(player, now)
        steps = steps_at(room_id or room_of(player), now)
        self.next: Step | None = next_step(self.standing, category, steps)
        self.may_note, self.may_sanction = may(staff, "note"), may(staff, "sanction")
        self.may_lift = may(staff, "lift")

    @property
    def kind(self) -> str:
        """The kind that is chosen in the form: what was typed, else what the ladder proposes."""
        return self.typed.get("kind") or (self.next.kind if self.next else "")

    @property
    def until(self) -> str:
        """The end in the form, in the room's time."""
        if "until" in self.typed:
            return self.typed["until"]
        ends = self.next.until(self.now) if self.next else None
        return f"{timezone.localtime(ends):{LOCAL}}" if ends else ""

    @property
    def earliest(self) -> str:
        """The least end that a browser offers."""
        return f"{timezone.localtime(self.now):{LOCAL}}"

    def given(self, rows: Iterable[Sanction]) -> list[Given]:
        """Sanctions with the names of those who decided."""
        found = list(rows)
        keys = {one.by for one in found}
        keys |= {one.lifting.by for one in found if hasattr(one, "lifting")}
        names = {one.key: one.alias for one in Staff.objects.filter(pk__in=map(_number, keys))}

        def name(key: str) -> str:
            return names.get(key, key)

        return [
            Given(one, name(one.by), name(one.lifting.by) if hasattr(one, "lifting") else "", self.now)
            for one in found
        ]  # fmt: skip


class IncidentPage(Deciding):
    """One incident."""

    def __init__(
        self, incident: Incident, staff: Staff, now: datetime, typed: Mapping[str, str]
    ) -> None:
        (self.told,) = told([incident])
        self.incident = incident
        category, room = self.told.category, incident.table.room_id
        super().__init__(incident.player, staff, now, typed, category, room)

    @property
    def notes(self) -> list[tuple[str, Ruling | None, str, str]]:
        """Text, ruling, who, when; in the order they came."""
        rows = self.incident.notes.select_related("by", "ruling")
        return [(one.text, one.ruling, one.by.alias, day_time(one.at)) for one in rows]

    @property
    def rulings(self) -> Iterable[Ruling]:
        """Those of the hand, which it may go with."""
        return rulings_of(self.incident)

    @property
    def answers(self) -> list[Given]:
        """The sanctions for this incident."""
        rows = Sanction.objects.select_related("lifting").filter(incident=self.incident.pk)
        return self.given(rows.order_by("at", "pk"))


class PlayerPage(Deciding):
    """One player."""

    @property
    def sanctions(self) -> list[Given]:
        """All that were given, the newest first."""
        rows = Sanction.objects.filter(player__in=numbers_of(self.player))
        return self.given(rows.select_related("lifting"))

    @property
    def apart(self) -> list[tuple[Player, str, str]]:
        """With whom no game is shared: player, reason, when."""
        rows = kept_from(self.player)
        who = Player.objects.in_bulk(rows)
        return [(who[other], row.reason, day_time(row.at)) for other, row in rows.items()]

    @property
    def incidents(self) -> tuple[Told, ...]:
        """The last ones."""
        rows = INCIDENTS.filter(player__in=numbers_of(self.player))
        return told(rows.order_by("-at", "-pk")[:A_PAGE])


def _number(key: str) -> int:
    """The number in a key of staff; 0 for the system's own actors."""
    text = key.removeprefix("staff.")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0


class Form:
    """The floor's own report; `typed` is what a refused one said, or what a link filled in."""

    def __init__(self, typed: Mapping[str, str]) -> None:
        self.typed = typed
        self.tables = list(addresses())
        self.categories = sorted(
            categories().values(), key=lambda one: (one.likely or 99, one.title)
        )
        self.severities = [(str(number), word) for number, word in SEVERITIES.items()]
        self.seen = Incident.SeenBy.choices
        self.longest = LONGEST

    @property
    def command_id(self) -> str:
        """Of this report, so that it is stored once however often it is sent."""
        return self.typed.get("command_id") or str(uuid4())

    @property
    def seen_by(self) -> str:
        """Who saw it: whoever fills this in, unless another was said."""
        return self.typed.get("seen_by") or Incident.SeenBy.SUPERVISOR
