"""Audit of the admin site: every change is recorded with the previous values."""

from collections.abc import Mapping

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from staff.audit.recording import Actor, is_secret, record

ChangeMessage = str | list[dict[str, dict[str, str]]]  # Django's description of a change
VERBS = ("setting_added", "setting_changed", "setting_deleted")
HIDDEN_FIELDS = (
    "pin_hash",
    "token_hash",
    "last_login",
    "stream",
)


def current_user(request: HttpRequest) -> Actor | str:
    """Return the user who signed in by password, as the actor of an audit event."""
    staff = getattr(request.user, "staff", None)
    return staff if staff is not None else f"user.{request.user.pk}"


class AuditedModelAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Base class placed before each admin class, which may define `acts` (verbs) and `recorded(row)` (more values)."""

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> object:
        """Load an object and note its values before a change."""
        match = super().get_object(request, object_id, from_field)
        if match is not None and request.method == "POST":
            setattr(request, "_before", self._values(match))  # noqa: B010  # requests do not declare this attribute
        return match

    def log_addition(self, request: HttpRequest, obj: Model, message: ChangeMessage) -> LogEntry:
        after = {name: value for name, value in self._values(obj).items() if value not in ("", [])}
        self._record(request, 0, obj, after=after)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: ChangeMessage) -> LogEntry:
        """Record a change. For a list, record the removed and the added items."""
        before = getattr(request, "_before", {})
        after = self._values(obj)
        for name, was in list(before.items()):
            now = after.get(name)
            if isinstance(was, list) and isinstance(now, list):
                before[name] = ", ".join(item for item in was if item not in now)
                after[name] = ", ".join(item for item in now if item not in was)
        after |= {label: "new" for label in _labels(message) if is_secret(label)}
        self._record(request, 1, obj, before=before, after=after)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Model]) -> list[LogEntry]:
        for row in queryset:
            self._record(request, 2, row, before=self._values(row))
        return super().log_deletions(request, queryset)

    def _record(
        self,
        request: HttpRequest,
        index: int,
        row: Model,
        *,
        before: Mapping[str, object] | None = None,
        after: Mapping[str, object] | None = None,
    ) -> None:
        acts = getattr(super(), "acts", VERBS)
        room = getattr(row, "room_id", row.pk if row._meta.label == "tables.Room" else None)
        table = row.pk if row._meta.label == "tables.Table" else getattr(row, "table_id", None)
        record(
            current_user(request),
            acts[index],
            now=timezone.now(),
            about=row,
            room=room,
            table=table,
            before=before,
            after=after,
        )

    def _values(self, row: Model) -> dict[str, object]:
        """Return the values of a row by field name, with relations as text."""
        values: dict[str, object] = {}
        for field in row._meta.concrete_fields:
            if not field.primary_key and field.name not in HIDDEN_FIELDS:
                value = getattr(row, field.name)
                values[field.name] = str(value) if isinstance(value, Model) else value
        for field in row._meta.many_to_many:
            values[field.name] = sorted(str(item) for item in getattr(row, field.name).all())
        extra_values = getattr(super(), "recorded", None)
        return values | extra_values(row) if extra_values else values


def _labels(message: object) -> list[str]:
    """Return the labels of the fields that Django reports as changed."""
    parts = message if isinstance(message, list) else []
    return [label for part in parts for label in part.get("changed", {}).get("fields", [])]
