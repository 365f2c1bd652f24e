"""People who sign in by name and password: staff, or an account without a badge."""

from dataclasses import dataclass
from typing import Protocol

from django.contrib.auth.models import User
from django.db.models import Model

from staff.models import Staff


class AccountHolder(Protocol):
    """A person who may have a second factor."""

    @property
    def key(self) -> str:
        """Return the key used in the log."""

    @property
    def alias(self) -> str:
        """Return the display name."""

    @property
    def user(self) -> User:
        """Return the account."""


@dataclass(frozen=True, slots=True)
class BadgelessAccount:
    user: User

    @property
    def key(self) -> str:
        """Return the key used in audit events."""
        return f"user.{self.user.pk}"

    @property
    def alias(self) -> str:
        """Return the user name."""
        return self.user.get_username()


def account_holder_of(user: User) -> AccountHolder:
    """Return the holder of an account."""
    staff: Staff | None = getattr(user, "staff", None)
    return staff if staff is not None else BadgelessAccount(user)


def audit_subject_of(holder: AccountHolder) -> Model:
    """Return the row that audit events about a holder refer to."""
    return holder if isinstance(holder, Staff) else holder.user
