"""The second factor: an app's six digits (TOTP), and ten recovery codes that work once each."""

import secrets
from base64 import b32encode
from datetime import datetime
from urllib.parse import quote

from django.contrib.auth.models import User
from django.db import transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from access.holders import Holder, row_of, signed_out
from access.models import RecoveryCode
from audit.recording import record
from poker.refusal import Refusal
from tables.pairing import hashed

ISSUER = "Floorbook"
CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
CODE_LENGTH = 12
MAY = ("tables.supervise", "audit.search_acts")  # supervisors, managers, surveillance


def may_have(staff: Holder) -> bool:
    """Whether a second factor is for this role."""
    return any(staff.user.has_perm(one) for one in MAY)


def has_factor(user: User) -> bool:
    """Whether somebody has set one up and confirmed it."""
    return bool(TOTPDevice.objects.filter(user=user, confirmed=True).exists())


def factor_begin(*, staff: Holder) -> TOTPDevice:
    """A new secret that counts for nothing yet; the one that was begun before is given up. Refuses `factor_there`."""
    if has_factor(staff.user):
        raise Refusal("factor_there", "", name=staff.alias)
    with transaction.atomic():
        TOTPDevice.objects.filter(user=staff.user, confirmed=False).delete()
        return TOTPDevice.objects.create(user=staff.user, name=ISSUER, confirmed=False)


def begun(staff: Holder) -> TOTPDevice:
    """The secret that was begun, or a new one. Refuses `factor_there`."""
    found = TOTPDevice.objects.filter(user=staff.user, confirmed=False).first()
    return found if found and not has_factor(staff.user) else factor_begin(staff=staff)


def secret_of(device: TOTPDevice) -> str:
    """As it is typed into an app."""
    return b32encode(device.bin_key).decode()


def address_of(device: TOTPDevice, alias: str) -> str:
    """What the QR code says."""
    label = quote(f"{ISSUER}:{alias}")
    return f"otpauth://totp/{label}?secret={secret_of(device)}&issuer={ISSUER}&digits=6&period=30"


def factor_confirm(*, staff: Holder, code: str, now: datetime) -> list[str]:
    """The app's first code makes it count. Gives the recovery codes, which are not to be had again.

    Refuses `factor_there`, `wrong_code`, `code_wait`.
    """
    device = begun(staff)
    _verified(device, code)
    with transaction.atomic():
        TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
        codes = _codes(staff.user)
        record(staff, "factor_enrolled", now=now, about=row_of(staff))
    return codes


def codes_make(*, staff: Holder, code: str, now: datetime) -> list[str]:
    """New recovery codes; the old ones work no more. Refuses `wrong_code`, `code_wait`, `no_factor`."""
    _verified(_confirmed(staff.user), code)
    with transaction.atomic():
        codes = _codes(staff.user)
        record(staff, "codes_made", now=now, about=row_of(staff))
    return codes


def factor_check(*, staff: Holder, code: str, now: datetime) -> None:
    """The app's digits, or a recovery code. Refuses `wrong_code`, `code_wait`, `no_factor`."""
    text = "".join(code.lower().split()).replace("-", "")
    device = _confirmed(staff.user)
    if not text.isdecimal():
        _recovered(staff, device, text, now)
        return
    try:
        _verified(device, text)
    except Refusal:
        record(staff, "sign_in_failed", now=now, refused=True, reason="second factor")
        raise


def factor_reset(*, staff: Holder, by: Holder, now: datetime) -> None:
    """Take away what somebody has lost, and sign him out: whoever has found it is out, too.

    Refuses `reset_yourself`: it is another manager who does it; `no_factor`.
    """
    if by.user.pk == staff.user.pk:
        raise Refusal("reset_yourself", "", name=by.alias)
    with transaction.atomic():
        gone, _ = TOTPDevice.objects.filter(user=staff.user).delete()
        if not gone:
            raise Refusal("no_factor", "", name=staff.alias)
        RecoveryCode.objects.filter(user=staff.user).delete()
        signed_out(staff)
        record(by, "factor_reset", now=now, about=row_of(staff))


def _confirmed(user: User) -> TOTPDevice:
    device = TOTPDevice.objects.filter(user=user, confirmed=True).first()
    if device is None:
        raise Refusal("no_factor", "", name=user.get_username())
    return device


def _verified(device: TOTPDevice, code: str) -> None:
    """A code counts once, and after each wrong one the wait is twice as long; both are the package's."""
    text = "".join(code.split())
    with transaction.atomic():  # of two with one code at once, one is let in
        held = TOTPDevice.objects.select_for_update().get(pk=device.pk)
        allowed, _ = held.verify_is_allowed()
        right = allowed and text.isascii() and held.verify_token(text)
    if not allowed:
        raise Refusal("code_wait")
    if not right:
        raise Refusal("wrong_code")


def _recovered(staff: Holder, device: TOTPDevice, text: str, now: datetime) -> None:
    with transaction.atomic():
        held = TOTPDevice.objects.select_for_update().get(pk=device.pk)
        allowed, _ = held.verify_is_allowed()
        rows = RecoveryCode.objects.filter(user=staff.user, code_hash=hashed(text))
        gone = rows.delete()[0] if allowed else 0
        if gone:
            held.throttle_reset()
            left = RecoveryCode.objects.filter(user=staff.user).count()
            record(staff, "code_used", now=now, about=row_of(staff), after={"left": left})
        elif allowed:
            held.throttle_increment()
    if gone:
        return
    record(staff, "sign_in_failed", now=now, refused=True, reason="recovery code")
    raise Refusal("wrong_code" if allowed else "code_wait")


def _codes(user: User) -> list[str]:
    RecoveryCode.objects.filter(user=user).delete()
    codes = ["".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)) for _ in range(CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, code_hash=hashed(one)) for one in codes
    )
    return ["-".join((one[:4], one[4:8], one[8:])) for one in codes]
