"""Every change in the set-up pages is written down with what was there before, whatever page makes it."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from audit.recording import Who, is_secret, record

ACTS = ("setting_added", "setting_changed", "setting_deleted")
HIDDEN = ("pin_hash", "token_hash", "failed_attempts", "locked_until", "last_login", "stream")


def person(request: HttpRequest) -> Who | str:
    """Whoever is signed in with a password."""
    staff = getattr(request.user, "staff", None)
    return staff if staff is not None else f"user.{request.user.pk}"


class Recorded(admin.ModelAdmin):  # type: ignore[type-arg]
    """Put before every page's own class. Such a class may have `acts` (verbs) and `recorded(row)` (more values)."""

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """Remember what is there before anything is changed."""
        found = super().get_object(request, object_id, from_field)
        if found is not None and request.method == "POST":
            setattr(request, "_before", self._values(found))  # noqa: B010  # requests declare none
        return found

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Somebody made it."""
        after = {name: value for name, value in self._values(obj).items() if value not in ("", [])}
        self._record(request, 0, obj, after=after)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Somebody changed it; of lists, what went away and what came."""
        before, after = getattr(request, "_before", {}), self._values(obj)
        for name, was in list(before.items()):
            now = after.get(name)
            if isinstance(was, list) and isinstance(now, list):
                before[name] = ", ".join(one for one in was if one not in now)
                after[name] = ", ".join(one for one in now if one not in was)
        after |= {label: "new" for label in _labels(message) if is_secret(label)}
        self._record(request, 1, obj, before=before, after=after)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        """Somebody deleted it."""
        for row in queryset:
            self._record(request, 2, row, before=self._values(row))
        return super().log_deletions(request, queryset)

    def _record(self, request: HttpRequest, which: int, row: Model, **said: Any) -> None:
        acts = getattr(super(), "acts", ACTS)
        room = getattr(row, "room_id", row.pk if row._meta.label == "tables.Room" else None)
        table = row.pk if row._meta.label == "tables.Table" else getattr(row, "table_id", None)
        now = timezone.now()
        record(person(request), acts[which], now=now, about=row, room=room, table=table, **said)

    def _values(self, row: Model) -> dict[str, Any]:
        """What is kept of a row, by the field's name; relations by what they are called."""
        found: dict[str, Any] = {}
        for field in row._meta.concrete_fields:
            if not field.primary_key and field.name not in HIDDEN:
                value = getattr(row, field.name)
                found[field.name] = str(value) if isinstance(value, Model) else value
        for field in row._meta.many_to_many:
            found[field.name] = sorted(str(one) for one in getattr(row, field.name).all())
        more = getattr(super(), "recorded", None)
        return found | more(row) if more else found


def _labels(message: Any) -> list[str]:
    """The labels of the fields that Django says were changed."""
    parts = message if isinstance(message, list) else []
    return [label for part in parts for label in part.get("changed", {}).get("fields", [])]
