"""The set-up pages: Django's admin, where every change and every sign-in is written down."""

from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.urls import reverse

from access.doors import PasswordDoor
from access.leaving import sign_out
from access.recorded import Recorded


class SetUpSite(AdminSite):
    """No page here changes anything unseen, also one that another package brings."""

    site_title = site_header = "Floorbook"

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Every page's class comes after the one that writes down."""
        if getattr(model_or_iterable, "__name__", "") == "TOTPDevice":
            return  # a page that shows secrets
        base = admin_class or ModelAdmin
        super().register(model_or_iterable, type(base.__name__, (Recorded, base), {}), **options)

    def login(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Name and password."""
        context = {**self.each_context(request), "title": "Sign in", **(extra_context or {})}
        context |= {"app_path": request.get_full_path(), "username": request.user.get_username()}
        door = PasswordDoor.as_view(extra_context=context, site=self)
        request.current_app = self.name
        return door(request)

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Nobody is signed in any more; settings ask for the next one."""
        if request.method == "POST":
            sign_out(request)
        return redirect_to_login(reverse("manage:index"), reverse("admin:login"))
