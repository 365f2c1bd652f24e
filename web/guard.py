"""The guard of pages. It checks the account, the permission and the room on every request (S-012)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TypeVar
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from poker.refusal import Refusal
from staff.account_holders import AccountHolder, account_holder_of
from staff.audit.recording import set_refusal_verb
from staff.models import Staff
from staff.permissions import Permission, may, who_may
from staff.rooms import is_house_wide
from staff.staff_rooms import check_url_room
from web.messages.refusals import http_status, refusal_message
from web.sign_in import signed_in_staff

Answer = Callable[..., HttpResponseBase]
HolderT = TypeVar("HolderT", bound=AccountHolder)
# Pages that are also for people without a badge use the sign-in page for names and passwords.
PASSWORD_AREAS = {"manage": "manage:index", "rulings": "rulings:index"}


@dataclass(frozen=True, slots=True)
class PageUser:
    """The signed-in account that uses a page, with or without a badge."""

    key: str  # the actor in logs, such as `user.3` for an account without a badge
    alias: str
    user: User
    # Whether the account may read this page but change nothing, as surveillance does.
    is_read_only: bool = False


def for_staff(
    *permissions: Permission, area: str = "floor", house_wide: bool = False, password: bool = False
) -> Callable[[Answer], Answer]:
    """Admit staff with one of these permissions. The view gets the staff member after the request.

    Others are redirected to the sign-in page of the area, or get a page with the reason. A refusal that the view
    raises becomes such a page, too. `house_wide` admits only staff who work in all rooms. `password` requires more
    than badge and PIN.
    """

    def check(request: HttpRequest, staff: Staff) -> Staff:
        if not any(may(staff, permission) for permission in permissions):
            raise not_allowed(staff, *permissions)
        _check_rooms(staff, house_wide=house_wide)
        if password and not by_password(request, staff):
            set_refusal_verb("refused_by_badge")
            raise Refusal("password_needed")
        return staff

    return _guard(area, signed_in_staff, check)


def for_accounts(
    *permissions: Permission,
    area: str,
    readers: Permission | None = None,
    house_wide: bool = False,
    by_badge: bool = False,
) -> Callable[[Answer], Answer]:
    """Admit accounts with one of these permissions. The view gets the `PageUser` after the request.

    Everything else is as in `for_staff`. `readers` is the permission to read the page without changing it. With
    `by_badge`, badge and PIN are enough. Otherwise the page requires a name and password.
    """

    def identify(request: HttpRequest) -> PageUser | None:
        staff = signed_in_staff(request) if by_badge else None
        if staff is None and isinstance(request.user, User):
            return _account_of(request.user)
        return _account_of(staff.user) if staff else None

    def check(request: HttpRequest, account: PageUser) -> PageUser:
        _check_rooms(account, house_wide=house_wide)
        if any(account.user.has_perm(permission) for permission in permissions):
            return account
        if readers and request.method in ("GET", "HEAD") and account.user.has_perm(readers):
            return replace(account, is_read_only=True)
        raise not_allowed(account, *permissions)

    return _guard(area, identify, check)


def _guard(
    area: str,
    identify: Callable[[HttpRequest], HolderT | None],
    check: Callable[[HttpRequest, HolderT], HolderT],
) -> Callable[[Answer], Answer]:
    def guard(answer: Answer) -> Answer:
        @wraps(answer)
        def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
            holder = identify(request)
            if holder is None:
                if request.method not in (
                    "GET",
                    "HEAD",
                ):  # a POST URL can't be opened again after the sign-in
                    return refused_page(request, Refusal("not_signed_in"), area=area)
                return redirect_to_login(request.get_full_path(), _sign_in_url(area))
            try:
                holder = check(request, holder)
                check_url_room(holder.user, named)
                return answer(request, holder, *args, **named)
            except Refusal as refusal:
                return refused_page(request, refusal, holder, area=area)

        edged: Answer = never_cache(edge)
        return edged

    return guard


def not_allowed(holder: AccountHolder, *permissions: Permission) -> Refusal:
    """Return the refusal that names the roles with one of these permissions."""
    return Refusal("not_allowed", "S-012", name=holder.alias, who=who_may(*permissions))


def _check_rooms(holder: AccountHolder, *, house_wide: bool) -> None:
    if house_wide and not is_house_wide(holder.user):
        raise Refusal("not_house_wide", "", name=holder.alias)


def _account_of(user: User) -> PageUser:
    holder = account_holder_of(user)
    return PageUser(holder.key, holder.alias, user)


def _sign_in_url(area: str) -> str:
    return reverse("manage:sign-in" if area in PASSWORD_AREAS else f"{area}:sign-in")


def by_password(request: HttpRequest, staff: Staff) -> bool:
    """Return whether the staff member signed in with a password, rather than only badge and PIN."""
    return bool(request.user.is_authenticated and request.user.pk == staff.user_id)


def refused_page(
    request: HttpRequest,
    refusal: Refusal,
    staff: AccountHolder | None = None,
    *,
    area: str = "floor",
    sign_in_url: str = "",
) -> HttpResponse:
    """Return a page with the refusal's message and a key to `sign_in_url`, or else to the area's sign-in page.

    If the page needs a password, the key opens the sign-in with name and password, which leads back to the page.
    """
    needs_password = refusal.code == "password_needed"
    if needs_password:
        back = urlencode(
            {"next": request.get_full_path() if request.method == "GET" else "/audit/"}
        )
        sign_in_url = f"{reverse('manage:sign-in')}?{back}"
    if not sign_in_url:
        sign_in_url = _sign_in_url(area)
        if area in PASSWORD_AREAS:
            sign_in_url += f"?next={reverse(PASSWORD_AREAS[area])}"
    context = {
        "refused": refusal_message(refusal),
        "staff": staff,
        "sign_in_url": sign_in_url,
        "needs_password": needs_password,
    }
    return render(request, "web/refused.html", context, status=http_status(refusal))
