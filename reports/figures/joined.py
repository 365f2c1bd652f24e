"""Many small values of a group in one text of the database: a row a group instead of a row a value."""

from itertools import chain
from typing import Any

import msgspec
from django.db.models import Aggregate, TextField

_NUMBERS = msgspec.json.Decoder(list[int])
_LISTS = msgspec.json.Decoder(list[list[int]])


class Joined(Aggregate):
    """The values of a column, with a comma between; nothing of empty ones, and None where there are no others."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """There it is called otherwise, and joins text alone."""
        template = "STRING_AGG((%(expressions)s)::text, ',')"
        return self.as_sql(compiler, connection, template=template, **more)


def numbers(joined: str | None) -> tuple[int, ...]:
    """Joined whole numbers, in order."""
    return tuple(sorted(_NUMBERS.decode(f"[{joined or ''}]")))


def merged(joined: str | None) -> tuple[int, ...]:
    """Joined JSON lists of whole numbers, as one in order."""
    return tuple(sorted(chain.from_iterable(_LISTS.decode(f"[{joined or ''}]"))))
