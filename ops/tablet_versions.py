"""The version of each tablet's engine, as reported when it opens its socket."""

from datetime import datetime

from ops.models import TabletVersion


def record_tablet_version(*, table_id: int, engine: str, now: datetime) -> None:
    """Store a table's version if it has changed."""
    last_engine = TabletVersion.objects.filter(pk=table_id).values_list("engine", flat=True).first()
    if last_engine != engine:
        TabletVersion.objects.update_or_create(pk=table_id, defaults={"engine": engine, "at": now})
