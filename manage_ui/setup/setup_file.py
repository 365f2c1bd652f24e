"""The unattended setup from a file. It reports every error in the file, or creates everything in one transaction."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import msgspec
from django.db import transaction
from django_otp.oath import TOTP

from drop.shifts import MAX_SHIFTS
from manage_ui.form_errors import FieldRefused
from manage_ui.setup.forms import FirstManagerForm, RoomStepForm, TablesForm
from manage_ui.setup.plaque_templates import games_form, names
from manage_ui.setup.setup import Setup, StaffPart
from manage_ui.setup.store import store
from manage_ui.setup.terminal import write_start_codes
from manage_ui.staff_file import fault_of
from ops.installation import require_empty
from poker.currency import USD, currency, set_currency
from poker.refusal import Refusal
from staff.currencies import CURRENCIES
from staff.models import Room, Staff
from staff.policy import factor_require
from staff.second_factor import factor_begin, factor_confirm, provisioning_uri
from staff.staff_import import MAX_BYTES, StaffFile, staff_read
from web.messages.refusals import refusal_message

# The keys of each part of the file.
KEYS: dict[str, tuple[str, ...]] = {
    "manager": ("username", "alias", "badge", "password", "pin"),
    "room": ("name", "currency", "hours", "minimum_age", "shifts"),
    "games": ("names", "rake_percent", "rake_cap"),
    "tables": ("line", "seats", "sections_of", "plaque"),
    "staff": ("file", "start_codes"),
}
REQUIRED = ("manager", "room", "games", "tables")
# Environment variables that override the file, so that the file needs no secrets.
FROM_ENVIRONMENT = {"badge": "SETUP_BADGE", "password": "SETUP_PASSWORD", "pin": "SETUP_PIN"}
# Form fields with a different key in the file.
FIELDS = {
    "room": {"hours": "opening_hours"},
    "games": {"names": "games", "rake_percent": "basis_points", "rake_cap": "cap"},
    "tables": {"sections_of": "section"},
}


class SetupFileRefused(Exception):
    """The setup was refused, and nothing was stored."""

    def __init__(self, lines: list[str]) -> None:
        """lines: the problems, one sentence each."""
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(slots=True)
class SetupResult:
    """The result of a setup."""

    room: str
    staff: int  # number of imported people
    uri: str = ""  # URI of the second factor, if one was requested
    codes: list[str] = field(default_factory=list)  # recovery codes of the second factor


@dataclass(slots=True)
class _Entries:
    """The parts of the file by form field, and the content of the staff file."""

    manager: dict[str, object]
    room: dict[str, object]
    games: dict[str, object]
    tables: dict[str, object]
    staff: bytes | None
    start_codes: Path | None


def setup_from_file(
    path: Path, *, environment: Mapping[str, str] = os.environ, totp: bool, now: datetime
) -> SetupResult:
    """Set up an empty installation. Raises `SetupFileRefused`.

    totp: set up the second factor and return its secret; otherwise the first password sign-in requires it.
    """
    try:
        require_empty()
    except Refusal as refusal:
        raise SetupFileRefused([refusal_message(refusal)]) from refusal
    entries = _read(path, environment)
    setup = _setup_of(entries)
    try:
        with transaction.atomic():
            result = _make(setup, entries.start_codes, totp=totp, now=now)
    except FieldRefused as refused:
        key = _key("tables", refused.field)
        raise SetupFileRefused([f"{key}: {refusal_message(refused.refusal)}"]) from refused
    except Refusal as refusal:
        raise SetupFileRefused([refusal_message(refusal)]) from refusal
    except OSError as error:
        text = f"[staff] start_codes: can't write it: {error.strerror}."
        raise SetupFileRefused([text]) from error
    return result


def _read(path: Path, environment: Mapping[str, str]) -> _Entries:
    try:
        parts = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SetupFileRefused([f"Can't read {path}: {error.strerror}."]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SetupFileRefused([f"{path.name} isn't TOML: {error}."]) from error
    wrong = [f"[{name}] isn't a part of the file." for name in parts if name not in KEYS]
    wrong += [f"[{name}] is missing." for name in REQUIRED if name not in parts]
    for name, part in parts.items():
        if not isinstance(part, dict):
            wrong.append(f"[{name}] must be a table with keys.")
        elif name in KEYS:
            wrong += [f"[{name}] {key}: no such key." for key in part if key not in KEYS[name]]
    _refuse(wrong)
    # Parse the amounts in the file's currency. The room's form refuses an unknown currency.
    code = str(parts["room"].get("currency", USD.code)).strip().upper()
    set_currency(CURRENCIES.get(code, USD))
    manager = dict(parts["manager"])
    for key, variable in FROM_ENVIRONMENT.items():
        if environment.get(variable):
            manager[key] = environment[variable]
    manager = {key: str(item) for key, item in manager.items()}
    staff = parts.get("staff", {})
    start_codes = str(staff.get("start_codes", ""))
    return _Entries(
        manager={**manager, "again": manager.get("password", "")},
        room=_room(parts["room"]),
        games=_renamed("games", parts["games"]),
        tables=_renamed("tables", parts["tables"]),
        staff=_staff(path, str(staff.get("file", ""))),
        start_codes=path.parent / start_codes if start_codes else None,
    )


def _room(part: dict[str, object]) -> dict[str, object]:
    shifts = part.get("shifts", [["day", "06:00"], ["swing", "14:00"], ["grave", "22:00"]])
    is_list = isinstance(shifts, list) and all(
        isinstance(pair, list) and len(pair) == 2 for pair in shifts
    )
    if not is_list or not isinstance(shifts, list):
        _refuse(['[room] shifts: write pairs such as [["day", "06:00"], ["night", "18:00"]].'])
        return {}
    if len(shifts) > MAX_SHIFTS:
        _refuse([f"[room] shifts: at most {MAX_SHIFTS}."])
    fields: dict[str, object] = {
        "name": str(part.get("name", "")),
        "currency": str(part.get("currency", "")),
        "opening_hours": str(part.get("hours", "")),
        "minimum_age": str(part.get("minimum_age", "")),
    }
    for number, (name, begins) in enumerate(shifts):
        fields |= {f"name-{number}": str(name), f"begins-{number}": str(begins)}
    return fields


def _renamed(part: str, entries: dict[str, object]) -> dict[str, object]:
    fields = FIELDS.get(part, {})
    return {
        fields.get(key, key): item if isinstance(item, list) else _text(item)
        for key, item in entries.items()
    }


def _text(item: object) -> str:
    """Return an entry as typed text. TOML writes decimals with a period; the currency may use a comma."""
    return str(item) if isinstance(item, str | int) else str(item).replace(".", currency().decimal)


def _staff(path: Path, name: str) -> bytes | None:
    if not name:
        return None
    try:
        with (path.parent / name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SetupFileRefused([f"[staff] file: can't read {name}: {error.strerror}."]) from error


def _setup_of(entries: _Entries) -> Setup:
    """Return the setup of the file. Raises `SetupFileRefused` with a sentence for each problem."""
    manager = FirstManagerForm(entries.manager)
    room = RoomStepForm(entries.room, room=None)
    games = games_form(entries.games)
    # The plaques do not exist yet, so the form cannot offer any.
    tables = TablesForm({**entries.tables, "plaque": ""}, section=1)
    checked = (("manager", manager), ("room", room), ("games", games), ("tables", tables))
    wrong = [
        f"[{part}] {_key(part, name)}: {error}"
        for part, form in checked
        for name, errors in form.errors.items()
        for error in errors
    ]
    plaque = str(entries.tables.get("plaque", ""))
    chosen = entries.games.get("games", [])
    if plaque and (not isinstance(chosen, list) or plaque not in chosen):
        wrong.append(f"[tables] plaque: “{plaque}” is not among the games: {', '.join(names())}.")
    _refuse(wrong + _staff_problems(entries))
    part = tables.setup.tables
    return Setup(
        manager=manager.setup.manager,
        room=room.setup.room,
        games=games.setup.games,
        tables=part and msgspec.structs.replace(part, plaque=plaque),
        staff=StaffPart(entries.staff),
    )


def _key(part: str, field_name: str) -> str:
    """Return the file's key for a form field."""
    keys = {form_name: key for key, form_name in FIELDS.get(part, {}).items()}
    return keys.get(field_name, field_name)


def _staff_problems(entries: _Entries) -> list[str]:
    if entries.staff is None:
        return []
    room = Room(pk=0, name=str(entries.room.get("name", "")))
    try:
        staff_file: StaffFile = staff_read(entries.staff, rooms=[room])
    except Refusal as refusal:
        return [f"[staff] file: {refusal_message(refusal)}"]
    return _faults(staff_file)


def _make(setup: Setup, start_codes: Path | None, *, totp: bool, now: datetime) -> SetupResult:
    """Store the setup, the second factor and the start codes in the caller's transaction."""
    stored = store(setup, by=None, now=now)
    if stored.staff.faulty:  # such as a line with the first manager's badge
        _refuse(_faults(stored.staff))
    result = SetupResult(Room.objects.get().name, len(stored.staff.ready))
    manager = Staff.objects.get(user=stored.by.user)
    if totp:
        result.uri, result.codes = _second_factor(manager, now)
    else:
        factor_require(by=manager, now=now)
    if start_codes is not None:
        write_start_codes(start_codes, manager, now)
    return result


def _faults(file: StaffFile) -> list[str]:
    return [f"[staff] file, line {line.line}: {fault_of(line)}" for line in file.faulty]


def _second_factor(by: Staff, now: datetime) -> tuple[str, list[str]]:
    """Set up the second factor and confirm it. Return the text of its QR code, and its recovery codes."""
    device = factor_begin(staff=by)
    totp = TOTP(device.bin_key)
    totp.time = now.timestamp()
    codes = factor_confirm(staff=by, code=f"{totp.token():06d}", now=now)
    return provisioning_uri(device, by.alias), codes


def _refuse(lines: list[str]) -> None:
    if lines:
        raise SetupFileRefused(lines)
