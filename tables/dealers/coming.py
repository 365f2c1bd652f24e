"""Who comes in next at a table, for its tablet and the map: the plan of a room, made once in a few seconds."""

from poker.lineup.plan import Push, plan
from poker.lineup.state import MINUTE, Dealers
from tables import broadcast
from tables.models import Table

NEAR = 10 * MINUTE  # before a push is due its tablet says who comes; sooner it may still change
FOR = 5_000  # ms that a plan stands
_plans: dict[int, tuple[Dealers, int, dict[str, Push]]] = {}  # room: of what, when, by table


def pushes_of(room_id: int, dealers: Dealers, now: int) -> dict[str, Push]:
    """The next push of each table of a room. `now`: unix milliseconds."""
    kept = _plans.get(room_id)
    if kept is not None and 0 <= now - kept[1] < FOR and kept[0] == dealers:
        return kept[2]
    made = {push.table: push for push in plan(dealers, now)}
    _plans[room_id] = dealers, now, made
    return made


def near(push: Push | None, now: int) -> bool:
    """Whether a tablet says who comes: the push is due, or soon."""
    return push is not None and push.inward is not None and push.due - NEAR <= now


def tell_tablets(room_id: int, before: Dealers, after: Dealers, now: int) -> None:
    """Let the tablets look where another dealer comes next than before."""
    was, is_ = _coming(before, now), _coming(after, now)
    look_at(room_id, [table for table in {*was, *is_} if was.get(table) != is_.get(table)])


def look_at(room_id: int, tables: list[str]) -> None:
    """Let the tablets of these tables take a new look."""
    rows = Table.objects.filter(room=room_id, name__in=tables).order_by()
    for table_id in rows.values_list("pk", flat=True) if tables else ():
        broadcast.look(table_id=table_id)


def _coming(dealers: Dealers, now: int) -> dict[str, tuple[str, int]]:
    return {
        push.table: (push.inward.key, push.due)
        for push in plan(dealers, now)
        if push.inward is not None and near(push, now)
    }
