"""Pairing a tablet with a table: a one-time code becomes a token that only the tablet keeps."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.contrib.auth.models import User
from django.db import connection, transaction

from audit.recording import record
from poker.refusal import Refusal
from tables import broadcast
from tables.models import Device, PairingCode, Staff, Table

CODE_DIGITS = 10  # the tablet's keys are digits; ten minutes are too short to guess ten of them
CODE_LASTS = timedelta(minutes=10)
TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """A device and its token, which is not to be had again."""

    device: Device
    token: str


def pairing_code_make(
    *, device: Device, now: datetime, code: str = "", lasts: timedelta = CODE_LASTS
) -> str:
    """A new code for a device; those made before no longer work. `code` is for the demo room."""
    made = code or "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
    with transaction.atomic():
        device.pairing_codes.filter(used_at=None).delete()
        PairingCode.objects.create(
            device=device, code_hash=hashed(made), expires_at=now + lasts, lasting=bool(code)
        )
    return made


def device_pair(*, code: str, now: datetime) -> Paired:
    """Pair whoever brings the code. Refuses one that is unknown, used or too old, without saying which."""
    with transaction.atomic():
        found = (
            PairingCode.objects.select_for_update(of=("self",))
            .select_related("device__table")
            .filter(code_hash=hashed(_digits(code)), used_at=None, expires_at__gt=now)
            .first()
        )
        if found is None:
            raise Refusal("bad_code")
        if not found.lasting:
            found.used_at = now
            found.save(update_fields=["used_at"])
        device = _beside(found.device) if found.lasting else found.device
        token = secrets.token_urlsafe(TOKEN_BYTES)
        device.token_hash = hashed(token)
        device.paired_at, device.revoked_at = now, None
        device.dealer, device.signed_in_at, device.push_due = None, None, False
        device.save()
        _told_gone(device)
        record("tablet", "device_paired", now=now, about=device, table=device.table_id)
    return Paired(device=device, token=token)


def device_revoke(*, device: Device, now: datetime) -> None:
    """From now on the tablet is unknown, and so are its codes."""
    with transaction.atomic():
        device.pairing_codes.filter(used_at=None).delete()
        Device.objects.filter(pk=device.pk).update(
            revoked_at=now, token_hash=None, dealer=None, signed_in_at=None, push_due=False
        )
        _told_gone(device)


_KNOWN = """
    SELECT device.id, device.name, device.table_id, device.push_due,
           staff.id, staff.alias, staff.user_id, person.is_active
    FROM tables_device device
    LEFT JOIN tables_staff staff ON staff.id = device.dealer_id
    LEFT JOIN auth_user person ON person.id = staff.user_id
    WHERE device.token_hash = %s AND device.revoked_at IS NULL
"""


def device_known(*, token: str) -> Device | None:
    """The paired tablet that has this token, with its dealer, in one query.

    Every tap asks it, so the query is written out: the ORM takes longer to write it than the database to answer.
    Fields that a tap does not need are read when somebody asks for them.
    """
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN, [hashed(token)])
        row = cursor.fetchone()
    if row is None:
        return None
    pk, name, table_id, push_due, staff_id, alias, user_id, is_active = row
    using = connection.alias  # and each model's own order of fields, which from_db keeps to
    device: Device = Device.from_db(
        using,
        ["id", "name", "table_id", "dealer_id", "push_due"],
        [pk, name, table_id, staff_id, bool(push_due)],
    )
    if staff_id is not None:
        staff = Staff.from_db(using, ["id", "user_id", "alias"], [staff_id, user_id, alias])
        staff.user = User.from_db(using, ["id", "is_active"], [user_id, bool(is_active)])
        device.dealer = staff
    return device


def hashed(secret: str) -> str:
    """What the room keeps of a code or token."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _told_gone(device: Device) -> None:
    """Whoever had the token before is cut off."""
    transaction.on_commit(partial(broadcast.device_gone, device_id=device.pk), robust=True)


def _digits(code: str) -> str:
    """A code without the spaces and hyphens that are only for reading."""
    return code.replace(" ", "").replace("-", "")


def _beside(device: Device) -> Device:
    """The demo's code opens the same table on any number of browsers."""
    if device.token_hash is None:
        return device
    table: Table = device.table
    number = table.devices.count() + 1
    return Device(name=f"{device.name} {number}", table=table)
