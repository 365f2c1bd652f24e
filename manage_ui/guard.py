"""Access to the settings pages, to change or only to read: by name and password, checked at every request."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from poker.refusal import Refusal
from rulings.guard import refused_page
from staff.permissions import Permission, who_may
from staff.rooms import is_house_wide
from web.navigation import AUDIT_PERMISSION

Answer = Callable[..., HttpResponse]

# Permission for each kind of page. A house may grant them to other roles; managers have all of them.
PERMISSIONS: dict[str, Permission] = {
    "see": "tables.change_room",
    "rooms": "tables.add_room",
    "plaques": "tables.change_plaque",
    "staff": "staff.change_staff",
    "devices": "tables.change_device",
    "tables": "tables.change_table",
    "shifts": "tables.change_droppolicy",
    "room": "tables.change_room",
    "lists": "tables.change_room",
    "dealers": "tables.change_room",
    "retention": "ops.change_retention",
    "mails": "reports.mail_reports",
    "access": "staff.keep_access",
    "ladder": "rulings.change_book",
    "programs": "api.keep_integrations",
}


# Pages about all rooms at once, for managers of the whole house.
OF_THE_HOUSE = frozenset({"rooms", "plaques", "access", "programs"})


@dataclass(frozen=True, slots=True)
class Manager:
    """The user of the settings pages; key: the actor in logs, `user.3` for an account without a badge.

    reads: may only read, as surveillance does.
    """

    key: str
    alias: str
    user: User
    is_read_only: bool = False

    def is_allowed(self, what: str) -> bool:
        """Return whether this kind of page is open to the user, to change or to read."""
        if what in OF_THE_HOUSE and not is_house_wide(self.user):
            return False
        return self.user.has_perm(PERMISSIONS[what]) or self.user.has_perm(AUDIT_PERMISSION)


def require_manager(what: str = "see", *, makes: bool = False) -> Callable[[Answer], Answer]:
    """Require the permission to change this page, or to read it as an auditor; others get the sign-in page or a
    refusal.

    makes: the page creates something, so there is nothing to read. A badge and PIN are not enough, because these
    pages give PINs and passwords to others.
    """

    def guarded(answer: Answer) -> Answer:
        @wraps(answer)
        def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
            user = request.user
            if not isinstance(user, User):
                if request.method != "GET":  # a POST URL is no page to return to
                    return _refused(request, Refusal("not_signed_in"))
                return redirect_to_login(request.get_full_path(), reverse("admin:login"))
            by = manager_of(user)
            if what in OF_THE_HOUSE and not is_house_wide(user):
                return _refused(request, Refusal("not_house_wide", "", name=by.alias), by)
            if not user.has_perm(PERMISSIONS[what]):
                if (
                    makes
                    or request.method not in ("GET", "HEAD")
                    or not user.has_perm(AUDIT_PERMISSION)
                ):
                    return not_allowed(request, by, what)
                by = replace(by, is_read_only=True)
            return answer(request, by, *args, **named)

        edged: Answer = never_cache(edge)
        return edged

    return guarded


def not_allowed(request: HttpRequest, by: Manager, what: str) -> HttpResponse:
    """Return the page that says who may change this kind of page."""
    who = who_may(PERMISSIONS[what])
    return _refused(request, Refusal("not_allowed", "S-012", name=by.alias, who=who), by)


def _refused(request: HttpRequest, refusal: Refusal, by: Manager | None = None) -> HttpResponse:
    url = f"{reverse('admin:login')}?next={reverse('manage:index')}"
    return refused_page(request, refusal, by, sign_in_url=url)


def manager_of(user: User) -> Manager:
    """Return the signed-in user as a manager, with or without a badge."""
    staff = getattr(user, "staff", None)
    if staff is None:
        return Manager(f"user.{user.pk}", user.get_username(), user)
    return Manager(staff.key, staff.alias, user)
