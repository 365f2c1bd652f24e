"""A template tag for the commands that a page tells an operator."""

from django import template

from web import shell_commands

register = template.Library()


@register.simple_tag
def manage(arguments: str) -> str:
    """Return how to call `manage.py` with arguments in this installation."""
    return shell_commands.manage(arguments)
