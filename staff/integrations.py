"""Authorizing and disabling API clients: integrations, and tokens that are shown once."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import transaction

from poker.refusal import Refusal
from staff.hashing import hash_secret
from staff.models import ApiToken, Integration, Room, Staff
from staff.models.integrations import NAME
from staff.scopes import SCOPES

PREFIX = "fb_"  # so that a leaked token can be recognized
TOKEN_BYTES = 32
HINT_LENGTH = 4  # the last characters of a token, by which people recognize it
LONGEST_DAYS = 3650
USED_TO = timedelta(minutes=1)  # a token's last use is stored at most once in this time


def integration_make(
    *,
    name: str,
    role: str,
    scopes: Sequence[str],
    room: Room | None,
    by: Staff | None,
    now: datetime,
) -> Integration:
    """Create an API client without a token.

    Raises `Refusal`: `integration_name`, `integration_taken`, `no_role`, `no_scope_named`, `unknown_scope`, and
    `role_lacks` for a scope that the role does not carry.
    """
    try:
        NAME(name)
    except ValidationError:
        raise Refusal("integration_name") from None
    if len(name) > 40:
        raise Refusal("integration_name")
    group = Group.objects.filter(name=role).first()
    if group is None:
        raise Refusal("no_role", "", role=role[:40])
    valid_scopes = scopes_checked(group, scopes)
    with transaction.atomic():
        if Integration.objects.filter(name=name).exists():
            raise Refusal("integration_taken", "", name=name)
        return Integration.objects.create(
            name=name, role=group, scopes=valid_scopes, room=room, made_by=by, made_at=now
        )


def scopes_checked(role: Group, scopes: Sequence[str]) -> list[str]:
    """Return the scopes in their standard order without duplicates, after checking them."""
    unknown = [scope for scope in scopes if scope not in SCOPES]
    if unknown:
        raise Refusal("unknown_scope", "", scope=unknown[0][:40])
    if not scopes:
        raise Refusal("no_scope_named")
    has = permissions_of(role)
    for scope in scopes:
        if not role_allows_scope(has, scope):
            raise Refusal("role_lacks", "", role=role.name, scope=scope)
    return [scope for scope in SCOPES if scope in scopes]


def permissions_of(role: Group) -> frozenset[str]:
    """Return the permissions of a role in Django's form."""
    rows = role.permissions.values_list("content_type__app_label", "codename")
    return frozenset(f"{app}.{name}" for app, name in rows)


def role_allows_scope(permissions: frozenset[str], scope: str) -> bool:
    """Return whether a role with these permissions carries a scope."""
    needed_permissions = SCOPES[scope][1]  # type: ignore[index]  # a known scope
    return not needed_permissions or any(item in permissions for item in needed_permissions)


def token_make(
    *, integration: Integration, days: int | None, by: Staff | None, now: datetime
) -> tuple[ApiToken, str]:
    """Create a token; return it with its text, which cannot be shown again.

    Raises `Refusal`: `token_days`, `shut_out`.
    """
    if days is not None and not 1 <= days <= LONGEST_DAYS:
        raise Refusal("token_days", "", most=LONGEST_DAYS)
    if not integration.active:
        raise Refusal("shut_out", "", name=integration.name)
    text = _token_text()
    token = ApiToken.objects.create(
        integration=integration,
        token_hash=hash_secret(text),
        hint=text[-HINT_LENGTH:],
        made_by=by,
        made_at=now,
        expires_at=now + timedelta(days=days) if days else None,
    )
    return token, text


def _token_text() -> str:
    """Return a new token. Its hint begins with a letter or digit: `--token -a7Q` would look like an option."""
    while True:
        text = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
        if text[-HINT_LENGTH].isalnum():
            return text


def token_revoke(*, token: ApiToken, now: datetime) -> None:
    """Revoke a token; if it was revoked earlier, the earlier time stays."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)


def integration_disable(*, integration: Integration, now: datetime) -> None:
    """Disable an API client: its tokens become invalid and its webhooks get no more events."""
    with transaction.atomic():
        ApiToken.objects.filter(integration=integration, revoked_at=None).update(revoked_at=now)
        Integration.objects.filter(pk=integration.pk).update(active=False)


def find_valid_token(*, text: str, now: datetime) -> ApiToken | None:
    """Return the token of this text with its integration; None if it is unknown, expired, revoked or disabled."""
    token = find_token(text)
    if token is None or token.revoked_at is not None or not token.integration.active:
        return None
    if token.expires_at is not None and token.expires_at <= now:
        return None
    if token.used_at is None or now - token.used_at >= USED_TO:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def find_token(text: str) -> ApiToken | None:
    """Return the token of this text, valid or not."""
    rows = ApiToken.objects.select_related("integration__role", "integration__room")
    return rows.filter(token_hash=hash_secret(text)).first()
