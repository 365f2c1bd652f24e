"""Who may be clocked in, who may have a section."""

from django.db.models import Q, QuerySet

from tables.models import Staff


def dealers_here() -> list[Staff]:
    """Everybody who may deal, by alias; who supervises comes after the dealers."""
    above = set(_may("supervise").values_list("pk", flat=True))
    return sorted(_may("deal"), key=lambda one: (one.pk in above, one.alias))


def supervisors_here() -> list[Staff]:
    """Everybody who may have tables of his own."""
    return list(_may("supervise"))


def badge_of(key: str) -> str:
    """The number of somebody's badge, as the log names people; "" for who has none."""
    number = key.removeprefix("staff.")
    found = Staff.objects.filter(pk=int(number)) if number.isdecimal() else Staff.objects.none()
    return found.values_list("badge", flat=True).first() or ""


def _may(codename: str) -> "QuerySet[Staff]":
    """By their role or by themselves; somebody who no longer works here may nothing."""
    at = {"content_type__app_label": "tables", "codename": codename}
    own = {f"user__user_permissions__{key}": value for key, value in at.items()}
    role = {f"user__groups__permissions__{key}": value for key, value in at.items()}
    rows = Staff.objects.filter(user__is_active=True)
    return (
        rows.filter(Q(**own) | Q(**role) | Q(user__is_superuser=True)).distinct().order_by("alias")
    )
