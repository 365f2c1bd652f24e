"""A template tag for the shell commands that a page shows an operator."""

from django import template

from web import shell_commands

register = template.Library()


@register.simple_tag
def manage(arguments: str) -> str:
    """Return the shell command that runs `manage.py` with arguments in this installation."""
    return shell_commands.manage(arguments)
