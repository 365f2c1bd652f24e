"""The template tag for addresses of pages in packages above the template's."""

from django import template

from web import addresses

register = template.Library()


@register.simple_tag
def address(purpose: addresses.Purpose, *args: object) -> str:
    """Return the address of a page by its purpose."""
    return addresses.address(purpose, *args)
