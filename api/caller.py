"""The program that asks, as a request has it: its rooms, its scopes, its role."""

from functools import cached_property
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from api.integrations import carries, permissions_of
from api.models import Integration, Token
from poker.refusal import Refusal

Row = TypeVar("Row", bound=Model)


class Caller:
    """Who asks. Has what actions ask of somebody who works here: key, alias, supervises."""

    is_authenticated = True

    def __init__(self, token: Token) -> None:
        """Of a token that is good now."""
        self.token = token
        self.integration: Integration = token.integration

    @property
    def key(self) -> str:
        """As the log names it."""
        return self.integration.key

    @property
    def alias(self) -> str:
        """As a refusal names it."""
        return self.integration.name

    @cached_property
    def _permissions(self) -> frozenset[str]:
        return permissions_of(self.integration.role)

    def may(self, permission: str) -> bool:
        """Whether its role may."""
        return permission in self._permissions

    @property
    def supervises(self) -> bool:
        """Whether its role takes decisions that a dealer does not (S-012)."""
        return self.may("tables.supervise")

    def has(self, scope: str) -> bool:
        """Whether it was given a scope, and its role still carries it."""
        return scope in self.integration.scopes and carries(self._permissions, scope)

    def must(self, scope: str) -> None:
        """Refuses `no_scope`, and `not_allowed` where the role does not carry it."""
        if scope not in self.integration.scopes:
            raise Refusal("no_scope", "", scope=scope)
        if not carries(self._permissions, scope):
            raise Refusal("role_never", "", role=self.integration.role.name, scope=scope)

    def must_be_able(self, *permissions: str) -> None:
        """Refuses `not_allowed` for a role that has none of these."""
        if not any(self.may(one) for one in permissions):
            raise Refusal("role_may_not", "S-012", role=self.integration.role.name)

    def within(self, rows: "QuerySet[Row]", room: str = "room") -> "QuerySet[Row]":
        """The rows of its room; of all rooms for who has all. room: the way from a row to its room."""
        mine: dict[str, Any] = {room: self.integration.room_id}
        return rows.filter(**mine) if self.integration.room_id else rows
