"""The steps of the setup in order. The stored data show whether a step is done."""

from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import User

from staff.models import Installation
from staff.second_factor import has_factor
from tables.models import Plaque, Table

StepKey = Literal["you", "factor", "room", "games", "tables", "staff"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the setup."""

    key: StepKey
    number: int  # as shown; the second factor is part of step 1
    title: str
    note: str


STEPS = (
    Step("you", 1, "You", "the first manager"),
    Step("factor", 1, "You", "the first manager"),
    Step("room", 2, "Room and hours", "name, currency, hours"),
    Step("games", 3, "Games", "plaques players see"),
    Step("tables", 4, "Tables and tablets", "T1 to T40, QR sheet"),
    Step("staff", 5, "Staff", "badges from a file"),
)
KEYS = tuple(step.key for step in STEPS)
SHOWN = tuple(step for step in STEPS if step.key != "factor")


def is_done(key: StepKey, row: Installation, user: User | None) -> bool:
    """Return whether a step is done. user: the manager who goes through the setup.

    The second factor is done if the first manager or the user has one, or if it was put off. The staff step is never
    done, because it ends the setup.
    """
    if key == "you":
        return row.begun_by is not None
    if key == "factor":
        holders = [row.begun_by.user if row.begun_by else None, user]
        is_put_off = row.factor_put_off_at is not None
        return is_put_off or any(holder is not None and has_factor(holder) for holder in holders)
    if key == "room":
        return row.room is not None
    if key == "games":
        return Plaque.objects.exists()
    return key == "tables" and Table.objects.filter(room=row.room_id).exists()


def first_unfinished(row: Installation, user: User | None) -> StepKey:
    """Return the first step that is not done."""
    return next(key for key in KEYS if not is_done(key, row, user))


def step_before(key: StepKey) -> StepKey | None:
    """Return the step before this one, None for the first. No step leads back to the second factor."""
    shown = [step.key for step in SHOWN]
    at = shown.index(key) if key in shown else 0
    return shown[at - 1] if at else None


def step_after(key: StepKey) -> StepKey:
    """Return the step after this one; the last step for the last step."""
    return KEYS[min(KEYS.index(key) + 1, len(KEYS) - 1)]


def step_of(key: StepKey) -> Step:
    return STEPS[KEYS.index(key)]
