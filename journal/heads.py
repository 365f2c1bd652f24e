"""The newest states of logs in the memory of this process.

A state is stored on the row of its log. The row's version and the hash of its last entry prove that the state in memory
is still the stored one: PostgreSQL changes the version with every update of the row, even by another process or by an
erasure, and after a crash that lost the last updates the hash differs. A command that was decided on a state in memory
is stored only if both are unchanged (`journal.on_head`).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db import connection

from journal.caches import HEADS
from journal.models import Stream

State = TypeVar("State")
_COLUMNS = ("id", "key", "seq", "hash", "base_seq", "updated_at")


@dataclass(frozen=True, slots=True)
class Head(Generic[State]):
    """A log after its last entry. version: of its row in the database; listed: the listed view stored there."""

    pk: int
    key: str
    seq: int
    hash: str
    base_seq: int
    updated_at: datetime
    version: str
    state: State
    listed: object

    def stream(self) -> Stream:
        """Return the log's row without its state and its view, which are loaded when they are accessed."""
        values = (self.pk, self.key, self.seq, self.hash, self.base_seq, self.updated_at)
        return Stream.from_db(connection.alias, _COLUMNS, values)


def head_of(stream_id: int) -> Head[Any] | None:
    """Return the newest state of a log that this process stored; None if it has none."""
    head: Head[Any] | None = HEADS.get(stream_id)
    return head


def keep_head(stream: Stream, *, version: str, state: object, listed: object) -> None:
    """Keep the state that was just stored. On SQLite rows have no version, and nothing is kept.

    If the transaction is rolled back, no row has this version.
    """
    if not version or stream.updated_at is None:
        return
    HEADS[stream.pk] = Head(
        pk=stream.pk,
        key=stream.key,
        seq=stream.seq,
        hash=stream.hash,
        base_seq=stream.base_seq,
        updated_at=stream.updated_at,
        version=version,
        state=state,
        listed=listed,
    )


def forget_head(stream_id: int) -> None:
    """Forget a log's state, because its row has changed."""
    HEADS.forget(stream_id)
