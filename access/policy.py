"""How people sign in here: read, and changed by managers."""

from datetime import datetime

from django.db import transaction

from access.factors import has_factor
from access.holders import Holder
from access.models import AccessPolicy, first_limits
from audit.recording import record
from poker.refusal import Refusal

SHORTEST, LONGEST = 5, 1440  # minutes


def policy() -> AccessPolicy:
    """As it stands; the defaults where nobody has chosen."""
    return AccessPolicy.objects.first() or AccessPolicy()


def limits_of(role: str) -> tuple[int, int]:
    """Minutes at most, minutes idle; of a role that has none, those of a manager."""
    said = {**first_limits(), **policy().limits}
    longest, idle = said.get(role) or said["manager"]
    return longest, idle


def policy_held() -> AccessPolicy:
    """As it stands, held until the caller's transaction ends."""
    return AccessPolicy.objects.select_for_update().first() or AccessPolicy()


def policy_change(
    *,
    by: Holder,
    limits: dict[str, list[int]],
    factor_for_managers: bool,
    factor_on_floor: bool,
    now: datetime,
) -> AccessPolicy:
    """Refuses `bad_limits`, and `factor_yourself_first`: who asks it of others has one, so that nobody is shut out."""
    for longest, idle in limits.values():
        if not SHORTEST <= idle <= longest <= LONGEST:
            raise Refusal("bad_limits", "", shortest=SHORTEST, longest=LONGEST)
    if factor_for_managers and not has_factor(by.user):
        raise Refusal("factor_yourself_first")
    with transaction.atomic():
        kept = policy_held()
        before = _said(kept)
        kept.limits = {**first_limits(), **kept.limits, **limits}
        kept.factor_for_managers, kept.factor_on_floor = factor_for_managers, factor_on_floor
        kept.pk = 1
        kept.save()
        record(by, "access_policy_changed", now=now, before=before, after=_said(kept))
    return kept


def _said(kept: AccessPolicy) -> dict[str, object]:
    limits = {**first_limits(), **kept.limits}
    return {
        **{role: f"{longest} min, idle {idle} min" for role, (longest, idle) in limits.items()},
        "factor_for_managers": kept.factor_for_managers,
        "factor_on_floor": kept.factor_on_floor,
    }
