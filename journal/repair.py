"""Rebuilds a stream's snapshot from its log."""

from django.db import transaction

from journal.models import Stream
from journal.verify import Mismatch, rebuilt, verify


def rebuild_snapshot(stream: Stream) -> list[str]:
    """Rebuild state, view and checkpoint from the log; return the corrected mismatch, or "".

    Raises `Mismatch` if the chain of the log is broken, and then rebuilds nothing.
    """
    with transaction.atomic():
        locked_stream = Stream.objects.order_by().select_for_update().get(pk=stream.pk)
        try:
            verify(stream=locked_stream)
        except Mismatch as difference:
            state, view, base = rebuilt(locked_stream)  # raises if the log itself is broken
            rows = Stream.objects.filter(pk=stream.pk)
            rows.update(state=state, view=view, base_seq=base)
            return [str(difference)]
    return []
