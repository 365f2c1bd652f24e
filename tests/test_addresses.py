"""No package links to a page above it or renders its template: those edges are strings, which import contracts miss."""

import re
from collections.abc import Iterator
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import pytest
from django.urls import NoReverseMatch, URLResolver, get_resolver

from web.addresses import PURPOSES, url_names

ROOT = Path(__file__).parents[1]
URL_NAME = re.compile(
    r"""(?:\burl|reverse|reverse_lazy|resolve_url|redirect)[ (]\s*["']([a-z][\w-]*(?::[\w-]+)?)["']"""
)
TEMPLATE = re.compile(r"""["']([a-z_]+/[\w/-]+\.html)["']""")


@cache
def layers() -> dict[str, int]:
    """Return the height of each package in the import contract."""
    contracts = ConfigParser()
    contracts.read(ROOT / ".importlinter")
    rows = contracts["importlinter:contract:layers"]["layers"].strip().splitlines()
    return {
        package.strip(): height
        for height, row in enumerate(reversed(rows))
        for package in row.split("|")
    }


def _owners(resolver: URLResolver, namespaces: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = (pattern.namespace,) if pattern.namespace else ()
            yield from _owners(pattern, (*namespaces, *inner))
        elif pattern.name:
            view = getattr(pattern.callback, "view_class", None) or getattr(
                pattern.callback, "cls", pattern.callback
            )
            yield ":".join((*namespaces, pattern.name)), view.__module__.partition(".")[0]


@cache
def owners() -> dict[str, str]:
    """Return the package of each named URL."""
    return dict(_owners(get_resolver()))


def upward_edges(package: str, text: str) -> list[str]:
    """Return the names of URLs and templates in a text that belong to packages above its own."""
    height = layers()[package]
    urls = {name: owners().get(name, package) for name in URL_NAME.findall(text)}
    templates = {name: name.partition("/")[0] for name in TEMPLATE.findall(text)}
    named = urls | templates
    return sorted(name for name, owner in named.items() if layers().get(owner, height) > height)


def sources(package: str) -> Iterator[Path]:
    for pattern in ("*.py", "*.html"):
        yield from (ROOT / package).rglob(pattern)


@pytest.mark.parametrize("package", sorted(layers()))
def test_no_address_or_template_of_a_package_above(package: str) -> None:
    unnamed = {
        str(path.relative_to(ROOT)): edges
        for path in sources(package)
        if (edges := upward_edges(package, path.read_text()))
    }
    assert unnamed == {}, "name its purpose in web/addresses.py and its URL in config/addresses.py"


def test_an_address_or_template_from_above_is_noticed() -> None:
    text = (
        """redirect("floor:map"); render(request, "reports/report.html"); reverse('choose-pin')"""
    )
    assert upward_edges("rulings", text) == ["floor:map", "reports/report.html"]


def test_every_purpose_has_a_url() -> None:
    assert set(url_names()) == set(PURPOSES)
    for name in url_names().values():
        assert name in owners(), NoReverseMatch(name)
