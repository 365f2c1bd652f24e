"""Who may change what the house chooses, and who may read it: by name and password, asked at every request."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from access.places import AUDITS

Answer = Callable[..., HttpResponse]

# Of each kind of page. A house may give them to other roles; managers have them all.
MAY = {
    "see": "tables.change_room",
    "rooms": "tables.add_room",
    "plaques": "tables.change_plaque",
    "staff": "tables.change_staff",
    "devices": "tables.change_device",
    "tables": "tables.change_table",
    "shifts": "drops.change_droppolicy",
    "room": "tables.change_room",
    "lists": "tables.change_room",
    "dealers": "tables.change_room",
    "retention": "keeping.change_retention",
    "mails": "reports.mail_reports",
    "access": "access.keep_access",
    "ladder": "rulings.change_book",
    "programs": "api.keep_integrations",
}


@dataclass(frozen=True, slots=True)
class Manager:
    """Whoever is at the pages; key: as the log names people, `user.3` of an account without a badge.

    reads: only that, as surveillance does.
    """

    key: str
    alias: str
    user: User
    reads: bool = False

    def may(self, what: str) -> bool:
        """Whether this kind of page opens for them, to change it or to read it."""
        return self.user.has_perm(MAY[what]) or self.user.has_perm(AUDITS)


def of_manager(what: str = "see", *, makes: bool = False) -> Callable[[Answer], Answer]:
    """Only who may change this, and who audits it, to read; others are asked for name and password, or told that they
    may not. makes: there is nothing to read, the page makes something new.

    A badge and a PIN are not enough: who has these pages gives PINs and passwords to others.
    """

    def guarded(answer: Answer) -> Answer:
        @wraps(answer)
        def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
            user = request.user
            if not isinstance(user, User):
                if request.method != "GET":  # its address is no page to come back to
                    return render(request, "manage_ui/refused.html", status=401)
                return redirect_to_login(request.get_full_path(), reverse("admin:login"))
            by = manager_of(user)
            if not user.has_perm(MAY[what]):
                if makes or request.method not in ("GET", "HEAD") or not user.has_perm(AUDITS):
                    return render(request, "manage_ui/refused.html", {"staff": by}, status=403)
                by = replace(by, reads=True)
            return answer(request, by, *args, **named)

        edged: Answer = never_cache(edge)
        return edged

    return guarded


def manager_of(user: User) -> Manager:
    """Somebody who is signed in, with or without a badge."""
    staff = getattr(user, "staff", None)
    if staff is None:
        return Manager(f"user.{user.pk}", user.get_username(), user)
    return Manager(staff.key, staff.alias, user)
