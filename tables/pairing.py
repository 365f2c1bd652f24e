"""Pairing a tablet with a table: a one-time code is exchanged for a token that only the tablet has."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction

from journal.caches import DEVICES
from journal.prepared import prepared_cursor
from journal.unix_time import as_utc
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.hashing import hash_secret
from staff.models import Staff
from tables import table_screens
from tables.models import Device, PairingCode, Table

CODE_DIGITS = (
    10  # the tablet's keypad has digits only; ten minutes are too short to guess ten of them
)
CODE_LIFETIME = timedelta(minutes=10)
TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """A device and its token, which cannot be retrieved again."""

    device: Device
    token: str


def pairing_code_make(
    *, device: Device, now: datetime, code: str = "", lifetime: timedelta = CODE_LIFETIME
) -> str:
    """Create a pairing code for a device; its earlier codes become invalid. `code` is for the demo room."""
    new_code = code or "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
    with transaction.atomic():
        device.pairing_codes.filter(used_at=None).delete()
        PairingCode.objects.create(
            device=device,
            code_hash=hash_secret(new_code),
            expires_at=now + lifetime,
            lasting=bool(code),
        )
    return new_code


def device_pair(*, code: str, now: datetime) -> Paired:
    """Pair the tablet that has the code.

    Raises `Refusal`: `bad_code` if the code is unknown, used or expired, without the reason.
    """
    with transaction.atomic():
        pairing_code = (
            PairingCode.objects.select_for_update(of=("self",))
            .select_related("device__table")
            .filter(code_hash=hash_secret(_digits(code)), used_at=None, expires_at__gt=now)
            .first()
        )
        if pairing_code is None:
            raise Refusal("bad_code")
        if not pairing_code.lasting:
            pairing_code.used_at = now
            pairing_code.save(update_fields=["used_at"])
        device = _demo_device(pairing_code.device) if pairing_code.lasting else pairing_code.device
        token = secrets.token_urlsafe(TOKEN_BYTES)
        device.token_hash = hash_secret(token)
        device.paired_at = now
        device.revoked_at = None
        device.dealer = None
        device.aside = None
        device.signed_in_at = None
        device.push_due = False
        device.save()
        _close_sockets(device)
        record("tablet", "device_paired", now=now, about=device, table=device.table_id)
    return Paired(device=device, token=token)


def device_revoke(*, device: Device, now: datetime) -> None:
    """Revoke the tablet's token and its pairing codes."""
    with transaction.atomic():
        device.pairing_codes.filter(used_at=None).delete()
        Device.objects.filter(pk=device.pk).update(
            revoked_at=now,
            token_hash=None,
            dealer=None,
            aside=None,
            signed_in_at=None,
            push_due=False,
        )
        _close_sockets(device)


_FROM_DEVICE = """
    FROM tables_device device
    LEFT JOIN staff_staff staff ON staff.id = device.dealer_id
    LEFT JOIN auth_user person ON person.id = staff.user_id
"""
# PostgreSQL changes the version of a row with every update. SQLite has none.
_VERSIONS = "concat_ws(' ', device.xmin, staff.xmin, person.xmin)"
_SELECT_DEVICE = f"""
    SELECT device.id, device.name, device.table_id, device.aside_id, device.push_due,
           device.pin_checked_at, felt.kind, staff.id, staff.alias, staff.badge, staff.user_id,
           person.is_active, {{version}}
    {_FROM_DEVICE}
    JOIN tables_table felt ON felt.stream_id = device.table_id
    WHERE device.token_hash = %s AND device.revoked_at IS NULL
"""
# True while tablet, dealer and account are as `device_kept` returned them.
DEVICE_UNCHANGED = (
    f"EXISTS (SELECT 1 {_FROM_DEVICE} WHERE device.token_hash = %s AND {_VERSIONS} = %s)"
)


def device_known(*, token: str) -> Device | None:
    """Return the paired tablet that has this token, with its dealer, in one query; None for an unknown token.

    Every command needs it, so it is raw SQL: the ORM takes longer to build the query than the
    database to answer it. Fields that a command does not need are loaded when they are accessed.
    """
    token_hash = hash_secret(token)
    version = _VERSIONS if connection.vendor == "postgresql" else "''"
    with prepared_cursor() as cursor:
        cursor.execute(_SELECT_DEVICE.format(version=version), [token_hash])
        row = cursor.fetchone()
    if row is None:
        DEVICES.forget(token_hash)
        return None
    DEVICES[token_hash] = row
    return _device(row[:-1])


@dataclass(frozen=True, slots=True)
class KeptDevice:
    """A tablet as this process last read it, with the values for `DEVICE_UNCHANGED`."""

    device: Device
    condition: tuple[str, str]


def device_kept(*, token: str) -> KeptDevice | None:
    """Return a tablet from memory; None if this process has not read it, and on SQLite.

    It may have changed since. Whoever uses it checks `DEVICE_UNCHANGED` in the statement that stores the result.
    """
    token_hash = hash_secret(token)
    row = DEVICES.get(token_hash)
    if row is None or not row[-1]:
        return None
    return KeptDevice(_device(row[:-1]), (token_hash, row[-1]))


def _device(row: tuple[Any, ...]) -> Device:
    pk, name, table_id, aside_id, push_due, checked, kind, *person = row
    staff_id, alias, badge, user_id, is_active = person
    using = connection.alias  # columns are in the order of the models' fields, as from_db requires
    device: Device = Device.from_db(
        using,
        ["id", "name", "table_id", "dealer_id", "aside_id", "push_due", "pin_checked_at"],
        [pk, name, table_id, staff_id, aside_id, bool(push_due), checked and as_utc(checked)],
    )
    device.table_kind = kind
    if staff_id is not None:
        staff = Staff.from_db(
            using, ["id", "user_id", "alias", "badge"], [staff_id, user_id, alias, badge]
        )
        staff.user = User.from_db(using, ["id", "is_active"], [user_id, bool(is_active)])
        device.dealer = staff
    return device


def _close_sockets(device: Device) -> None:
    """Close the sockets opened with the previous token."""
    transaction.on_commit(partial(table_screens.device_gone, device_id=device.pk), robust=True)


def _digits(code: str) -> str:
    """Return a code without the spaces and hyphens that make it readable."""
    return code.replace(" ", "").replace("-", "")


def _demo_device(device: Device) -> Device:
    """Return a device for the demo's code, which pairs any number of browsers with the same table."""
    if device.token_hash is None:
        return device
    table: Table = device.table
    number = table.devices.count() + 1
    return Device(name=f"{device.name} {number}", table=table)
