"""Data for the incident pages, as plain values for the templates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode
from uuid import uuid4

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils import timezone

from players.identity import numbers_of
from players.models import Player, Sanction
from players.separation import separations_of
from players.standing import Standing, standing, standing_rows
from rulings.calls.models import Ruling
from rulings.incidents.categories import SEVERITIES, Category, categories
from rulings.incidents.floor_reports import table_labels, table_names
from rulings.incidents.ladder import LadderStep, next_step
from rulings.incidents.ladder_versions import room_of, steps_at
from rulings.incidents.models import NOTE_LENGTH, Incident, IncidentNote
from rulings.incidents.notes import rulings_of
from rulings.rulebook_messages import day_time
from staff.keys import aliases
from staff.models import Room, Staff
from staff.permissions import may
from staff.staff_rooms import rooms_of
from tables.models import Table


def incidents_of(staff: Staff) -> "QuerySet[Incident]":
    """Return the incidents of the rooms where the reader works."""
    rows = Incident.objects.select_related("player", "table", "recorded_by")
    return rows.filter(table__room__in=rooms_of(staff.user))


A_PAGE = 40
MAX_PLAYERS = 100  # maximum players in a list
LOCAL = "%Y-%m-%dT%H:%M"


ALL_ROOMS = "all"


@dataclass(frozen=True)
class RoomChoice:
    """The room whose tables come first, and the reader's rooms. shows_all: whether all rooms were requested."""

    room: Room | None
    rooms: list[Room]
    shows_all: bool

    @property
    def shown(self) -> list[Room]:
        """Return the rooms whose tables and incidents are shown."""
        return self.rooms if self.shows_all or self.room is None else [self.room]

    @property
    def context(self) -> dict[str, object]:
        """Return the template context for the page's header and its link to the other rooms."""
        return {
            "room": self.room,
            "rooms": self.rooms,
            "has_other_rooms": len(self.rooms) > 1,
            "shows_all_rooms": self.shows_all,
        }


@dataclass(frozen=True)
class IncidentRow:
    """An incident with its category, which may have been removed from the file since then."""

    incident: Incident
    category: Category | None
    sanctions_text: str
    table: str  # name, with its room if there are several
    needs_note: bool = False  # no one has described what happened yet

    @property
    def title(self) -> str:
        return self.category.title if self.category else self.incident.category

    @property
    def severity(self) -> str:
        return SEVERITIES[self.incident.severity]

    @property
    def at(self) -> str:
        return day_time(self.incident.at)


@dataclass(frozen=True)
class SanctionRow:
    """A sanction with who gave it, and its current state."""

    sanction: Sanction
    given_by: str
    lifted_by: str
    now: datetime

    @property
    def title(self) -> str:
        """Return the title: Suspension until Mon 23 Nov 2026, 06:00."""
        kind = self.sanction.get_kind_display()
        until = self.sanction.until
        return f"{kind} until {day_time(until)}" if until else kind

    @property
    def at(self) -> str:
        return day_time(self.sanction.at)

    @property
    def lifted_at(self) -> str:
        """Return when it was lifted; "" if it is in effect."""
        lifting = getattr(self.sanction, "lifting", None)
        return day_time(lifting.at) if lifting else ""

    @property
    def has_ended(self) -> bool:
        """Return whether it is a suspension that has ended."""
        return bool(not self.lifted_at and self.sanction.until and self.sanction.until <= self.now)


@dataclass(frozen=True)
class IncidentList:
    """The list of incidents with its filters."""

    rows: tuple[IncidentRow, ...]
    page: "Page[Incident]"
    filters: Mapping[str, str]
    tables: Sequence[tuple[str, str]]  # options of the filter: value and name

    @property
    def categories(self) -> Iterable[Category]:
        return categories().values()

    @property
    def severities(self) -> Iterable[tuple[str, str]]:
        return [(str(number), word) for number, word in SEVERITIES.items()]

    @property
    def query(self) -> str:
        """Return the filters as a query string."""
        return urlencode({name: value for name, value in self.filters.items() if value})


def incident_list(staff: Staff, data: Mapping[str, str], choice: RoomChoice) -> IncidentList:
    """Return the incidents of the chosen rooms that match, newest first. An invalid filter matches nothing."""
    names = ("table", "category", "severity", "who", "room")
    filters = {name: data.get(name, "").replace("\0", " ")[:60] for name in names}
    tables = table_names(staff)
    rows = incidents_of(staff).filter(table__room__in=choice.shown).order_by("-at", "-pk")
    if filters["table"]:
        rows = rows.filter(table=tables.get(filters["table"]))
    if filters["category"]:
        rows = rows.filter(category=filters["category"])
    if filters["severity"]:
        number = int(filters["severity"]) if filters["severity"] in map(str, SEVERITIES) else 0
        rows = rows.filter(severity=number)
    if filters["who"]:
        rows = rows.filter(player__alias__icontains=filters["who"])
    page = Paginator(rows, A_PAGE).get_page(data.get("page", "1")[:9])
    table_choices = tables_of_rooms(tables, choice.shown)
    return IncidentList(incident_rows(staff, page.object_list), page, filters, table_choices)


def tables_of_rooms(tables: Mapping[str, int], rooms: Sequence[Room]) -> list[tuple[str, str]]:
    """Return the tables in these rooms as pairs of the form's value and the displayed name.

    The displayed name includes the room only if there are several rooms.
    """
    names = dict(Table.every.filter(room__in=rooms).values_list("pk", "name"))
    table_choices = [(name, names[number]) for name, number in tables.items() if number in names]
    return table_choices if len(rooms) == 1 else [(name, name) for name, _ in table_choices]


def incident_rows(staff: Staff, incidents: Iterable[Incident]) -> tuple[IncidentRow, ...]:
    """Return the incidents with their categories and sanctions; the room is included if the reader works in several."""
    listing = list(incidents)
    answers: dict[int, list[str]] = {}
    sanctions = Sanction.objects.filter(
        incident__in=[sanction.pk for sanction in listing], lifting=None
    )
    for sanction in sanctions.order_by("pk"):
        answers.setdefault(sanction.incident or 0, []).append(sanction.get_kind_display().lower())
    tables = Table.every.filter(room__in=rooms_of(staff.user))
    labels = table_labels(tables)
    without_note = _without_note(listing)
    return tuple(
        IncidentRow(
            incident,
            categories().get(incident.category),
            ", ".join(answers.get(incident.pk, [])),
            labels[incident.table_id],
            incident.pk in without_note,
        )
        for incident in listing
    )


def _without_note(incidents: Iterable[Incident]) -> set[int]:
    """Return the incidents without a note whose category needs one."""
    open_keys = {key for key, category in categories().items() if category.needs_note}
    candidates = {row.pk for row in incidents if row.category in open_keys and not row.note}
    notes = IncidentNote.objects.filter(incident__in=candidates).exclude(text="")
    return candidates - set(notes.values_list("incident", flat=True))


def people(name: str, now: datetime) -> list[tuple[Player, Standing]]:
    """Return players by alias with their standing: search matches, or all players who have a standing."""
    rows = Player.objects.filter(merged_into=None).order_by("alias")
    if name.strip():
        alias_part = name.replace("\0", " ").strip()[:40]
        return [
            (player, standing(player, now))
            for player in rows.filter(alias__icontains=alias_part)[:MAX_PLAYERS]
        ]
    player_numbers = {int(key[1:]) for key in standing_rows(now)}
    players = rows.filter(pk__in=player_numbers)
    standings = [(player, standing(player, now)) for player in players]
    return [(player, its) for player, its in standings if its.sentence][:MAX_PLAYERS]


class SanctionForm:
    """Data for the sanction form: the player's standing, the next step of the ladder, the entered values."""

    note_length = NOTE_LENGTH
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
        self.player = player
        self.staff = staff
        self.now = now
        self.input = typed
        self.category = category
        self.standing = standing(player, now)
        steps = steps_at(room_id or room_of(player), now)
        self.next_step: LadderStep | None = next_step(self.standing, category, steps)
        self.may_note = may(staff, "rulings.note_incident")
        self.may_sanction = may(staff, "players.give_sanction")
        self.may_lift = may(staff, "players.lift_sanction")

    @property
    def kind(self) -> str:
        """Return the selected kind: as entered, otherwise the ladder's proposal."""
        return self.input.get("kind") or (self.next_step.kind if self.next_step else "")

    @property
    def until(self) -> str:
        """Return the end for the form, in the room's time zone."""
        if "until" in self.input:
            return self.input["until"]
        ends = self.next_step.until(self.now) if self.next_step else None
        return f"{timezone.localtime(ends):{LOCAL}}" if ends else ""

    @property
    def earliest(self) -> str:
        """Return the earliest end that the browser offers."""
        return f"{timezone.localtime(self.now):{LOCAL}}"

    def sanction_rows(self, rows: Iterable[Sanction]) -> list[SanctionRow]:
        """Return the sanctions with the names of those who decided."""
        sanctions = list(rows)
        keys = {sanction.by for sanction in sanctions}
        keys |= {sanction.lifting.by for sanction in sanctions if hasattr(sanction, "lifting")}
        names = aliases(keys)

        def name(key: str) -> str:
            return names.get(key, key)

        return [
            SanctionRow(
                sanction,
                name(sanction.by),
                name(sanction.lifting.by) if hasattr(sanction, "lifting") else "",
                self.now,
            )
            for sanction in sanctions
        ]


class IncidentPage(SanctionForm):
    def __init__(
        self, incident: Incident, staff: Staff, now: datetime, typed: Mapping[str, str]
    ) -> None:
        (self.row,) = incident_rows(staff, [incident])
        self.incident = incident
        category = self.row.category
        room = incident.table.room_id
        super().__init__(incident.player, staff, now, typed, category, room)

    @property
    def notes(self) -> list[tuple[str, Ruling | None, str, str]]:
        """Return the notes in order: text, ruling, who, when."""
        rows = self.incident.notes.select_related("by", "ruling")
        return [
            (
                incident_note.text,
                incident_note.ruling,
                incident_note.by.alias,
                day_time(incident_note.at),
            )
            for incident_note in rows
        ]

    @property
    def rulings(self) -> Iterable[Ruling]:
        """Return the rulings of the hand, which can be linked."""
        return rulings_of(self.incident)

    @property
    def sanctions(self) -> list[SanctionRow]:
        """Return the sanctions for this incident."""
        rows = Sanction.objects.select_related("lifting").filter(incident=self.incident.pk)
        return self.sanction_rows(rows.order_by("at", "pk"))


class PlayerPage(SanctionForm):
    @property
    def sanctions(self) -> list[SanctionRow]:
        """Return all sanctions, newest first."""
        rows = Sanction.objects.filter(player__in=numbers_of(self.player))
        return self.sanction_rows(rows.select_related("lifting"))

    @property
    def separations(self) -> list[tuple[Player, str, str]]:
        """Return the separations: player, reason, when."""
        rows = separations_of(self.player)
        players = Player.objects.in_bulk(rows)
        return [(players[other], row.reason, day_time(row.at)) for other, row in rows.items()]

    @property
    def incidents(self) -> tuple[IncidentRow, ...]:
        """Return the latest incidents."""
        rows = incidents_of(self.staff).filter(player__in=numbers_of(self.player))
        return incident_rows(self.staff, rows.order_by("-at", "-pk")[:A_PAGE])


class IncidentForm:
    """The floor's incident form. `typed`: the values of a refused form or from a link."""

    def __init__(self, staff: Staff, typed: Mapping[str, str], choice: RoomChoice) -> None:
        self.input = typed
        tables = table_names(staff)
        self.tables = tables_of_rooms(tables, choice.shown)
        posted = typed.get("table", "")
        if posted in tables and posted not in dict(self.tables):
            self.tables.append((posted, posted))
        self.categories = sorted(
            categories().values(),
            key=lambda category: (category.needs_note, category.likely or 99, category.title),
        )
        self.severities = [(str(number), word) for number, word in SEVERITIES.items()]
        self.seen_by_options = Incident.SeenBy.choices
        self.note_length = NOTE_LENGTH

    @property
    def command_id(self) -> str:
        """Return the command id of this report, so that it is stored once."""
        return self.input.get("command_id") or str(uuid4())

    @property
    def has_details(self) -> bool:
        """Return whether any field that most reports leave unchanged is filled in."""
        return any(self.input.get(name) for name in ("hand", "player", "severity"))

    @property
    def seen_by(self) -> str:
        """Return who saw it: the viewer, unless another person was entered."""
        return self.input.get("seen_by") or Incident.SeenBy.SUPERVISOR
