"""The access policy: reading it, and changing it as a manager."""

from datetime import datetime

from django.db import transaction

from poker.refusal import Refusal
from staff.account_holders import AccountHolder
from staff.audit.recording import record
from staff.models import AccessPolicy, first_limits
from staff.second_factor import has_factor

MIN_MINUTES = 5
MAX_MINUTES = 1440


def policy() -> AccessPolicy:
    """Return the policy; the defaults if none was set."""
    return AccessPolicy.objects.first() or AccessPolicy()


def limits_of(role: str) -> tuple[int, int]:
    """Return maximum and idle minutes of a role; those of a manager for an unknown role."""
    data = {**first_limits(), **policy().limits}
    longest, idle = data.get(role) or data["manager"]
    return longest, idle


def lock_policy() -> AccessPolicy:
    """Return the policy, locked until the caller's transaction ends."""
    return AccessPolicy.objects.select_for_update().first() or AccessPolicy()


def policy_change(
    *,
    by: AccountHolder,
    limits: dict[str, list[int]],
    factor_for_managers: bool,
    factor_on_floor: bool,
    now: datetime,
) -> AccessPolicy:
    """Change the policy. Raises `Refusal`: `bad_limits`, `factor_yourself_first`.

    A manager who requires a second factor must have one, so that someone can still sign in.
    """
    for longest, idle in limits.values():
        if not MIN_MINUTES <= idle <= longest <= MAX_MINUTES:
            raise Refusal("bad_limits", "", shortest=MIN_MINUTES, longest=MAX_MINUTES)
    if factor_for_managers and not has_factor(by.user):
        raise Refusal("factor_yourself_first")
    with transaction.atomic():
        policy = lock_policy()
        before = _audit_values(policy)
        policy.limits = {**first_limits(), **policy.limits, **limits}
        policy.factor_for_managers = factor_for_managers
        policy.factor_on_floor = factor_on_floor
        policy.pk = 1
        policy.save()
        record(by, "access_policy_changed", now=now, before=before, after=_audit_values(policy))
    return policy


def factor_require(*, by: AccountHolder, now: datetime) -> None:
    """Require a second factor of managers, in the caller's transaction, before any manager has one.

    Only for an installation set up from a file: its first manager sets up the factor at the first sign-in.
    """
    policy = lock_policy()
    before = _audit_values(policy)
    policy.factor_for_managers = True
    policy.pk = 1
    policy.save()
    record(by, "access_policy_changed", now=now, before=before, after=_audit_values(policy))


def _audit_values(policy: AccessPolicy) -> dict[str, object]:
    limits = {**first_limits(), **policy.limits}
    return {
        **{role: f"{longest} min, {idle} idle" for role, (longest, idle) in limits.items()},
        "factor_for_managers": policy.factor_for_managers,
        "factor_on_floor": policy.factor_on_floor,
    }
