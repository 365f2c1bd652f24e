"""Addresses of pages in higher packages, by their purpose.

A package reverses its own URLs and those of lower packages. For any other page it names the purpose, and
`config.addresses` maps the purpose to a URL. `tests/test_addresses.py` checks the sources for other reversals.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import Literal, get_args

from django.conf import settings
from django.urls import reverse

Purpose = Literal[
    "absences",
    "banked call",
    "banked entry",
    "banked round",
    "banked ruling",
    "banked table",
    "drop box",
    "floor call",
    "floor ruling",
    "floor sign-in",
    "hands of a kind",
    "integrations",
    "lesson from hand",
    "mail recipients",
    "new room",
    "own training record",
    "phone alerts worker",
    "players",
    "promotion board",
    "replayed hand",
    "second factor",
    "second factor setup",
    "settings",
    "settings sign-in",
    "supervisor's phone",
    "table",
]
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
MAX_ADDRESSES = 4096  # that a process keeps; the desk's page of a large room has hundreds


@cache
def url_names() -> Mapping[Purpose, str]:
    """Return the URL name for each purpose. A setting names the list, because the pages are in higher packages."""
    names: Mapping[Purpose, str] = import_module(settings.ADDRESSES).ADDRESSES
    return names


def url_name(purpose: Purpose) -> str:
    """Return the name of a page's URL by the page's purpose."""
    return url_names()[purpose]


def address(purpose: Purpose, *args: object) -> str:
    """Return the address of a page by its purpose."""
    return _address(purpose, args)


@lru_cache(maxsize=MAX_ADDRESSES)
def _address(purpose: Purpose, args: tuple[object, ...]) -> str:
    return reverse(url_name(purpose), args=args)
