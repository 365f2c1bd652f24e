"""The findings of axe on a page.

`make test` checks pages that have the same elements, and the same ones visible and scrolling, once per process:
everything that axe considers is the same at another width and in another test. Contrast takes four fifths of its time
and is measured once for the same elements, whichever are visible. `make test-all` always does both.
"""

import os
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.law_examples import ALL_EXAMPLES

CONTRAST = "color-contrast"
SERIOUS = ("serious", "critical")
SCRIPT = Axe().axe_script
# A finding has the impact of its rule. Rules whose findings are never serious are not run.
RUN = """async ([serious, rules]) => {
  for (const { id, impact } of axe._audit.rules)
    if (impact && !serious.includes(impact)) rules[id] = { enabled: false };
  return (await axe.run({ resultTypes: ["violations"], rules })).violations;
}"""
# Parts that differ at each rendering of a page: the token of a form, clocks, ports and hashes.
VARYING = re.compile(
    r"\d+:\d\d|\b\d{13}\b|(?<=127\.0\.0\.1:)\d+|(?<=[\"'])[A-Za-z0-9_-]{32,}(?=[\"'])"
)
# The media of a page; for each element, whether it is visible and whether it scrolls.
STATE = """() => [
  ["print", "(prefers-color-scheme: light)"].filter((one) => matchMedia(one).matches).join(),
  Array.from(document.body.querySelectorAll("*"), (one) => {
    if (!one.checkVisibility({ visibilityProperty: true })) return "-";
    const isLarger = one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth;
    return isLarger && getComputedStyle(one).overflow !== "visible" ? "s" : "+";
  }).join(""),
]"""
_measured: set[tuple[str, str]] = set()  # elements of pages whose contrast is good, and their media
# The same for pages without a finding, with the elements that are visible and scroll.
_judged: set[tuple[str, str, str]] = set()

# Elements that are fading in have too little contrast. Bars that fill for seconds are not waited
# for.
FADED_IN = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime < 1000).map((one) => one.finished))"""


def serious_violations(page: Page, *, is_measured: bool = False) -> list[tuple[str, list[str]]]:
    """Return the findings of axe.

    is_measured: the contrast of these texts was measured at another width.
    """
    is_sampled = ALL_EXAMPLES not in os.environ
    elements = VARYING.sub("", page.content())
    page.evaluate(FADED_IN)
    media, shown = page.evaluate(STATE)
    if is_sampled and (elements, media, shown) in _judged:
        return []
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    leaves_contrast_out = is_sampled and (is_measured or (elements, media) in _measured)
    findings = page.evaluate(RUN, [SERIOUS, {CONTRAST: {"enabled": not leaves_contrast_out}}])
    serious = [
        (item["id"], [node["html"][:160] for node in item["nodes"]])
        for item in findings
        if item["impact"] in SERIOUS
    ]
    if not leaves_contrast_out and all(rule != CONTRAST for rule, _ in serious):
        _measured.add((elements, media))
    if not serious:
        _judged.add((elements, media, shown))
    return serious
