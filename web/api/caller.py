"""The caller of a request: an API client with its rooms, scopes and role."""

from functools import cached_property
from typing import TypeVar

from django.db.models import Model, QuerySet

from poker.refusal import Refusal
from staff.integrations import permissions_of, role_allows_scope
from staff.models import ApiToken, Integration

Row = TypeVar("Row", bound=Model)


class Caller:
    """The API client of a request. It has the key, alias and supervises that actions use, as a staff member does."""

    is_authenticated = True

    def __init__(self, token: ApiToken) -> None:
        """token: already checked as valid."""
        self.token = token
        self.integration: Integration = token.integration

    @property
    def key(self) -> str:
        return self.integration.key

    @property
    def alias(self) -> str:
        return self.integration.name

    @cached_property
    def _permissions(self) -> frozenset[str]:
        return permissions_of(self.integration.role)

    def may(self, permission: str) -> bool:
        return permission in self._permissions

    @property
    def supervises(self) -> bool:
        """Whether the role makes decisions that a dealer may not (S-012)."""
        return self.may("tables.supervise")

    def has(self, scope: str) -> bool:
        """Return whether the client was granted a scope that its role still includes."""
        return scope in self.integration.scopes and role_allows_scope(self._permissions, scope)

    def must(self, scope: str) -> None:
        """Check a scope. Raises `Refusal`: `no_scope`, or `role_never` if the role does not include it."""
        if scope not in self.integration.scopes:
            raise Refusal("no_scope", "", scope=scope)
        if not role_allows_scope(self._permissions, scope):
            raise Refusal("role_never", "", role=self.integration.role.name, scope=scope)

    def must_be_able(self, *permissions: str) -> None:
        """Check that the role has one of these permissions. Raises `Refusal`: `role_may_not`."""
        if not any(self.may(permission) for permission in permissions):
            raise Refusal("role_may_not", "S-012", role=self.integration.role.name)

    def within(self, rows: "QuerySet[Row]", room: str = "room") -> "QuerySet[Row]":
        """Return the rows of the client's room, or all rows for a client of all rooms.

        room: the lookup from a row to its room.
        """
        mine: dict[str, object] = {room: self.integration.room_id}
        return rows.filter(**mine) if self.integration.room_id else rows
