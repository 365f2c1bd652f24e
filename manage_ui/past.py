"""What was changed on a page of settings before: who, when, from what to what."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from audit.models import Act
from manage_ui.saving import NOTHING, Change

MOST = 5
VERBS = (
    *("setting_added", "setting_changed", "plaque_published", "kept_until_changed"),
    *("plaque_set_for_later", "plaque_withdrawn"),
    *("staff_added", "staff_changed", "staff_unlocked"),
)


@dataclass(frozen=True, slots=True)
class Past:
    """One change. by: as people name them; parts: each value before and after."""

    at: datetime
    by: str
    parts: Sequence[Change]


def past(
    kind: str, *, keys: Sequence[object] = (), room: int | None = None, verb: str = ""
) -> list[Past]:
    """The newest changes of a kind of row, of these keys or of a room; verb: of that alone, whatever it is about."""
    rows = Act.objects.filter(verb=verb) if verb else Act.objects.filter(verb__in=VERBS)
    rows = rows.filter(outcome=Act.Outcome.DONE)
    if not verb:
        rows = rows.filter(about_kind=kind)
    if keys:
        rows = rows.filter(about_key__in=[str(key) for key in keys])
    elif room is not None:
        rows = rows.filter(room=room)
    return [
        Past(one.at, one.alias or one.who, _parts(one))
        for one in rows.order_by("-at", "-id")[:MOST]
    ]


def _parts(act: Act) -> list[Change]:
    before, after = act.before or {}, act.after or {}
    return [
        Change(name, _said(before.get(name)), _said(after.get(name)))
        for name in {**before, **after}
    ]


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NOTHING if value in (None, "") else str(value)
