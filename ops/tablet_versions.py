"""Which version of the engine each tablet runs, as it says when it opens its socket."""

from datetime import datetime

from ops.models import TabletVersion


def record_tablet_version(*, table_id: int, engine: str, now: datetime) -> None:
    """Store a table's version if it has changed."""
    known = TabletVersion.objects.filter(pk=table_id).values_list("engine", flat=True).first()
    if known != engine:
        TabletVersion.objects.update_or_create(pk=table_id, defaults={"engine": engine, "at": now})
