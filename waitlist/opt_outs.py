"""Numbers that get no texts, because their players replied OFF."""

from django.utils.crypto import salted_hmac

from waitlist.models import TextOptOut


def has_opted_out(phone: str) -> bool:
    return bool(phone) and TextOptOut.objects.filter(phone_key=phone_digest(phone)).exists()


def phone_digest(phone: str) -> str:
    """Return the digest under which a number is stored."""
    return salted_hmac("floorbook.text-opt-out", phone, algorithm="sha256").hexdigest()
