"""Fixtures: the house of the search's tests, and an app's codes."""

import time

from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from access.account_holders import AccountHolder
from access.second_factor import factor_confirm, get_or_begin_secret
from tables.models import Staff
from tests.audit_ui.conftest import House, _quick, game, house, room
from tests.tables.room import NOW

__all__ = ["House", "_quick", "code_of", "enrolled", "game", "house", "room"]


def code_of(staff: AccountHolder, later: int = 0) -> str:
    """What the app shows now, or so many seconds later."""
    device = TOTPDevice.objects.get(user=staff.user)
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits)
    totp.time = time.time() + later
    return f"{totp.token():06d}"


def enrolled(staff: Staff) -> list[str]:
    """Set up with a code of half a minute ago, so that the present one is still good; its recovery codes."""
    get_or_begin_secret(staff)
    return factor_confirm(staff=staff, code=code_of(staff, -30), now=NOW)
