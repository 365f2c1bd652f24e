"""Storing a setup, or the part of a single step."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

import msgspec
from django.db import transaction

from manage_ui.form_errors import FieldRefused
from manage_ui.setup.forms import StepForm
from manage_ui.setup.plaque_templates import store_games
from manage_ui.setup.room import store_room
from manage_ui.setup.setup import ManagerPart, Setup, StaffPart
from manage_ui.setup.tables import store_tables
from ops.installation import first_manager_create, lock_begun_setup, setup_finish
from poker.refusal import Refusal
from staff.account_holders import AccountHolder
from staff.models import Installation, Staff
from staff.staff_import import StaffFile, staff_import
from staff.staff_rooms import rooms_of
from web.messages.refusals import refusal_message

FormType = TypeVar("FormType", bound=StepForm)


@dataclass(frozen=True, slots=True)
class StoredSetup:
    """The result of storing a setup."""

    by: AccountHolder  # the first manager, if the setup created them
    staff: StaffFile = field(default_factory=StaffFile)


def store(
    setup: Setup, *, by: AccountHolder | None, now: datetime, code_hash: str | None = None
) -> StoredSetup:
    """Store the parts of a setup in the order of the steps, all of them or none.

    by: None if the first manager is one of the parts. code_hash: hash of the one-time code; None at the server's
    terminal. Raises `Refusal`, or `FieldRefused` for a refusal about one field.
    """
    with transaction.atomic():
        if setup.manager is not None:
            by = _create_manager(setup.manager, code_hash, now)
        if by is None:
            raise Refusal("setup_closed")
        if setup.room is not None:
            store_room(setup.room, by=by, now=now)
        if setup.games is not None:
            store_games(setup.games, by=by, now=now)
        if setup.tables is not None:
            store_tables(setup.tables, by=by, now=now)
        if setup.staff is None:
            return StoredSetup(by)
        return StoredSetup(by, _store_staff(setup.staff, by, now))


def store_step(
    form_of: Callable[[Installation], FormType], *, by: AccountHolder, now: datetime
) -> FormType:
    """Lock the setup, validate the form of a step and store its part.

    Returns the form. If it has errors, nothing was stored. Raises `Refusal`: `setup_closed`, and those of `store`.
    """
    with transaction.atomic():
        form = form_of(lock_begun_setup())
        if form.is_valid():
            try:
                store(form.setup, by=by, now=now)
            except FieldRefused as refused:
                form.add_error(refused.field, refusal_message(refused.refusal))
    return form


def _create_manager(manager: ManagerPart, code_hash: str | None, now: datetime) -> Staff:
    values = msgspec.structs.asdict(manager)
    return first_manager_create(code_hash=code_hash, now=now, **values)


def _store_staff(staff: StaffPart, by: AccountHolder, now: datetime) -> StaffFile:
    """Import the valid lines of the file, if there is one, and end the setup."""
    lock_begun_setup()
    imported = StaffFile()
    if staff.file is not None:
        imported = staff_import(staff.file, rooms=list(rooms_of(by.user)), by=by, now=now)
    setup_finish(by=by, now=now)
    return imported
