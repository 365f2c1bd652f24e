"""What a floor call's screen needs beside the public picture: read from the table's state, while a call is open."""

from dataclasses import dataclass

from poker.irregular.model import Row
from poker.irregular.propose import possible
from poker.refusal import Refusal
from rulings.calls.weighing import Weighed, weighed
from tables.models import Table


@dataclass(frozen=True)
class Called:
    """An open call.

    rows: the irregularities that can happen now, likeliest first; weighed: what the house's rule says of the one that
    was reported, None until one was.
    """

    rows: tuple[Row, ...]
    weighed: Weighed | None = None


_kept: dict[int, tuple[tuple[int, int], Called | None]] = {}  # the last one of each table


def called_at_hand(*, table_id: int, seq: int, at: int) -> tuple[Called | None] | None:
    """The call of a table as of an entry, in a tuple; None where it has to be read. `at`: when it was made."""
    found = _kept.get(table_id)
    return (found[1],) if found is not None and found[0] == (seq, at) else None


def called(*, table_id: int, seq: int, at: int) -> Called | None:
    """The open call of a table as of entry `seq`, or as it is by now; None where it is over meanwhile."""
    if found := called_at_hand(table_id=table_id, seq=seq, at=at):
        return found[0]
    call = _read(table_id)
    _kept[table_id] = (seq, at), call
    return call


def _read(table_id: int) -> Called | None:
    try:
        found = weighed(Table.objects.select_related("stream").get(pk=table_id))
    except Refusal:  # nobody is called any more
        return None
    return Called(rows=possible(found.state), weighed=found if found.row else None)
