"""The door of the set-up pages: name and password."""

from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from access.recorded import person
from audit.recording import record, used


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
        """Name and password are right."""
        answer = super().form_valid(form)
        who, now = person(self.request), timezone.now()
        record(who, "setup_sign_in", now=now)
        if not isinstance(who, str):
            used(who, "setup", now=now)
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        """They are not."""
        name = self.request.POST.get("username", "")[:100]
        locked = bool(getattr(self.request, "axes_locked_out", False))
        verb = "locked_out" if locked else "sign_in_failed"
        record(name, verb, now=timezone.now(), refused=True, reason="set-up pages")
        return super().form_invalid(form)
