"""Form fields that parse a posted value. The first wrong field refuses the whole request by its code.

Settings pages use Django's own fields, which show an error at each field. Pages that answer with one sentence use
these fields. They cut a text to its maximum length, replace a malformed number by a fixed one, and treat a missing
field as empty.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import chain
from typing import Generic, Self, TypedDict, TypeVar, overload
from uuid import uuid4

from django import forms
from django.core.exceptions import BadRequest
from django.core.validators import ProhibitNullCharactersValidator
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from poker.amounts import parse_amount
from poker.refusal import Refusal
from web.messages.refusals import refusal_message

Value = TypeVar("Value")


class RefusedValue(forms.ValidationError):
    """The error of a field, with the refusal for the page."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal_message(refusal), code=refusal.code)
        self.refusal = refusal


class PostedForm(forms.Form):
    """A form whose attributes are its values after `read()`, such as `form.badge`."""

    def __init_subclass__(cls) -> None:
        """Put the fields back into the class. Django has moved them to `base_fields`."""
        super().__init_subclass__()
        for name, field in cls.declared_fields.items():
            if isinstance(field, PostedField):
                field.name = name
                setattr(cls, name, field)

    def limit_keys(self, name: str, keys: Collection[str]) -> None:
        """Make a `KeyedField` ignore all other keys."""
        field = self.fields[name]
        assert isinstance(field, KeyedField)
        field.keys = keys

    def read(self) -> Self:
        """Return the form with its values.

        Raises the `Refusal` of the first wrong field. Raises BadRequest for a value that no page sends, such as a
        NUL.
        """
        error = next(chain.from_iterable(self.errors.as_data().values()), None)
        if isinstance(error, RefusedValue):
            raise error.refusal
        if error is not None:
            raise BadRequest(str(error))
        return self


class PostedField(forms.Field, Generic[Value]):
    """A field that its form has as an attribute."""

    name = ""

    def __init__(self, widget: type[forms.Widget] = forms.TextInput) -> None:
        super().__init__(required=False, widget=widget)

    def clean(self, value: object) -> Value:
        """Return the value. Raises `RefusedValue`."""
        try:
            cleaned: Value = super().clean(value)
        except Refusal as refusal:
            raise RefusedValue(refusal) from refusal
        return cleaned

    @overload
    def __get__(self, form: None, owner: type[PostedForm]) -> Self: ...
    @overload
    def __get__(self, form: PostedForm, owner: type[PostedForm]) -> Value: ...
    def __get__(self, form: PostedForm | None, owner: type[PostedForm]) -> Self | Value:
        """Return the value that a form has read."""
        if form is None:
            return self
        value: Value = form.cleaned_data[self.name]
        return value


class ParsedField(PostedField[Value], ABC):
    """A field with one value that is parsed from a text."""

    @abstractmethod
    def parse(self, text: str) -> Value:
        """Return the value of a text, which is "" if the field is missing. May raise `Refusal`."""

    def to_python(self, value: object) -> Value:
        return self.parse("" if value is None else str(value))


class Text(ParsedField[str]):
    """A text that is cut to `longest` characters. `missing` is the refusal of an empty text."""

    default_validators = [ProhibitNullCharactersValidator()]

    def __init__(
        self, longest: int | None = None, *, missing: Refusal | None = None, strip: bool = True
    ) -> None:
        super().__init__()
        self.longest = longest
        self.missing = missing
        self.strip = strip

    def parse(self, text: str) -> str:
        text = (text.strip() if self.strip else text)[: self.longest]
        if self.missing and not text:
            raise self.missing.with_facts()  # a new refusal, because `missing` is shared
        return text


class OptionalText(PostedField[str | None]):
    """A text as it was posted; None if the page has no such field."""

    default_validators = [ProhibitNullCharactersValidator()]

    def to_python(self, value: object) -> str | None:
        return None if value is None else str(value)


class Line(Text):
    """A text in which each run of white space becomes one space."""

    def parse(self, text: str) -> str:
        return super().parse(" ".join(text.split()))


class CommandId(Text):
    """The id of a command; a new id if the page sent none."""

    def parse(self, text: str) -> str:
        return super().parse(text) or str(uuid4())


class Choice(ParsedField[str]):
    """One of `values`. Any other value raises `refusal`."""

    def __init__(self, values: Collection[str], refusal: Refusal) -> None:
        super().__init__()
        self.values = values
        self.refusal = refusal

    def parse(self, text: str) -> str:
        if text not in self.values:
            raise self.refusal.with_facts()
        return text


class Flag(ParsedField[bool]):
    """A checked box, which posts "yes"."""

    def parse(self, text: str) -> bool:
        return text == "yes"


class Number(ParsedField[int]):
    """A number of at most `digits` digits. A malformed number, which no page sends, is read as `malformed`."""

    def __init__(self, digits: int = 17, *, malformed: int = 0) -> None:
        super().__init__()
        self.digits = digits
        self.malformed = malformed

    def parse(self, text: str) -> int:
        return int(text) if is_number(text, self.digits) else self.malformed


class NumberUpTo(ParsedField[int]):
    """A number from 1 to `most`, such as a seat. Refuses with `bad_seat`."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def parse(self, text: str) -> int:
        if not (is_number(text, 9) and 1 <= int(text) <= self.most):
            raise Refusal("bad_seat", "S-013", value=text[:10])
        return int(text)


class PolicyNumber(ParsedField[int]):
    """A number of a policy, from `least` to `most`. Refuses with `policy_number`."""

    def __init__(self, label: str, least: int, most: int) -> None:
        super().__init__()
        self.label = label
        self.least = least
        self.most = most

    def parse(self, text: str) -> int:
        number = int(text) if is_number(text, 4) else -1
        if not self.least <= number <= self.most:
            raise Refusal("policy_number", "", what=self.label, least=self.least, most=self.most)
        return number


class Amount(ParsedField[int]):
    """An amount as people type it, parsed into the smallest unit.

    Refuses with `not_an_amount`, even for an amount below `least`.
    """

    def __init__(self, *, least: int, longest: int | None = None) -> None:
        super().__init__()
        self.least = least
        self.longest = longest

    def parse(self, text: str) -> int:
        return parse_amount(text.strip()[: self.longest], least=self.least)


class OptionalField(ParsedField[Value | None]):
    """A field whose value is None if it is blank."""

    def __init__(self, field: ParsedField[Value]) -> None:
        super().__init__()
        self.field = field

    def parse(self, text: str) -> Value | None:
        return self.field.parse(text) if text.strip() else None


class Moment(ParsedField[datetime | None]):
    """A date and time in the room's time zone; None for an empty field. Refuses with `date_unreadable`."""

    def parse(self, text: str) -> datetime | None:
        if not text.strip():
            return None
        try:
            at = parse_datetime(text.strip())
        except ValueError:
            at = None
        if at is None:
            raise Refusal("date_unreadable", "", value=text[:30])
        return at if timezone.is_aware(at) else timezone.make_aware(at)


class ListField(PostedField[list[Value]]):
    """All values of a field that a page sends several times, in order."""

    def __init__(self, field: PostedField[Value]) -> None:
        super().__init__(forms.MultipleHiddenInput)
        self.field = field

    def to_python(self, value: object) -> list[Value]:
        values = value if isinstance(value, list) else []
        return [self.field.clean(item) for item in values]


class KeyedWidget(forms.Widget):
    """Reads the fields of a page whose names are `NAME-KEY`."""

    def value_from_datadict(
        self, data: Mapping[str, object], files: object, name: str
    ) -> dict[str, object]:
        prefix = f"{name}-"
        return {
            posted.removeprefix(prefix): data[posted]
            for posted in data
            if posted.startswith(prefix)
        }


class KeyedField(PostedField[dict[str, Value]]):
    """The fields of a page whose names are `NAME-KEY`, such as `share-4`, by key.

    Keys that are not in `keys` are ignored. If `keys` is None, every key is accepted.
    """

    def __init__(self, field: PostedField[Value], keys: Collection[str] | None = None) -> None:
        super().__init__(KeyedWidget)
        self.field = field
        self.keys = keys

    def to_python(self, value: object) -> dict[str, Value]:
        """Return the value of each posted key, in the order of `keys`."""
        posted = value if isinstance(value, dict) else {}
        keys = posted if self.keys is None else self.keys
        return {key: self.field.clean(posted[key]) for key in keys if key in posted}


class Signature(TypedDict):
    """The badge and PIN of the person who signs."""

    badge: str
    pin: str


class SignedForm(PostedForm):
    """A form signed with badge and PIN, which are cut to their maximum lengths."""

    badge = Text(10)
    pin = Text(8, strip=False)

    @property
    def signature(self) -> Signature:
        return {"badge": self.badge, "pin": self.pin}


class UncutSignedForm(SignedForm):
    """A form signed with badge and PIN, where a text that is too long is a wrong badge or PIN."""

    badge = Text(40)
    pin = Text(40, strip=False)


def is_number(text: str, digits: int) -> bool:
    """Return whether a text has only the digits 0 to 9, and at most `digits` of them."""
    return len(text) <= digits and re.fullmatch("[0-9]+", text) is not None
