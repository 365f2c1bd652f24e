"""HTML templates to PDF by WeasyPrint, with an embedded font and no external resources."""

import base64
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from poker.refusal import Refusal

FONT = "dealer_ui/fonts/inter-latin-opsz-normal.woff2"
TOKENS = "web/tokens.css"


def pdf(template: str, context: Mapping[str, object]) -> bytes:
    """Return an A4 document. Raises `Refusal`: `no_pdf_library` if pango is not installed, which only PDFs need."""
    html = _html()
    text = render_to_string(template, {**context, "font": _font(), "tokens": _tokens()})
    made: bytes = html(string=text, url_fetcher=_only_embedded()).write_pdf()
    return made


def require_pdf() -> None:
    """Raise `Refusal`: `no_pdf_library` if no PDF can be made here: before codes are made that it should show."""
    _html()


def _html() -> Any:
    """Import WeasyPrint on demand: it takes a second, and loads pango."""
    try:
        from weasyprint import HTML
    except (OSError, ImportError) as error:  # pango or the package itself is missing
        raise Refusal("no_pdf_library") from error
    return HTML


@lru_cache(maxsize=1)
def _font() -> str:
    """Return Inter as a data URL, so that a document needs no file and no network."""
    match = finders.find(FONT)
    if not isinstance(match, str):
        return ""
    return "data:font/woff2;base64," + base64.b64encode(Path(match).read_bytes()).decode()


@lru_cache(maxsize=1)
def _tokens() -> str:
    """Return the design tokens, for the colors of a document."""
    match = finders.find(TOKENS)
    return Path(match).read_text() if isinstance(match, str) else ""


def _only_embedded() -> Any:
    """Return a fetcher of data URLs: nothing else is fetched, even if a name or an explanation contains a URL.

    WeasyPrint leaves out what is refused (`ValueError`), logs it and makes the document.
    """
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols=("data",))
