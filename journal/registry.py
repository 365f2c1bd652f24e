"""The kinds of logs and their effects. A setting names their module, which is in a package above this one."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from django.conf import settings

if TYPE_CHECKING:
    from journal.effects import LogEffects
    from journal.log import AnyLog


class CommandEffects(Protocol):
    """The module that the setting `COMMAND_EFFECTS` names."""

    LOGS: "tuple[AnyLog, ...]"
    EFFECTS: "Mapping[str, LogEffects]"  # by the name of the log


@cache
def command_effects() -> CommandEffects:
    """Return the module with the kinds of logs and their effects."""
    return cast(CommandEffects, import_module(settings.COMMAND_EFFECTS))
