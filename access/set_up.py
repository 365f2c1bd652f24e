"""Django's admin with the house's own site."""

from django.contrib.admin.apps import AdminConfig


class SetUpPages(AdminConfig):
    """The set-up pages."""

    default_site = "access.site.SetUpSite"
