"""The next dealer of a table, for its tablet and the map. The plan of a room is cached for a few seconds."""

from lineup.rules.plan import Push, plan
from lineup.rules.state import MINUTE, Lineup
from tables import table_screens
from tables.models import Table

# A tablet shows the next dealer this long before the push. Until then, the plan may change.
NOTICE = 10 * MINUTE
CACHE_MS = 5_000  # milliseconds for which a plan is cached
_plans: dict[
    int, tuple[Lineup, int, dict[str, Push]]
] = {}  # by room: the lineup, the time and the pushes by table


def pushes_of(room_id: int, dealers: Lineup, now: int) -> dict[str, Push]:
    """Return the next push of each table of a room. `now` is in Unix milliseconds."""
    cached = _plans.get(room_id)
    if cached is not None and 0 <= now - cached[1] < CACHE_MS and cached[0] == dealers:
        return cached[2]
    pushes = {push.table: push for push in plan(dealers, now)}
    _plans[room_id] = dealers, now, pushes
    return pushes


def is_push_near(push: Push | None, now: int) -> bool:
    """Return whether the tablet shows the next dealer: a dealer is planned and the push is due within ten minutes."""
    return push is not None and push.inward is not None and push.due - NOTICE <= now


def notify_tablets(room_id: int, before: Lineup, after: Lineup, now: int) -> None:
    """Refresh the tablets whose next dealer has changed."""
    shown_before = _near_pushes(before, now)
    shown_after = _near_pushes(after, now)
    refresh_tablets(
        room_id,
        [
            table
            for table in {*shown_before, *shown_after}
            if shown_before.get(table) != shown_after.get(table)
        ],
    )


def refresh_tablets(room_id: int, tables: list[str]) -> None:
    rows = Table.every.filter(room=room_id, name__in=tables).order_by()
    for table_id in rows.values_list("pk", flat=True) if tables else ():
        table_screens.send_refresh(table_id=table_id)


def _near_pushes(dealers: Lineup, now: int) -> dict[str, tuple[str, int, str]]:
    """Return what the tablets show about upcoming pushes, by table: the next dealer, the time, and where the current
    dealer goes.
    """
    pushes = plan(dealers, now)
    onward = {push.inward.key: push.table for push in pushes if push.inward is not None}
    return {
        push.table: (push.inward.key, push.due, onward.get(push.out.key, "") if push.out else "")
        for push in pushes
        if push.inward is not None and is_push_near(push, now)
    }
