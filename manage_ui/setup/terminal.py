"""The setup in a terminal: the steps and forms of the pages, one field at a time."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from pathlib import Path

import segno
from django import forms
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from manage_ui.pairing_sheet import print_codes, unpaired
from manage_ui.setup.forms import FirstManagerForm, RoomStepForm, TablesForm
from manage_ui.setup.plaque_templates import games_form, names
from manage_ui.setup.setup import Setup, StaffPart
from manage_ui.setup.steps import StepKey, first_unfinished, step_of
from manage_ui.setup.store import store, store_step
from manage_ui.setup.tables import newest_plaque, section_size
from manage_ui.staff_file import fault_of
from manage_ui.start_codes import codes_csv
from ops.installation import factor_put_off, setup_state
from poker.refusal import Refusal
from staff.house_currency import load_currency
from staff.installation import installation
from staff.models import Room, Staff
from staff.second_factor import factor_confirm, get_or_begin_secret, provisioning_uri, secret_of
from staff.staff_import import MAX_BYTES, staff_read
from staff.staff_rooms import rooms_of
from staff.start_codes import start_codes_make
from staff.time_zone import load_time_zone
from tables.models import Plaque
from web.messages.refusals import refusal_message

SECRETS = ("password", "again", "pin")
PRIVATE = 0o600  # mode of a file with codes


@dataclass(frozen=True, slots=True)
class Terminal:
    """Input and output of the setup."""

    read: Callable[[str], str]  # shows a prompt and returns the typed line
    read_secret: Callable[[str], str]  # the same, without showing what is typed
    write: Callable[[str], object]  # prints a line

    def ask(self, label: str, default: str = "", *, secret: bool = False) -> str:
        """Return the typed line, or the default for an empty line. A secret is returned unchanged."""
        hint = f" [{default}]" if default else ""
        prompt = f"{label}{hint}: "
        if secret:
            return self.read_secret(prompt)
        return self.read(prompt).strip() or default

    def ask_form(
        self,
        fields: Sequence[str],
        initial: Mapping[str, object],
        submit: Callable[[Mapping[str, object]], forms.BaseForm],
        labels: forms.BaseForm,
    ) -> forms.BaseForm:
        """Read the fields until the form is valid. After an error, read only the fields with an error again."""
        data: dict[str, object] = dict(initial)
        wanted = list(fields)
        while True:
            for name in wanted:
                label = str(labels.fields[name].label or name)
                default = "" if name in SECRETS else _text(data.get(name))
                data[name] = self.ask(label, default, secret=name in SECRETS)
            form = submit(data)
            if form.is_valid():
                return form
            for name, errors in form.errors.items():
                label = str(form.fields[name].label or name) if name in form.fields else ""
                for error in errors:
                    self.write(f"  {label}: {error}" if label else f"  {error}")
            wanted = [name for name in fields if name in form.errors] or list(fields)
            if "password" in wanted and "again" not in wanted:
                wanted.append("again")


def run_setup(terminal: Terminal) -> None:
    """Go through the unfinished steps. Raises `Refusal` if there is nothing to set up."""
    state = setup_state()
    if state == "closed":
        raise Refusal("setup_closed")
    load_currency()
    load_time_zone()
    if state == "empty":
        _title(terminal, "you")
        _you(terminal)
    asks: dict[StepKey, Callable[[Terminal, Staff], None]] = {
        "factor": _factor,
        "room": _room,
        "games": _games,
        "tables": _tables,
        "staff": _staff,
    }
    while setup_state() == "begun":
        row = installation()
        by = row.begun_by
        if by is None:
            raise Refusal("setup_closed")
        step = first_unfinished(row, by.user)
        _title(terminal, step)
        asks[step](terminal, by)


def _title(terminal: Terminal, key: StepKey) -> None:
    step = step_of(key)
    terminal.write(f"\n{step.number} of 5. {step.title}: {step.note}")


def _you(terminal: Terminal) -> None:
    def submit(data: Mapping[str, object]) -> FirstManagerForm:
        return FirstManagerForm(data)

    labels = FirstManagerForm()
    form = terminal.ask_form(list(labels.fields), {}, submit, labels)
    assert isinstance(form, FirstManagerForm)
    store(form.setup, by=None, now=timezone.now())


def _factor(terminal: Terminal, by: Staff) -> None:
    device = get_or_begin_secret(by)
    terminal.write("Scan this with an authenticator app, or enter the key by hand.\n")
    terminal.write(terminal_qr(device, by.alias))
    terminal.write(f"Key: {secret_of(device)}")
    while True:
        try:
            code = terminal.ask("The six digits that the app shows; empty: later")
            if not code:
                factor_put_off(by=by, now=timezone.now())
                return
            codes = factor_confirm(staff=by, code=code, now=timezone.now())
            break
        except Refusal as refusal:
            terminal.write(f"  {refusal_message(refusal)}")
    terminal.write("Recovery codes. Each works once; they are shown only now:")
    for recovery_code in codes:
        terminal.write(f"  {recovery_code}")


def terminal_qr(device: TOTPDevice, alias: str) -> str:
    """Return the QR code of a second factor, drawn with block characters."""
    text = StringIO()
    segno.make(provisioning_uri(device, alias), error="m", micro=False).terminal(text, compact=True)
    return text.getvalue()


def _room(terminal: Terminal, by: Staff) -> None:
    terminal.write(
        f"The clock is that of {timezone.get_current_timezone_name()}. Settings, Time zone, changes it."
    )
    terminal.write("Each shift lasts until the next one begins. An empty name ends the list.")
    labels = RoomStepForm(room=None)
    initial = {name: labels[name].value() for name in labels.fields}
    terminal.write("Currency: a code of ISO 4217, such as USD or EUR.")
    fields = [
        "name",
        "currency",
        "opening_hours",
        "minimum_age",
        *(name for row in labels.rows[:3] for name in row),
    ]

    def submit(data: Mapping[str, object]) -> RoomStepForm:
        return store_step(lambda row: RoomStepForm(data, room=row.room), by=by, now=timezone.now())

    terminal.ask_form(fields, initial, submit, labels)


def _games(terminal: Terminal, by: Staff) -> None:
    offered = names()
    for number, name in enumerate(offered, start=1):
        terminal.write(f"  {number}  {name}")
    form = games_form()
    initial = {name: form[name].value() for name in ("basis_points", "cap")}

    def submit(data: Mapping[str, object]) -> forms.BaseForm:
        chosen = {**data, "games": chosen_games(str(data["games"]), offered)}
        return store_step(lambda _: games_form(chosen), by=by, now=timezone.now())

    form.fields["games"].label = "Games, by number: 1, 2, 5"
    terminal.ask_form(["games", "basis_points", "cap"], initial, submit, form)


def chosen_games(text: str, offered: Sequence[str]) -> list[str]:
    """Return the games of "1, 2, 5". A number that is not offered stays a number, which the form refuses."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    numbers = {str(number): name for number, name in enumerate(offered, start=1)}
    return [numbers.get(part, part) for part in parts]


def _tables(terminal: Terminal, by: Staff) -> None:
    room = _room_of_setup()
    section = section_size(room.pk)
    labels = TablesForm(section=section)
    plaques = list(dict.fromkeys(Plaque.objects.order_by("pk").values_list("name", flat=True)))
    terminal.write(f"Plaques: {', '.join(plaques)}")
    initial = {
        "line": "T1-T8",
        "seats": 9,
        "section": section,
        "plaque": plaques[0] if plaques else "",
    }

    def submit(data: Mapping[str, object]) -> forms.BaseForm:
        chosen = {**data, "plaque": plaque_number(str(data["plaque"]))}
        return store_step(lambda _: TablesForm(chosen, section=section), by=by, now=timezone.now())

    terminal.ask_form(["line", "seats", "section", "plaque"], initial, submit, labels)
    address = terminal.ask(
        "Address of this server for a sheet of pairing codes; empty: print it later"
    )
    if not address:
        return
    path = Path(terminal.ask("Write the sheet to", "pairing-codes.pdf"))
    try:
        content = print_codes(
            room=room,
            devices=unpaired(room),
            url_of=lambda part: address.rstrip("/") + part,
            by=by,
            now=timezone.now(),
        )
        write_private(path, content)
    except Refusal as refusal:
        terminal.write(f"  {refusal_message(refusal)}")
    except OSError as error:
        terminal.write(f"  Can't write {path}: {error.strerror}. Print the sheet under Tablets.")
    else:
        terminal.write(f"{path}: the codes work for one hour.")


def plaque_number(name: str) -> str:
    """Return the form value of the newest plaque with this name; the name itself if there is none."""
    newest = newest_plaque(name.strip())
    return str(newest.pk) if newest else name.strip()


def _staff(terminal: Terminal, by: Staff) -> None:
    rooms = list(rooms_of(by.user))
    data = _staff_file(terminal, rooms)
    now = timezone.now()
    imported = store(Setup(staff=StaffPart(data)), by=by, now=now).staff
    if imported.ready:
        terminal.write(f"{len(imported.ready)} imported.")
        path = terminal.ask(
            "Write their start codes to a file; empty: print them later under Staff"
        )
        if path:
            _write_codes(terminal, Path(path), by, now)
    terminal.write(f"\n{_room_of_setup().name} is open. Sign in at /manage/ and at /floor/.")


def _staff_file(terminal: Terminal, rooms: Sequence[Room]) -> bytes | None:
    """Return the content of a file whose valid lines are to be imported; None to add staff later."""
    while typed := terminal.ask("CSV file with badge, alias and role; empty: add staff later"):
        try:
            with Path(typed).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
            staff_file = staff_read(data, rooms=rooms)
        except OSError as error:
            terminal.write(f"  Can't read {typed}: {error.strerror}.")
            continue
        except Refusal as refusal:
            terminal.write(f"  {refusal_message(refusal)}")
            continue
        for line in staff_file.faulty:
            terminal.write(f"  line {line.line}: {fault_of(line)}")
        terminal.write(f"{len(staff_file.ready)} ready, {len(staff_file.faulty)} stay out.")
        if terminal.ask("Import those that are ready? yes or no", "yes").lower().startswith("y"):
            return data
    return None


def _write_codes(terminal: Terminal, path: Path, by: Staff, now: datetime) -> None:
    try:
        write_start_codes(path, by, now)
    except OSError as error:
        terminal.write(f"  Can't write {path}: {error.strerror}. Print the codes under Staff.")
    else:
        terminal.write(f"{path}: one code for each; no one has a PIN before.")


def write_start_codes(path: Path, by: Staff, now: datetime) -> None:
    """Write a file with a start code for everyone without a PIN. Only the file's owner can read it."""
    waiting = Staff.objects.filter(pin_hash="", user__is_active=True).order_by("alias")
    printed, until = start_codes_make(staff=list(waiting), by=by, now=now)
    write_private(path, codes_csv(printed, until).encode())


def write_private(path: Path, content: bytes) -> None:
    """Write a new file that only its owner can read. Raises `OSError`, including for a file that already exists."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)


def _room_of_setup() -> Room:
    room = installation().room
    if room is None:
        raise Refusal("setup_no_room")
    return room


def _text(item: object) -> str:
    return "" if item is None else str(item)
