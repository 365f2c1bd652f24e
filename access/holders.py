"""Whoever signs in by name and password: with a badge, or an account without one."""

from dataclasses import dataclass
from typing import Protocol

from django.contrib.auth.models import User
from django.db.models import Model

from tables.models import Staff
from tables.sessions import browsers_end, sessions_end


class Holder(Protocol):
    """Somebody who may have a second factor."""

    @property
    def key(self) -> str:
        """As the log names people."""

    @property
    def alias(self) -> str:
        """As people name people."""

    @property
    def user(self) -> User:
        """Who signs in."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account without a badge."""

    user: User

    @property
    def key(self) -> str:
        """As acts name it."""
        return f"user.{self.user.pk}"

    @property
    def alias(self) -> str:
        """Its user name."""
        return self.user.get_username()


def holder_of(user: User) -> Holder:
    """Who an account is of."""
    staff: Staff | None = getattr(user, "staff", None)
    return staff if staff is not None else Account(user)


def row_of(holder: Holder) -> Model:
    """What an act is about."""
    return holder if isinstance(holder, Staff) else holder.user


def signed_out(holder: Holder) -> int:
    """Out of every browser and tablet, in the caller's transaction; how many there were."""
    if isinstance(holder, Staff):
        return sessions_end(staff=holder)
    return browsers_end(user=holder.user)
