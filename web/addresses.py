"""Addresses of pages that are above the package that links to them, by what they are for.

A package reverses its own addresses and those of packages below it. For any other page it names the purpose, and
`config.addresses` names the URL. `tests/test_addresses.py` reads the sources for the rest.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Literal, get_args

from django.conf import settings
from django.urls import reverse

Purpose = Literal[
    "absences",
    "drop box",
    "floor call",
    "floor ruling",
    "floor sign-in",
    "integrations",
    "lesson from hand",
    "mail recipients",
    "new room",
    "own training record",
    "players",
    "replayed hand",
    "second factor",
    "second factor setup",
    "settings",
    "settings sign-in",
    "supervisor's phone",
    "table",
]
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)


@cache
def url_names() -> Mapping[Purpose, str]:
    """Return the name of the URL for each purpose. The pages are above this package, so the settings name the list."""
    names: Mapping[Purpose, str] = import_module(settings.ADDRESSES).ADDRESSES
    return names


def url_name(purpose: Purpose) -> str:
    """Return the name of the URL of a page."""
    return url_names()[purpose]


def address(purpose: Purpose, *args: object) -> str:
    """Return the address of a page."""
    return reverse(url_name(purpose), args=args)
