"""What lists can be narrowed to, strictly: an unknown name is no filter, a number has its bounds."""

from datetime import UTC, date, datetime
from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError

MOST = 2**31 - 1


class MomentField(forms.Field):
    """A time with its offset from UTC, such as 2026-11-21T21:42:00Z."""

    def to_python(self, value: Any) -> datetime | None:
        """In UTC; None for nothing."""
        if value in self.empty_values:
            return None
        try:
            moment = datetime.fromisoformat(str(value))
            if moment.tzinfo is None or not 1970 < moment.year < 2200:
                raise ValueError(value)
            return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            raise ValidationError("a time with its offset, such as 2026-11-21T21:42:00Z") from None


class DayField(forms.Field):
    """A day, such as 2026-11-21."""

    def to_python(self, value: Any) -> date | None:
        """None for nothing."""
        if value in self.empty_values:
            return None
        try:
            day = date.fromisoformat(str(value))
        except ValueError:
            day = date.min
        if len(str(value)) != 10 or not 1970 < day.year < 2200:
            raise ValidationError("a day, such as 2026-11-21")
        return day


class WholeField(forms.IntegerField):
    """A whole number as digits."""

    def __init__(self, **named: Any) -> None:
        """From 1 up to what a database counts to."""
        super().__init__(min_value=1, max_value=MOST, **named)


class Moment(django_filters.Filter):
    """A time."""

    field_class = MomentField


class Day(django_filters.Filter):
    """A day."""

    field_class = DayField


class Whole(django_filters.Filter):
    """A number."""

    field_class = WholeField


class Word(django_filters.CharFilter):
    """A text of up to 80 letters, as it is."""

    def __init__(self, *args: Any, **named: Any) -> None:
        """Bounded."""
        super().__init__(*args, max_length=80, strip=False, **named)


class Choice(django_filters.ChoiceFilter):
    """One of some words."""


class Filters(django_filters.FilterSet):
    """Filters of a list; `label` of each says what it does."""

    @classmethod
    def described(cls) -> dict[str, tuple[dict[str, Any], str]]:
        """By name: its JSON schema and what it does."""
        return {name: (_schema(one), str(one.label)) for name, one in cls.base_filters.items()}

    def refused(self) -> tuple[str, str] | None:
        """The first parameter that is wrong, and why; None where all hold."""
        if self.is_valid():
            return None
        name, why = next(iter(self.errors.items()))
        return name, str(why[0])


def _schema(one: django_filters.Filter) -> dict[str, Any]:
    if isinstance(one, Moment):
        return {"type": "string", "format": "date-time"}
    if isinstance(one, Day):
        return {"type": "string", "format": "date"}
    if isinstance(one, Whole):
        return {"type": "integer", "minimum": 1, "maximum": MOST}
    if isinstance(one, django_filters.ChoiceFilter):
        choices: Any = one.extra["choices"]
        return {"type": "string", "enum": [value for value, _ in choices]}
    return {"type": "string", "minLength": 1, "maxLength": 80}
