"""The guard of pages for signed-in staff: session, role and room are checked at every request (S-012)."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from poker.refusal import Refusal
from rulings.messages.refusals import http_status, refusal_message
from rulings.sign_in import signed_in_staff
from staff.account_holders import AccountHolder
from staff.audit.recording import set_refusal_verb
from staff.models import Staff
from staff.permissions import Permission, may, who_may
from staff.rooms import is_house_wide
from tables.staff_rooms import check_url_room

Answer = Callable[..., HttpResponseBase]


def for_staff(
    *permissions: Permission, area: str = "floor", house_wide: bool = False, password: bool = False
) -> Callable[[Answer], Answer]:
    """Let staff with one of these permissions pass; the view gets the staff member after the request.

    Others are sent to the sign-in page of the area, or get a page that says why not. A refusal that the view raises is
    such a page, too. house_wide: only those who work in all rooms. password: badge and PIN are not enough.
    """

    def guard(answer: Answer) -> Answer:
        @wraps(answer)
        def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
            staff = signed_in_staff(request)
            if staff is None:
                if request.method == "POST":  # a POST URL is no page to return to
                    return refused_page(request, Refusal("not_signed_in"), area=area)
                return redirect(
                    f"{reverse(f'{area}:sign-in')}?next={quote(request.get_full_path())}"
                )
            try:
                _check(request, staff, permissions, house_wide=house_wide, password=password)
                check_url_room(staff.user, named)
                return answer(request, staff, *args, **named)
            except Refusal as refusal:
                return refused_page(request, refusal, staff, area=area)

        edged: Answer = never_cache(edge)
        return edged

    return guard


def _check(
    request: HttpRequest,
    staff: Staff,
    permissions: tuple[Permission, ...],
    *,
    house_wide: bool,
    password: bool,
) -> None:
    if not any(may(staff, permission) for permission in permissions):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=who_may(*permissions))
    if house_wide and not is_house_wide(staff.user):
        raise Refusal("not_house_wide", "", name=staff.alias)
    if password and not by_password(request, staff):
        set_refusal_verb("refused_by_badge")
        raise Refusal("password_needed")


def by_password(request: HttpRequest, staff: Staff) -> bool:
    """Return whether the staff member signed in with a password, not only with badge and PIN."""
    return bool(request.user.is_authenticated and request.user.pk == staff.user_id)


def refused_page(
    request: HttpRequest,
    refusal: Refusal,
    staff: AccountHolder | None = None,
    *,
    area: str = "floor",
    sign_in_url: str = "",
) -> HttpResponse:
    """Return a page with the refusal's message, and a key to this sign-in page or to the area's."""
    context = {
        "refused": refusal_message(refusal),
        "staff": staff,
        "sign_in_url": sign_in_url or reverse(f"{area}:sign-in"),
    }
    return render(request, "web/refused.html", context, status=http_status(refusal))
