"""The open floor call of a table, read from its state because the public view does not contain it."""

from threading import Lock

from dealer_ui.screen.open_call import OpenCall, read_call
from journal.caches import OPEN_CALLS
from poker import codec
from tables import table_log
from tables.models import Table

_LOCK = Lock()


def cached_open_call(*, table_id: int, seq: int, at: int) -> tuple[OpenCall | None] | None:
    """Return the cached call as of an entry, in a tuple; None if it is not cached. at: when the call began."""
    with _LOCK:
        call: tuple[OpenCall | None] | None = OPEN_CALLS.get((table_id, seq, at))
    return call


def open_call(*, table_id: int, seq: int, at: int) -> OpenCall | None:
    """Return the table's open floor call, cached per entry `seq` and otherwise read now; None if it has since
    closed.
    """
    if calls := cached_open_call(table_id=table_id, seq=seq, at=at):
        return calls[0]
    call = _read(table_id)
    with _LOCK:
        OPEN_CALLS[table_id, seq, at] = (call,)
    return call


def _read(table_id: int) -> OpenCall | None:
    stream = Table.objects.select_related("stream").get(pk=table_id).stream
    state = codec.decode_state(bytes(stream.state))
    return read_call(state, table_log.since_checkpoint(stream)) if state.floor else None
