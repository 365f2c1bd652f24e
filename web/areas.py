"""The templates of areas that are above the pages which extend them: `{% extends floor_area %}`."""

from django.http import HttpRequest

from web.navigation import site_navigation


def area_templates(_request: HttpRequest) -> dict[str, str]:
    """Return the name of the floor's template to every page; a context processor."""
    return {"floor_area": site_navigation().FLOOR_AREA}
