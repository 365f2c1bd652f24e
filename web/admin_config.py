"""Django's admin with the house's admin site."""

from django.contrib.admin.apps import AdminConfig


class FloorbookAdminConfig(AdminConfig):
    default_site = "web.admin_site.AuditedAdminSite"
