"""Fixtures: staff of the audit tests and authenticator codes."""

import time

from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from staff.account_holders import AccountHolder
from staff.models import Staff
from staff.second_factor import factor_confirm, get_or_begin_secret
from tests.support.audit_fixtures import House, game, house, room
from tests.support.room import NOW

__all__ = ["House", "authenticator_code", "enroll", "game", "house", "room"]


def authenticator_code(staff: AccountHolder, seconds_later: int = 0) -> str:
    """Return the authenticator's code now, or some seconds later."""
    device = TOTPDevice.objects.get(user=staff.user)
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits)
    totp.time = time.time() + seconds_later
    return f"{totp.token():06d}"


def enroll(staff: Staff) -> list[str]:
    """Confirm a second factor with the previous code, so that the current one stays unused.

    Return the recovery codes.
    """
    get_or_begin_secret(staff)
    return factor_confirm(staff=staff, code=authenticator_code(staff, -30), now=NOW)
