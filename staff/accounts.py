"""Accounts of staff: roles, user names, and the hashes of new secrets."""

from dataclasses import dataclass
from itertools import count

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db.models.functions import Lower
from django.utils.text import slugify

from staff.models import Staff
from staff.pins import pin_hashed


def is_above(staff: Staff, user: User) -> bool:
    """Return whether only a superuser may change a staff member, because others may not set a superuser's password."""
    return staff.user.is_superuser and not user.is_superuser


def username_of(alias: str) -> str:
    """Return an unused user name made from an alias, for staff who sign in by badge and have no password."""
    base = slugify(alias)[:100] or "staff"
    user_names = set(
        get_user_model()
        .objects.filter(username__istartswith=base)
        .values_list(Lower("username"), flat=True)
    )
    candidates = (f"{base}-{number}" for number in count(2))
    return (
        base
        if base not in user_names
        else next(candidate for candidate in candidates if candidate not in user_names)
    )


@dataclass(frozen=True, slots=True)
class SecretHashes:
    """The hashes of a new PIN and a new password; "" for a secret that does not change."""

    pin: str = ""
    password: str = ""


def secrets_hashed(*, pin: str = "", password: str = "") -> SecretHashes:
    """Return the hashes of these secrets. Raises `Refusal`: `bad_pin`.

    Call this before a transaction begins: on SQLite no other process can write during a transaction, and hashing takes
    long.
    """
    return SecretHashes(pin_hashed(pin) if pin else "", make_password(password) if password else "")
