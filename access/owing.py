"""Who is signed in and still owes a second factor: since the house asks for it, his next page is the one for it."""

from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from access.factors import has_factor
from access.holders import Holder, holder_of
from access.policy import policy
from access.sessions import has_passed
from tables.models import Staff
from tables.sessions import STAFF

MANAGER = "manager"
# Nobody who signs in is asked for there, or one goes on to sign out; tablets and programs have tokens of their own.
FREE = ("/tablet/", "/api/", "/static/", "/line/", "/board", "/healthz", "/admin/login/")
LEAVES = ("/sign-out", "/sign-in", "/logout/")
FIRST = "The house asks for your second factor first. Open a page in another tab, follow it, then send this again."


def must_have_one(user: User) -> bool:
    """Whether the house asks this account for a second factor: managers, and whoever is above them."""
    if not policy().factor_for_managers:
        return False
    return user.is_superuser or user.groups.filter(name=MANAGER).exists()


def owing(request: HttpRequest) -> Holder | None:
    """Who owes it: by password where managers must have one, by badge where those who have one are asked for it."""
    session, user = request.session, request.user
    if isinstance(user, User) and not has_passed(session, user) and must_have_one(user):
        return holder_of(user)
    if STAFF not in session or not policy().factor_on_floor:
        return None
    staff = Staff.objects.select_related("user").filter(pk=session[STAFF]).first()
    if staff is None or has_passed(session, staff.user):
        return None
    return staff if has_factor(staff.user) else None


def led(request: HttpRequest) -> HttpResponse | None:
    """To the page for it, whoever owes it; nobody else."""
    path = request.path_info
    pages = (reverse("audit:code"), reverse("audit:second-factor"))
    if path in pages or path.startswith(FREE) or path.endswith(LEAVES):
        return None
    holder = owing(request)
    if holder is None:
        return None
    if request.method not in ("GET", "HEAD"):
        return render(request, "config/sentence.html", {"refused": FIRST}, status=403)
    page = pages[0] if has_factor(holder.user) else pages[1]
    return redirect(f"{page}?{urlencode({'next': request.get_full_path()})}")
