"""The second factor: an app's six digits (TOTP), and ten recovery codes that work once each."""

import secrets
from base64 import b32encode
from datetime import datetime
from urllib.parse import quote

from django.contrib.auth.models import User
from django.db import transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from poker.refusal import Refusal
from staff.account_holders import AccountHolder, audit_subject_of
from staff.audit.recording import record
from staff.hashing import hash_secret
from staff.models import RecoveryCode

ISSUER = "Floorbook"
RECOVERY_CODES = 10
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that look alike
CODE_LENGTH = 12
PERMISSIONS = ("tables.supervise", "staff.search_acts")  # supervisors, managers, surveillance


def may_use_second_factor(staff: AccountHolder) -> bool:
    """Return whether this role may have a second factor."""
    return any(staff.user.has_perm(permission) for permission in PERMISSIONS)


def has_factor(user: User) -> bool:
    """Return whether a user has a confirmed second factor."""
    return bool(TOTPDevice.objects.filter(user=user, confirmed=True).exists())


def factor_begin(*, staff: AccountHolder) -> TOTPDevice:
    """Create an unconfirmed secret and discard any earlier one. Raises `Refusal`: `factor_there`."""
    if has_factor(staff.user):
        raise Refusal("factor_there", "", name=staff.alias)
    with transaction.atomic():
        TOTPDevice.objects.filter(user=staff.user, confirmed=False).delete()
        return TOTPDevice.objects.create(user=staff.user, name=ISSUER, confirmed=False)


def get_or_begin_secret(staff: AccountHolder) -> TOTPDevice:
    """Return the unconfirmed secret, or a new one. Raises `Refusal`: `factor_there`."""
    row = TOTPDevice.objects.filter(user=staff.user, confirmed=False).first()
    return row if row and not has_factor(staff.user) else factor_begin(staff=staff)


def secret_of(device: TOTPDevice) -> str:
    """Return the secret as a user types it into an app."""
    return b32encode(device.bin_key).decode()


def provisioning_uri(device: TOTPDevice, alias: str) -> str:
    """Return the text of the QR code."""
    label = quote(f"{ISSUER}:{alias}")
    return f"otpauth://totp/{label}?secret={secret_of(device)}&issuer={ISSUER}&digits=6&period=30"


def factor_confirm(*, staff: AccountHolder, code: str, now: datetime) -> list[str]:
    """Confirm the second factor with the app's first code; return the recovery codes, which are shown only once.

    Raises `Refusal`: `factor_there`, `wrong_code`, `code_wait`.
    """
    device = get_or_begin_secret(staff)
    _verify(device, code)
    with transaction.atomic():
        TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
        codes = _create_recovery_codes(staff.user)
        record(staff, "factor_enrolled", now=now, about=audit_subject_of(staff))
    return codes


def codes_make(*, staff: AccountHolder, code: str, now: datetime) -> list[str]:
    """Create new recovery codes and invalidate the old ones.

    Raises `Refusal`: `wrong_code`, `code_wait`, `no_factor`.
    """
    _verify(_confirmed_device(staff.user), code)
    with transaction.atomic():
        codes = _create_recovery_codes(staff.user)
        record(staff, "codes_made", now=now, about=audit_subject_of(staff))
    return codes


def factor_check(*, staff: AccountHolder, code: str, now: datetime) -> None:
    """Verify the app's digits or a recovery code. Raises `Refusal`: `wrong_code`, `code_wait`, `no_factor`."""
    text = "".join(code.lower().split()).replace("-", "")
    device = _confirmed_device(staff.user)
    if not text.isdecimal():
        _use_recovery_code(staff, device, text, now)
        return
    try:
        _verify(device, text)
    except Refusal:
        record(staff, "sign_in_failed", now=now, refused=True, reason="two-factor code")
        raise


def factor_remove(*, holder: AccountHolder) -> None:
    """Remove a second factor and its recovery codes, in the caller's transaction. Raises `Refusal`: `no_factor`."""
    count, _ = TOTPDevice.objects.filter(user=holder.user).delete()
    if not count:
        raise Refusal("no_factor", "", name=holder.alias)
    RecoveryCode.objects.filter(user=holder.user).delete()


def _confirmed_device(user: User) -> TOTPDevice:
    device = TOTPDevice.objects.filter(user=user, confirmed=True).first()
    if device is None:
        raise Refusal("no_factor", "", name=user.get_username())
    return device


def _verify(device: TOTPDevice, code: str) -> None:
    """Verify a code, with the package's limits: it works once, and the delay doubles after each wrong one."""
    text = "".join(code.split())
    with transaction.atomic():  # only one of two concurrent requests with the same code succeeds
        locked_device = TOTPDevice.objects.select_for_update().get(pk=device.pk)
        is_allowed, _ = locked_device.verify_is_allowed()
        is_correct = is_allowed and text.isascii() and locked_device.verify_token(text)
    if not is_allowed:
        raise Refusal("code_wait")
    if not is_correct:
        raise Refusal("wrong_code")


def _use_recovery_code(staff: AccountHolder, device: TOTPDevice, text: str, now: datetime) -> None:
    with transaction.atomic():
        locked_device = TOTPDevice.objects.select_for_update().get(pk=device.pk)
        is_allowed, _ = locked_device.verify_is_allowed()
        rows = RecoveryCode.objects.filter(user=staff.user, code_hash=hash_secret(text))
        was_used = rows.delete()[0] if is_allowed else 0
        if was_used:
            locked_device.throttle_reset()
            codes_left = RecoveryCode.objects.filter(user=staff.user).count()
            record(
                staff,
                "code_used",
                now=now,
                about=audit_subject_of(staff),
                after={"left": codes_left},
            )
        elif is_allowed:
            locked_device.throttle_increment()
    if was_used:
        return
    record(staff, "sign_in_failed", now=now, refused=True, reason="recovery code")
    raise Refusal("wrong_code") if is_allowed else Refusal("code_wait")


def _create_recovery_codes(user: User) -> list[str]:
    RecoveryCode.objects.filter(user=user).delete()
    codes = [
        "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        for _ in range(RECOVERY_CODES)
    ]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, code_hash=hash_secret(code)) for code in codes
    )
    return ["-".join((code[:4], code[4:8], code[8:])) for code in codes]
