"""Sign-in with name and password, for managers and for the admin site."""

from datetime import datetime, timedelta
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import REDIRECT_FIELD_NAME, login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from staff.account_holders import AccountHolder, account_holder_of
from staff.audit.recording import record, record_use
from staff.policy import limits_of
from staff.rooms import house_name, is_empty_installation
from staff.second_factor import has_factor
from staff.session_limits import mark_second_factor_passed, start_session_limits
from web.addresses import address
from web.admin_audit import current_user
from web.second_factor_gate import requires_second_factor

PENDING_KEY = (
    "access.waiting"  # session key: the user with a correct password, the time and the next URL
)
PENDING_TIMEOUT = timedelta(minutes=10)


def start_second_step(request: HttpRequest, user: User, then: str, now: datetime) -> None:
    """Store a correct password's user in a new session. The user is signed in only after the second step."""
    request.session.flush()
    request.session[PENDING_KEY] = [user.pk, now.isoformat(), then]


def pending_sign_in(request: HttpRequest, now: datetime) -> tuple[AccountHolder, str] | None:
    """Return the user at the second step and the next URL.

    Returns None after ten minutes, or for an inactive account.
    """
    pending = request.session.get(PENDING_KEY)
    since = (
        parse_datetime(str(pending[1])) if isinstance(pending, list) and len(pending) == 3 else None
    )
    if pending is None or since is None or now - since >= PENDING_TIMEOUT:
        return None
    user = User.objects.select_related("staff").filter(pk=pending[0], is_active=True).first()
    return (account_holder_of(user), str(pending[2])) if user is not None else None


def complete_sign_in(
    request: HttpRequest, user: User, now: datetime, *, factor: bool = False
) -> None:
    """Sign a user in after all required steps. `factor` is whether the second factor was verified."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    request.session.pop(PENDING_KEY, None)
    staff = getattr(user, "staff", None)
    start_session_limits(request.session, staff, now)
    if factor:
        mark_second_factor_passed(request.session, user)
    record(current_user(request), "setup_sign_in", now=now)
    record_use(account_holder_of(user), "setup", now=now)


class PasswordForm(AdminAuthenticationForm):
    error_messages = {
        **AdminAuthenticationForm.error_messages,
        "invalid_login": "Wrong name or password, or an account that has no settings.",
    }


class PasswordSignInView(LoginView):
    """Sign-in with name and password. Each success and failure is an audit event."""

    template_name = "web/password.html"
    authentication_form = PasswordForm

    @method_decorator(never_cache)
    def dispatch(self, request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
        """Redirect a signed-in user who requests no page. On an empty installation, show how to set it up."""
        if is_empty_installation():
            return render(request, "web/not_set_up.html")
        if request.method == "GET" and self.is_signed_in(request):
            return HttpResponseRedirect(self.get_default_redirect_url())
        return super().dispatch(request, *args, **named)

    def is_signed_in(self, request: HttpRequest) -> bool:
        """Return whether a user may skip the sign-in.

        A user who was redirected here from a page has to sign in again.
        """
        return request.user.is_authenticated and REDIRECT_FIELD_NAME not in request.GET

    def get_default_redirect_url(self) -> str:
        """Return the URL of the page after the sign-in if the request names none."""
        return address("settings")

    def get_context_data(self, **more: object) -> dict[str, Any]:
        next_url = self.request.GET.get(REDIRECT_FIELD_NAME) or self.get_default_redirect_url()
        context = super().get_context_data(**more) | page_context()
        name = context["form"]["username"].value() or ""
        return context | {
            REDIRECT_FIELD_NAME: context.get(REDIRECT_FIELD_NAME) or next_url,
            "name": name,
        }

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign the user in, or redirect to the second step if a second factor is set up or required."""
        user = form.get_user()
        next_url = self.get_success_url()
        now = timezone.now()
        has_second_factor = has_factor(user)
        if has_second_factor or requires_second_factor(user):
            start_second_step(self.request, user, next_url, now)
            return HttpResponseRedirect(
                address("second factor" if has_second_factor else "second factor setup")
            )
        complete_sign_in(self.request, user, now)
        return HttpResponseRedirect(next_url)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Record the failed sign-in and show how many tries are left."""
        name = self.request.POST.get("username", "")[:100]
        locked = bool(getattr(self.request, "axes_locked_out", False))
        verb = "locked_out" if locked else "sign_in_failed"
        record(name, verb, now=timezone.now(), refused=True, reason="setup pages")
        failures = AxesProxyHandler.get_failures(self.request, {"username": name})
        tries_left = max(settings.AXES_FAILURE_LIMIT - failures, 0)
        return self.render_to_response(self.get_context_data(form=form, tries_left=tries_left))


class AdminLoginView(PasswordSignInView):
    """The same sign-in at the address of Django's admin, for the installer."""

    site: Any = None

    def get_default_redirect_url(self) -> str:
        return reverse("admin:index")

    def is_signed_in(self, request: HttpRequest) -> bool:
        return bool(self.site.has_permission(request))


def locked_out(request: HttpRequest, *_more: object) -> HttpResponse:
    """Return the sign-in page after too many wrong passwords for a name. axes shows it instead of plain text.

    Another try during the wait restarts it, so the page shows the whole length of the wait.
    """
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    context = page_context() | {
        "locked_minutes": minutes,
        "name": request.POST.get("username", "")[:150],
        "next": request.POST.get(REDIRECT_FIELD_NAME, ""),
    }
    return render(request, "web/password.html", context, status=429)


def page_context() -> dict[str, object]:
    """Return what the sign-in page always shows: the house, and how long a manager's session may be idle."""
    return {"house": house_name(), "idle_minutes": limits_of("manager")[1]}
