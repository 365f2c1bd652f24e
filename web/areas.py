"""The base templates of areas in higher packages, as in `{% extends floor_area %}`."""

from django.http import HttpRequest

from web.navigation import site_navigation


def area_templates(_request: HttpRequest) -> dict[str, str]:
    """Add the name of the floor's base template to every page, as a context processor."""
    return {"floor_area": site_navigation().FLOOR_AREA}
