"""The admin site: Django's admin with audit events for every change and sign-in."""

from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest

from staff.rooms import is_house_wide
from web.addresses import address
from web.admin_audit import AuditedModelAdmin
from web.password_sign_in import AdminLoginView
from web.sign_out import sign_out


class AuditedAdminSite(AdminSite):
    """An admin site that records every change, even on pages of third-party packages."""

    site_title = site_header = "Floorbook"

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: object) -> None:
        """Register a model with an admin class that records changes."""
        if getattr(model_or_iterable, "__name__", "") == "TOTPDevice":
            return  # pages that show secrets
        base = admin_class or ModelAdmin
        super().register(
            model_or_iterable, type(base.__name__, (AuditedModelAdmin, base), {}), **options
        )

    def has_permission(self, request: HttpRequest) -> bool:
        """Admit only staff of the whole house, because the admin site shows all rooms."""
        return super().has_permission(request) and is_house_wide(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> Any:
        context = {**self.each_context(request), "title": "Sign in", **(extra_context or {})}
        context |= {"app_path": request.get_full_path(), "username": request.user.get_username()}
        door = AdminLoginView.as_view(extra_context=context, site=self)
        request.current_app = self.name
        return door(request)

    def logout(self, request: HttpRequest, extra_context: object = None) -> Any:
        """Sign the user out and redirect to the sign-in page of the settings."""
        if request.method == "POST":
            sign_out(request)
        return redirect_to_login(address("settings"), address("settings sign-in"))
