"""What axe finds on a page.

It measures the contrast of every text, which takes four fifths of its time. A page of the same elements has the same
contrast at another width and in another test, so `make test` measures it once in each process. `make test-all` always
does.
"""

import os
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.law_examples import ALL_EXAMPLES

CONTRAST = "color-contrast"
SCRIPT = Axe().axe_script
RUN = """(rules) => axe.run({ resultTypes: ["violations"], rules }).then(({ violations }) => violations)"""
# What differs each time a page is drawn: the token of a form, clocks and hashes.
VARYING = re.compile(r"\d+:\d\d|(?<=[\"'])[A-Za-z0-9_-]{32,}(?=[\"'])")
_measured: set[tuple[str, str]] = set()  # elements of pages whose contrast is good, and their media


def serious_violations(page: Page, *, is_measured: bool = False) -> list[tuple[str, list[str]]]:
    """Return what axe finds.

    is_measured: the contrast of these texts was measured at another width.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    elements = _elements(page)
    leaves_contrast_out = (is_measured or elements in _measured) and ALL_EXAMPLES not in os.environ
    found = page.evaluate(RUN, {CONTRAST: {"enabled": not leaves_contrast_out}})
    serious = [
        (item["id"], [node["html"][:160] for node in item["nodes"]])
        for item in found
        if item["impact"] in ("serious", "critical")
    ]
    if not leaves_contrast_out and all(rule != CONTRAST for rule, _ in serious):
        _measured.add(elements)
    return serious


def _elements(page: Page) -> tuple[str, str]:
    """Return the elements of a page, and which media it is drawn for."""
    media = page.evaluate(
        "['print', '(prefers-color-scheme: light)'].filter((one) => matchMedia(one).matches).join()"
    )
    return VARYING.sub("", page.content()), media
