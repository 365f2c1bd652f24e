"""Start codes: a staff member without a PIN uses one to choose a PIN at the first sign-in. Each works once."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.crypto import salted_hmac

from staff.audit.recording import Actor, record
from staff.models import Staff, StartCode

CODE_DIGITS = 8  # as long as the PIN field allows; wrong codes are delayed like wrong PINs
CODE_LIFETIME = timedelta(days=14)
SALT = "staff.start_code"
BATCH = 500


@dataclass(frozen=True, slots=True)
class PrintedCode:
    """A start code, which cannot be retrieved again."""

    staff: Staff
    code: str


def start_codes_make(
    *, staff: Sequence[Staff], by: Actor, now: datetime
) -> tuple[list[PrintedCode], datetime]:
    """Create a code for each of these who has no PIN; return the codes, and their expiry.

    Earlier codes stop working. Only keyed hashes are stored: eight digits could be guessed from a plain hash.
    """
    until = now + CODE_LIFETIME
    with transaction.atomic():
        rows = Staff.objects.select_for_update(of=("self",)).select_related("user").order_by("pk")
        waiting = {row.pk: row for row in rows.filter(pin_hash="", user__is_active=True)}
        members = [waiting[member.pk] for member in staff if member.pk in waiting]
        numbers = [member.pk for member in members]
        for at in range(0, len(numbers), BATCH):
            StartCode.objects.filter(staff_id__in=numbers[at : at + BATCH]).delete()
        printed_codes = [PrintedCode(member, _new_code()) for member in members]
        StartCode.objects.bulk_create(
            [
                StartCode(
                    staff=printed_code.staff,
                    code_hash=_keyed_hash(printed_code.staff.pk, printed_code.code),
                    expires_at=until,
                )
                for printed_code in printed_codes
            ],
            batch_size=BATCH,
        )
        for printed_code in printed_codes:
            record(by, "start_code_made", now=now, about=printed_code.staff)
    return printed_codes, until


def has_start_code(staff: Staff, now: datetime) -> bool:
    """Return whether a staff member has a code that has not expired."""
    return StartCode.objects.filter(staff=staff, expires_at__gt=now).exists()


def is_start_code(staff: Staff, code: str, now: datetime) -> bool:
    """Return whether this is the staff member's code. It takes as long as a PIN check, so as not to reveal who has no
    PIN.
    """
    make_password(code)
    row = StartCode.objects.filter(staff=staff, expires_at__gt=now).first()
    digits = "".join(code.split())
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return row is not None and any(
        compare_digest(row.code_hash, _keyed_hash(staff.pk, digits, key)) for key in keys
    )


def use_start_code(*, staff: Staff, now: datetime) -> bool:
    """Delete the staff member's code, in the caller's transaction; return whether there was a valid one."""
    is_valid = has_start_code(staff, now)
    StartCode.objects.filter(staff=staff).delete()
    return is_valid


def _new_code() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))


def _keyed_hash(staff_id: int, code: str, key: str | None = None) -> str:
    text = f"{staff_id}:{code}"
    return salted_hmac(SALT, text, secret=key, algorithm="sha256").hexdigest()
