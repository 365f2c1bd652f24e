"""HTML templates to PDF by WeasyPrint, with the room's own font and nothing from elsewhere."""

import base64
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from poker.refusal import Refusal

FONT = "dealer_ui/fonts/inter-latin-opsz-normal.woff2"


def pdf(template: str, context: Mapping[str, Any]) -> bytes:
    """A document of A4 pages. Refuses `no_pdf_library` where pango is not installed; everything else works then."""
    html = _html()
    text = render_to_string(template, {**context, "font": _font()})
    made: bytes = html(string=text, url_fetcher=_only_within).write_pdf()
    return made


def _html() -> Any:
    """WeasyPrint's door. Imported when it is asked for: it takes a second, and loads pango."""
    try:
        from weasyprint import HTML
    except (OSError, ImportError) as error:  # pango, or the package itself
        raise Refusal("no_pdf_library") from error
    return HTML


@lru_cache(maxsize=1)
def _font() -> str:
    """Inter as a data address, so that a document needs no file and no network."""
    found = finders.find(FONT)
    if not isinstance(found, str):
        return ""
    return "data:font/woff2;base64," + base64.b64encode(Path(found).read_bytes()).decode()


def _only_within(url: str, *_: Any, **__: Any) -> Any:
    """What a document names is in it: data addresses. Nothing is fetched, whatever a name or an explanation holds."""
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols=("data",)).fetch(url)
