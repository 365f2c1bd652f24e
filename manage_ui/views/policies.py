"""Settings pages of waitlists, dealers, absences, report emails and data retention."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.utils import timezone

from absences.away_players import absence_limits, limit_lines
from absences.models import AbsencePolicy, limits_row
from lineup.actions import lineup_execute_inside_transaction, load_lineup, lock_lineup
from lineup.rules.commands import SetPolicy as SetLineupPolicy
from lineup.rules.state import MOST_TABLES, LineupPolicy
from manage_ui.form_saving import FormState
from manage_ui.forms.form_data import FormData
from manage_ui.forms.policies import (
    ABSENCES,
    DEALERS,
    LISTS,
    AbsencesForm,
    DealersForm,
    ListsForm,
)
from manage_ui.forms.retention import MailsForm, RetentionForm
from manage_ui.messages import counted
from manage_ui.settings_page import RoomPage
from ops.models import YEARS, Retention, RetentionRun
from reports.archive.mailing import addresses_of, addresses_set
from staff.models import Room
from tables.tablet_settings import refresh_tablets
from waitlist.actions import WAITLIST, load_waitlists
from waitlist.rules.commands import SetPolicy as SetWaitlistPolicy
from waitlist.rules.state import WaitlistPolicy


class WaitlistPage(RoomPage[WaitlistPolicy, ListsForm]):
    """Minutes to answer a call and to reach a seat, passes, and the order of claims to an open seat."""

    url_name = "lists"
    title = "Waitlist"
    description = "Minutes to answer and arrive, open-seat order"
    permission = "lists"
    template = "lists"
    groups = LISTS
    audit_kind = "waitlist"

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        policy = load_waitlists(room.pk).policy
        return f"{policy.call_minutes} min to answer, {policy.hold_minutes} min to arrive"

    def load(self) -> WaitlistPolicy:
        return load_waitlists(self.room.pk).policy

    def lock(self) -> WaitlistPolicy:
        return WAITLIST.lock_state(WAITLIST.id_of_room(self.room.pk)).policy

    def form(self, stored: WaitlistPolicy, data: FormData = None) -> ListsForm:
        return ListsForm(data, before=stored)

    def save(self, stored: WaitlistPolicy, form: ListsForm) -> None:
        WAITLIST.execute_inside_transaction(
            WAITLIST.id_of_room(self.room.pk),
            SetWaitlistPolicy(form.policy),
            command_id=str(uuid4()),
            actor=self.by.key,
            now=timezone.now(),
        )


class SectionsPage(RoomPage[LineupPolicy, DealersForm]):
    """Downs and breaks, the section limit, and supervisors' sections."""

    url_name = "sections"
    title = "Dealers and sections"
    description = "Downs, breaks and tables per supervisor"
    permission = "dealers"
    template = "sections"
    groups = DEALERS
    audit_kind = "dealers"

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        lineup = load_lineup(room.pk)
        return (
            f"{lineup.policy.section_tables} tables max, {counted(len(lineup.sections), 'section')}"
        )

    def load(self) -> LineupPolicy:
        return load_lineup(self.room.pk).policy

    def lock(self) -> LineupPolicy:
        return lock_lineup(self.room.pk).policy

    def form(self, stored: LineupPolicy, data: FormData = None) -> DealersForm:
        return DealersForm(data, before=stored)

    def save(self, stored: LineupPolicy, form: DealersForm) -> None:
        lineup_execute_inside_transaction(
            room_id=self.room.pk,
            command_id=str(uuid4()),
            command=SetLineupPolicy(form.policy),
            actor=self.by.key,
            now=timezone.now(),
        )

    def context(self, stored: LineupPolicy, form_state: FormState) -> dict[str, Any]:
        return {"sections": load_lineup(self.room.pk).sections, "max_tables": MOST_TABLES}


class AbsencesPage(RoomPage[AbsencePolicy, AbsencesForm]):
    """How long players may be away, and the walking rule (H-53)."""

    url_name = "absences"
    title = "Absences"
    description = "How long players may be away, walking rule"
    permission = "room"
    form_class = AbsencesForm
    groups = ABSENCES
    audit_kind = "absences"

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        return ", ".join(limit_lines(absence_limits(room.pk))) or "No limit"

    def load(self) -> AbsencePolicy:
        return limits_row(self.room.pk)

    def save(self, stored: AbsencePolicy, form: AbsencesForm) -> None:
        form.save()
        refresh_tablets(self.room)

    def lead(self) -> str:
        return (
            "How long a player may be away from the table. No guide has a limit; rooms limit minutes or missed blinds,"
            " and some have a walking rule (H-53). Over a limit, map, desk, calls and tablet show the player, and a"
            " supervisor decides."
        )


class RetentionPage(RoomPage[Retention, RetentionForm]):
    """How long the room keeps the data of players who no longer come."""

    url_name = "retention"
    title = "Data retention"
    description = "How long inactive players are kept"
    permission = "retention"
    form_class = RetentionForm
    template = "retention"
    verb = "kept_until_changed"

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        return f"{counted(_retention_of(room).years, 'year')} without a visit"

    def load(self) -> Retention:
        return _retention_of(self.room)

    def effects(self, stored: Retention, form: RetentionForm) -> Sequence[str]:
        years: int = form.cleaned_data["years"]
        if years >= form.initial["years"]:
            return ()
        return [
            f"Within a day, players with no visit in {counted(years, 'year')} will be anonymized."
            " This can't be undone."
        ]

    def context(self, stored: Retention, form_state: FormState) -> dict[str, Any]:
        return {"last": RetentionRun.objects.first()}


def _retention_of(room: Room) -> Retention:
    return Retention.objects.filter(room=room).first() or Retention(room=room, years=YEARS)


class MailsPage(RoomPage[list[str], MailsForm]):
    """The addresses that receive shift and day reports."""

    url_name = "mails"
    title = "Report emails"
    description = "Who gets shift and day reports"
    permission = "mails"
    template = "mails"
    audit_kind = "report emails"

    @classmethod
    def summary(cls, room: Room, now: datetime) -> str:
        number = len(addresses_of(room))
        return counted(number, "address", "addresses") if number else "Emailed to no one"

    def load(self) -> list[str]:
        return addresses_of(self.room)

    def form(self, stored: list[str], data: FormData = None) -> MailsForm:
        return MailsForm(data, now=stored)

    def save(self, stored: list[str], form: MailsForm) -> None:
        text = form.cleaned_data["addresses"]
        addresses_set(room=self.room, text=text, now=timezone.now())
