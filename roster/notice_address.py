"""Where a dealer gets notices about the own shifts."""

from players.registry import email_address, phone_number
from roster.models import NoticeAddress
from staff.models import Staff


def address_of(staff: Staff) -> NoticeAddress:
    """Return a dealer's address, blank if there is none yet."""
    return NoticeAddress.objects.filter(staff=staff).first() or NoticeAddress(staff=staff)


def address_change(*, staff: Staff, phone: str, email: str) -> None:
    """Set phone and mail of a dealer's notices. Raises `Refusal`: `phone_bad`, `email_bad`."""
    defaults = {"phone": phone_number(phone), "email": email_address(email)}
    NoticeAddress.objects.update_or_create(staff=staff, defaults=defaults)
