"""An aggregate that joins a group's values into one text, so that a group is one row."""

from collections import Counter
from itertools import chain
from typing import Any

import msgspec
from django.db.models import Aggregate, TextField

_NUMBERS = msgspec.json.Decoder(list[int])
_LISTS = msgspec.json.Decoder(list[list[int]])


class GroupConcat(Aggregate):
    """The non-empty values of a column joined with commas; None without any."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: object) -> object:
        """Compile for PostgreSQL, whose function has a different name and joins only text."""
        template = "STRING_AGG((%(expressions)s)::text, ',')"
        return self.as_sql(compiler, connection, template=template, **more)


def numbers(joined: str | None) -> tuple[int, ...]:
    """Return the whole numbers of a joined text, sorted."""
    return tuple(sorted(_NUMBERS.decode(f"[{joined or ''}]")))


def counted(joined: str | None) -> Counter[int]:
    """Return how often each whole number occurs in joined JSON lists. Counting a year takes half the time of sorting
    it.
    """
    return Counter(chain.from_iterable(_LISTS.decode(f"[{joined or ''}]")))
