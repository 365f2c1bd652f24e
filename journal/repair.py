"""A stream's own picture made anew from its log."""

from django.db import transaction

from journal.models import Stream
from journal.verify import Difference, rebuilt, verify


def picture(stream: Stream) -> list[str]:
    """Make state, view and base what the log says; gives what differed.

    Raises `Difference` where the chain of the log itself is broken: nothing is made from such a log.
    """
    with transaction.atomic():
        locked = Stream.objects.order_by().select_for_update().get(pk=stream.pk)
        try:
            verify(stream=locked)
        except Difference as difference:
            state, view, base = rebuilt(locked)  # raises where it is the log that is broken
            rows = Stream.objects.filter(pk=stream.pk)
            rows.update(state=state, view=view, base_seq=base)
            return [str(difference)]
    return []
