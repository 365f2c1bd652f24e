"""What a floor call's screen needs beside the public picture: read from the table's state, while a call is open."""

from dataclasses import dataclass

from poker import codec
from poker.irregular.model import Row
from poker.irregular.propose import possible
from tables.models import Table


@dataclass(frozen=True)
class Called:
    """An open call. rows: the irregularities that can happen now, likeliest first."""

    rows: tuple[Row, ...]


_kept: dict[int, tuple[tuple[int, int], Called | None]] = {}  # the last one of each table


def called_at_hand(*, table_id: int, seq: int, at: int) -> tuple[Called | None] | None:
    """The call of a table as of an entry, in a tuple; None where it has to be read. `at`: when it was made."""
    found = _kept.get(table_id)
    return (found[1],) if found is not None and found[0] == (seq, at) else None


def called(*, table_id: int, seq: int, at: int) -> Called | None:
    """The open call of a table as of entry `seq`, or as it is by now; None where it is over meanwhile."""
    if found := called_at_hand(table_id=table_id, seq=seq, at=at):
        return found[0]
    state = codec.decode_state(
        bytes(Table.objects.values_list("stream__state", flat=True).get(pk=table_id))
    )
    call = Called(rows=possible(state)) if state.floor is not None else None
    _kept[table_id] = (seq, at), call
    return call
