"""Settings pages of house-banked games: plaques, tables, and what a room decides about irregularities."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET

from banked.actions import banked_create, banked_rename_inside_transaction, plaque_body
from banked.decisions import decisions_of, decisions_set
from banked.models import HousePlaque
from banked.plaque_text import plaque_lines
from banked.plaques import (
    newest_plaques,
    plaque_publish,
    plaque_set_inside_transaction,
    tables_with_plaque,
)
from banked.rules.irregularities import catalogue
from manage_ui.change_history import ChangeRecord, change_history
from manage_ui.form_errors import refused_at
from manage_ui.form_saving import FormState
from manage_ui.forms.banked import (
    PLAQUE_GROUPS,
    BankedTableForm,
    DecisionsForm,
    HousePlaqueForm,
)
from manage_ui.forms.form_data import FormData
from manage_ui.messages import counted
from manage_ui.page_permissions import for_managers
from manage_ui.room_choice import RoomChoice, selected_room
from manage_ui.settings_page import AddPage, RoomPage, SettingsPage, page
from staff.models import Room, Staff
from staff.staff_rooms import rooms_of
from tables.models import Table
from tables.natural_order import natural_order
from web.guard import PageUser


def banked_tables(room: Room) -> list[Table]:
    """Return the house-banked tables of a room in natural order, with log and plaque loaded."""
    rows = Table.every.filter(room=room, kind=Table.Kind.BANKED)
    rows = rows.select_related("stream", "banked__plaque")
    return sorted(rows, key=lambda table: natural_order(table.name))


def _badge_of(by: PageUser) -> Staff | None:
    """Return the staff member of an account; None for an account without a badge."""
    return Staff.objects.filter(user=by.user).first()


@require_GET
@for_managers("tables")
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the plaques of house-banked games with their versions, and the room's tables."""
    rooms = selected_room(request)
    plaques = [
        {
            "plaque": plaque,
            "lines": plaque_lines(plaque_body(plaque)),
            "tables": tables_with_plaque(plaque.name),
            "earlier": plaque.version - 1,
        }
        for plaque in newest_plaques()
    ]
    tables = banked_tables(rooms.room)
    return page(request, by, "banked", rooms=rooms, plaques=plaques, tables=tables)


class NewHousePlaquePage(AddPage[HousePlaqueForm]):
    """A new plaque of a house-banked game."""

    url_name = "banked-plaque-new"
    title = "New plaque"
    permission = "plaques"
    template = "banked_plaque"
    groups = PLAQUE_GROUPS
    form_class = HousePlaqueForm
    button = "Publish"
    verb = "plaque_published"
    url_after = "banked"

    def save(self, stored: None, form: HousePlaqueForm) -> HousePlaque:
        return plaque_publish(
            name=form.cleaned_data["plaque"],
            body=form.body,
            by=_badge_of(self.by),
            now=timezone.now(),
        )


class HousePlaquePage(SettingsPage[HousePlaque, HousePlaqueForm]):
    """The next version of a plaque of a house-banked game."""

    url_name = "banked-plaque"
    permission = "plaques"
    template = "banked_plaque"
    groups = PLAQUE_GROUPS
    button = "Publish"
    verb = "plaque_published"
    url_after = "banked"

    def __init__(self, request: HttpRequest, by: PageUser, *, pk: int) -> None:
        super().__init__(request, by)
        self.plaque = get_object_or_404(HousePlaque, pk=pk)
        self.title = self.plaque.name  # type: ignore[misc]

    def load(self) -> HousePlaque:
        return HousePlaque.objects.filter(name=self.plaque.name).order_by("-version")[0]

    def lock(self) -> HousePlaque:
        rows = HousePlaque.objects.select_for_update().filter(name=self.plaque.name)
        return next(iter(rows.order_by("-version")))

    def form(self, stored: HousePlaque, data: FormData = None) -> HousePlaqueForm:
        return HousePlaqueForm(data, stored=stored)

    def effects(self, stored: HousePlaque, form: HousePlaqueForm) -> Sequence[str]:
        return [
            f"{table.name} is open and keeps its version until the new one is posted on its page."
            if table.is_open
            else f"{table.name} opens with the new version."
            for table in tables_with_plaque(stored.name)
        ]

    def save(self, stored: HousePlaque, form: HousePlaqueForm) -> HousePlaque:
        plaque = plaque_publish(
            name=stored.name, body=form.body, by=_badge_of(self.by), now=timezone.now()
        )
        for table in tables_with_plaque(stored.name):
            if not table.is_open:
                plaque_set_inside_transaction(table=table, plaque=plaque)
        return plaque

    def history(self, stored: HousePlaque) -> list[ChangeRecord]:
        versions = HousePlaque.objects.filter(name=self.plaque.name).values_list("pk", flat=True)
        return change_history("houseplaque", keys=list(versions))

    def saved_name(self, form: HousePlaqueForm) -> str:
        return self.plaque.name

    def context(self, stored: HousePlaque, form_state: FormState) -> dict[str, Any]:
        return {"plaque": stored}


class NewBankedTablePage(AddPage[BankedTableForm]):
    """A new house-banked table."""

    url_name = "banked-table-new"
    title = "New house-banked table"
    permission = "tables"
    template = "banked_table"
    url_after = "banked"

    def __init__(self, request: HttpRequest, by: PageUser) -> None:
        super().__init__(request, by)
        self.rooms: RoomChoice = selected_room(request)

    def form(self, stored: None, data: FormData = None) -> BankedTableForm:
        form = BankedTableForm(data, rooms=self.rooms.all, plaques=newest_plaques())
        form.initial["room"] = self.rooms.room.pk
        return form

    def save(self, stored: None, form: BankedTableForm) -> Table:
        return banked_create(
            room=form.cleaned_data["room"],
            name=form.cleaned_data["name"],
            plaque=form.cleaned_data["plaque"],
            actor=self.by.key,
            now=timezone.now(),
        )

    def room_after(self, form: BankedTableForm) -> int:
        return int(form.cleaned_data["room"].pk)


class BankedTablePage(SettingsPage[Table, BankedTableForm]):
    """A house-banked table: its name and, while it is closed, its plaque."""

    url_name = "banked-table"
    permission = "tables"
    template = "banked_table"
    url_after = "banked"

    def __init__(self, request: HttpRequest, by: PageUser, *, pk: int) -> None:
        super().__init__(request, by)
        self.pk = pk
        rooms = list(rooms_of(by.user))
        rows = Table.every.filter(kind=Table.Kind.BANKED, room__in=rooms)
        table = get_object_or_404(rows.select_related("room"), pk=pk)
        self.title = table.name  # type: ignore[misc]
        self.rooms = RoomChoice(table.room, rooms)

    def load(self) -> Table:
        return Table.every.select_related("room", "stream", "banked__plaque").get(pk=self.pk)

    def lock(self) -> Table:
        Room.objects.select_for_update().get(pk=self.load().room_id)
        return self.load()

    def form(self, stored: Table, data: FormData = None) -> BankedTableForm:
        return BankedTableForm(
            data,
            rooms=self.rooms.all if self.rooms else [],
            plaques=newest_plaques(),
            stored=stored,
            posted=stored.banked.plaque,
        )

    def effects(self, stored: Table, form: BankedTableForm) -> Sequence[str]:
        name = form.cleaned_data["name"]
        if name == stored.name:
            return ()
        return [
            f"{stored.name} is {name} from now on; its log and figures stay. The felt and drop boxes still say"
            f" {stored.name}."
        ]

    def save(self, stored: Table, form: BankedTableForm) -> Table:
        name, plaque = form.cleaned_data["name"], form.cleaned_data["plaque"]
        if name != stored.name:
            with refused_at("name"):
                banked_rename_inside_transaction(
                    table=stored, name=name, actor=self.by.key, now=timezone.now()
                )
        if plaque != stored.banked.plaque:
            plaque_set_inside_transaction(table=stored, plaque=plaque)
        return self.load()

    def audit_facts(self) -> dict[str, Any]:
        return {"table": self.pk}

    def saved_name(self, form: BankedTableForm) -> str:
        return str(form.cleaned_data["name"])

    def context(self, stored: Table, form_state: FormState) -> dict[str, Any]:
        return {"table": stored}


class DecisionsPage(RoomPage[Mapping[str, str], DecisionsForm]):
    """What a room decides about the irregularities of house-banked games."""

    url_name = "banked-decisions"
    title = "House-banked irregularities"
    description = "What the house decides about a fouled shoe, an exposed card and the like"
    permission = "ladder"
    template = "banked_decisions"
    audit_kind = "banked_decisions"

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        chosen = len(decisions_of(room.pk))
        rows = counted(len(catalogue()), "irregularity", "irregularities")
        return f"{rows}, {chosen} not as proposed" if chosen else f"{rows}, all as proposed"

    def load(self) -> Mapping[str, str]:
        return decisions_of(self.room.pk)

    def form(self, stored: Mapping[str, str], data: FormData = None) -> DecisionsForm:
        return DecisionsForm(data, decisions=stored)

    def save(self, stored: Mapping[str, str], form: DecisionsForm) -> None:
        decisions_set(room=self.room, decisions=form.decisions)


def summary(room: Room, now: datetime) -> str:
    """Return the number of house-banked tables and plaques, for the list of all settings."""
    tables = banked_tables(room)
    return f"{counted(len(tables), 'table')}, {counted(len(newest_plaques()), 'plaque')}"
