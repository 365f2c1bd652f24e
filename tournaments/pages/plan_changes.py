"""What differs between two plans, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from poker.formatting import money
from tournaments.messages import level_text
from tournaments.pages.plan_fields import FieldType
from tournaments.pages.plan_form import FIELDS, values_of
from tournaments.rules.plan import Break, Level, PayoutTable, Plan

NONE = "none"
# Fields whose label is the same in several groups.
LABELS = {
    "rebuy_level": "Rebuys until the end of level",
    "rebuy_pool": "Rebuy: prize pool",
    "rebuy_house": "Rebuy: house",
    "rebuy_staff": "Rebuy: staff",
    "rebuy_chips": "Rebuy: chips",
    "add_on_level": "Add-on: sold in level",
    "add_on_pool": "Add-on: prize pool",
    "add_on_house": "Add-on: house",
    "add_on_staff": "Add-on: staff",
    "add_on_chips": "Add-on: chips",
}
MOST_ROWS = 12


@dataclass(frozen=True, slots=True)
class PlanChange:
    """A value before and after."""

    label: str
    before: str
    after: str


def plan_changes(before: Plan, after: Plan) -> list[PlanChange]:
    """Return what differs between two plans, in the order of the editor."""
    old, new = values_of(before), values_of(after)
    changes = [
        PlanChange(
            LABELS.get(name, field_type.label),
            _text(field_type, old[name]),
            _text(field_type, new[name]),
        )
        for name, field_type in FIELDS.items()
        if old[name] != new[name] and name != "minutes"
    ]
    changes += _row_changes(before, after)
    changes += _payout_changes(before.payouts, after.payouts)
    return changes


def _text(field_type: FieldType, value: str) -> str:
    if not value:
        return NONE
    if field_type.kind == "flag":
        return "yes"
    return dict(field_type.choices).get(value, value)


def _row_changes(before: Plan, after: Plan) -> Iterator[PlanChange]:
    changes = [
        PlanChange(f"Level {number}", _level(old), _level(new))
        for number, old, new in _paired(before.levels, after.levels)
        if old != new
    ]
    if len(changes) > MOST_ROWS:
        yield PlanChange("Levels", f"{len(before.levels)}", f"{len(after.levels)}, others changed")
    else:
        yield from changes
    if before.breaks != after.breaks:
        yield PlanChange("Breaks", _breaks(before.breaks), _breaks(after.breaks))


def _paired(
    before: tuple[Level, ...], after: tuple[Level, ...]
) -> Iterator[tuple[int, Level | None, Level | None]]:
    for index in range(max(len(before), len(after))):
        old = before[index] if index < len(before) else None
        new = after[index] if index < len(after) else None
        yield index + 1, old, new


def _level(level: Level | None) -> str:
    return NONE if level is None else f"{level_text(level)}, {level.minutes} min"


def _breaks(breaks: tuple[Break, ...]) -> str:
    texts = []
    for pause in sorted(breaks, key=lambda row: row.after):
        raced = f", color up {' '.join(map(str, pause.color_up))}" if pause.color_up else ""
        texts.append(f"after {pause.after}, {pause.minutes} min{raced}")
    return "; ".join(texts) or NONE


def _payout_changes(before: PayoutTable, after: PayoutTable) -> Iterator[PlanChange]:
    if before.columns != after.columns:
        yield PlanChange(
            "Payout columns", str(len(before.columns)), f"{len(after.columns)}, percents changed"
        )
    if before.minimum != after.minimum:
        yield PlanChange("Minimum payout", money(before.minimum), money(after.minimum))
    if before.unit != after.unit:
        yield PlanChange("Payouts rounded to", money(before.unit), money(after.unit))
