"""Converts HTML templates to PDF with WeasyPrint, an embedded font and no external resources."""

import base64
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from poker.refusal import Refusal

FONT = "dealer_ui/fonts/inter-latin-opsz-normal.woff2"
TOKENS = "web/tokens.css"
MOST_STEPS = 3  # references from a token to its value
STYLE = re.compile(r"<style\b.*?</style>", re.DOTALL)
VARIABLE = re.compile(r"var\(--([\w-]+)\)")
SETTING = re.compile(r"--([\w-]+):([^;]*);")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def pdf(template: str, context: Mapping[str, object]) -> bytes:
    """Return an A4 document. Raises `Refusal`: `no_pdf_library` if pango, which only PDFs need, is not installed."""
    html = _html()
    text = _without_variables(render_to_string(template, {**context, "font": _font()}))
    document: bytes = html(string=text, url_fetcher=_only_embedded()).write_pdf()
    return document


def require_pdf() -> None:
    """Raise `Refusal`: `no_pdf_library` if no PDF can be created.

    Call it before creating codes that the PDF shows.
    """
    _html()


def _html() -> Any:
    """Import WeasyPrint on demand, because the import takes a second and loads pango."""
    try:
        from weasyprint import HTML
    except (OSError, ImportError) as error:  # pango or the package itself is missing
        raise Refusal("no_pdf_library") from error
    return HTML


@lru_cache(maxsize=1)
def _font() -> str:
    """Return the font Inter as a data URL, so that a document needs neither files nor a network."""
    match = finders.find(FONT)
    if not isinstance(match, str):
        return ""
    return "data:font/woff2;base64," + base64.b64encode(Path(match).read_bytes()).decode()


def _without_variables(html: str) -> str:
    """Return the document with the values of the design tokens in its style sheets.

    If they were variables, WeasyPrint would copy all hundred for each element, which takes a fifth of its time.
    """
    values = _tokens()

    return STYLE.sub(lambda style: _value(style[0], values), html)


@lru_cache(maxsize=1)
def _tokens() -> dict[str, str]:
    """Return the design tokens by name, without those of a theme. The value of a token may name another token."""
    match = finders.find(TOKENS)
    text = Path(match).read_text() if isinstance(match, str) else ""
    block = COMMENT.sub("", text).partition(":root {")[2].partition("}")[0]
    values = {name: value.strip() for name, value in SETTING.findall(block)}
    return {name: _value(value, values) for name, value in values.items()}


def _value(text: str, values: Mapping[str, str]) -> str:
    """Return a text with its tokens replaced by their values. An unknown token stays."""
    for _ in range(MOST_STEPS):
        text = VARIABLE.sub(lambda match: values.get(match[1], match[0]), text)
    return text


def _only_embedded() -> Any:
    """Return a fetcher that loads only data URLs, even if a name or an explanation contains a URL.

    It raises `ValueError` for any other URL. WeasyPrint logs the error and omits the resource.
    """
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols=("data",))
