"""The door of the set-up pages: name and password."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import REDIRECT_FIELD_NAME, login
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from access.factors import has_factor
from access.holders import Holder, holder_of
from access.owing import must_have_one
from access.recorded import person
from access.sessions import begins, passes
from audit.recording import record, used

WAITING = "access.waiting"  # in a session: whose password was right, since when, where to
WAITS = timedelta(minutes=10)


def waits(request: HttpRequest, user: User, then: str, now: datetime) -> None:
    """The password was right; nobody is signed in yet."""
    request.session.flush()
    request.session[WAITING] = [user.pk, now.isoformat(), then]


def waiting(request: HttpRequest, now: datetime) -> tuple[Holder, str] | None:
    """Who waits at the second step, and where to; None after ten minutes, or when the job is over."""
    said = request.session.get(WAITING)
    since = parse_datetime(str(said[1])) if isinstance(said, list) and len(said) == 3 else None
    if said is None or since is None or now - since >= WAITS:
        return None
    user = User.objects.select_related("staff").filter(pk=said[0], is_active=True).first()
    return (holder_of(user), str(said[2])) if user is not None else None


def let_in(request: HttpRequest, user: User, now: datetime, *, factor: bool = False) -> None:
    """Signed in, by all that is asked for. factor: the second one was shown."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    request.session.pop(WAITING, None)
    staff = getattr(user, "staff", None)
    begins(request.session, staff, now)
    if factor:
        passes(request.session, user)
    record(person(request), "setup_sign_in", now=now)
    used(holder_of(user), "setup", now=now)


class PasswordDoor(LoginView):
    """As Django's admin has it; who was let in and who was not is written down."""

    site: Any = None
    template_name = "admin/login.html"
    authentication_form = AdminAuthenticationForm

    @method_decorator(never_cache)
    def dispatch(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        """Who is in goes on."""
        if request.method == "GET" and self.site.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index"))
        return super().dispatch(request, *args, **named)

    def get_default_redirect_url(self) -> str:
        """The set-up pages' first."""
        return reverse("admin:index")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Where to afterwards, in the form."""
        asked = self.request.GET.get(REDIRECT_FIELD_NAME) or self.get_default_redirect_url()
        found = super().get_context_data(**more)
        return found | {REDIRECT_FIELD_NAME: found.get(REDIRECT_FIELD_NAME) or asked}

    def form_valid(self, form: Any) -> HttpResponse:
        """Name and password are right; whoever has a second factor, or must have one, goes on to that."""
        user, then = form.get_user(), self.get_success_url()
        now, has = timezone.now(), has_factor(user)
        if has or must_have_one(user):
            waits(self.request, user, then, now)
            return HttpResponseRedirect(reverse("audit:code" if has else "audit:second-factor"))
        let_in(self.request, user, now)
        return HttpResponseRedirect(then)

    def form_invalid(self, form: Any) -> HttpResponse:
        """They are not."""
        name = self.request.POST.get("username", "")[:100]
        locked = bool(getattr(self.request, "axes_locked_out", False))
        verb = "locked_out" if locked else "sign_in_failed"
        record(name, verb, now=timezone.now(), refused=True, reason="set-up pages")
        return super().form_invalid(form)
