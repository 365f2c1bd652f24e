"""The template tag for addresses of pages that are above the template's package."""

from django import template

from web import addresses

register = template.Library()


@register.simple_tag
def address(purpose: addresses.Purpose, *args: object) -> str:
    """Return the address of a page by what it is for."""
    return addresses.address(purpose, *args)
