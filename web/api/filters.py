"""Strict filters of lists: unknown parameters are rejected, and numbers are bounded."""

from datetime import UTC, date, datetime
from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError

MAX_NUMBER = 2**31 - 1


class MomentField(forms.Field):
    """A time with its offset from UTC, such as 2026-11-21T21:42:00Z."""

    def to_python(self, value: object) -> datetime | None:
        """Return the time in UTC; None for an empty value."""
        if value in self.empty_values:
            return None
        try:
            moment = datetime.fromisoformat(str(value))
            if moment.tzinfo is None or not 1970 < moment.year < 2200:
                raise ValueError(value)
            return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            raise ValidationError(
                "must be a time with UTC offset, such as 2026-11-21T21:42:00Z"
            ) from None


class DayField(forms.Field):
    """A day, such as 2026-11-21."""

    def to_python(self, value: object) -> date | None:
        """Return the day; None for an empty value."""
        if value in self.empty_values:
            return None
        try:
            day = date.fromisoformat(str(value))
        except ValueError:
            day = date.min
        if len(str(value)) != 10 or not 1970 < day.year < 2200:
            raise ValidationError("must be a date, such as 2026-11-21")
        return day


class IntegerField(forms.IntegerField):
    """A whole number as digits."""

    def __init__(self, **named: Any) -> None:
        """Limit the number to 1 and the database's maximum."""
        super().__init__(min_value=1, max_value=MAX_NUMBER, **named)


class MomentFilter(django_filters.Filter):
    field_class = MomentField


class DayFilter(django_filters.Filter):
    field_class = DayField


class IntegerFilter(django_filters.Filter):
    field_class = IntegerField


class TextFilter(django_filters.CharFilter):
    """A filter by text of at most 80 characters, not stripped."""

    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, max_length=80, strip=False, **named)


class ChoiceFilter(django_filters.ChoiceFilter):
    """A filter by one of several values."""


class Filters(django_filters.FilterSet):
    """The filters of a list; the `label` of each describes it."""

    @classmethod
    def described(cls) -> dict[str, tuple[dict[str, object], str]]:
        """Return each filter's JSON schema and description, by name."""
        return {name: (_schema(item), str(item.label)) for name, item in cls.base_filters.items()}

    def refused(self) -> tuple[str, str] | None:
        """Return the first invalid parameter and the reason; None if all are valid."""
        if self.is_valid():
            return None
        name, why = next(iter(self.errors.items()))
        return name, str(why[0])


def _schema(filter_: django_filters.Filter) -> dict[str, object]:
    if isinstance(filter_, MomentFilter):
        return {"type": "string", "format": "date-time"}
    if isinstance(filter_, DayFilter):
        return {"type": "string", "format": "date"}
    if isinstance(filter_, IntegerFilter):
        return {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER}
    if isinstance(filter_, django_filters.ChoiceFilter):
        choices: Any = filter_.extra["choices"]
        return {"type": "string", "enum": [value for value, _ in choices]}
    return {"type": "string", "minLength": 1, "maxLength": 80}
