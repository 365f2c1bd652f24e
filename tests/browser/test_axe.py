"""Axe finds nothing serious: one pass over the pages of a room and the screens of the tablet."""

from collections import deque
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.support.axe import serious_violations
from tests.support.law_examples import sampled
from tests.support.live_room import LiveRoom
from tests.support.signed_in_pages import sign_in_manager, sign_in_window
from tests.support.stage import FIXTURES, SCENES, open_scene
from tests.support.staged_fixtures import ReusedTablet, StagedTablets

pytestmark = pytest.mark.browser

MANAGER = ("301", "9630")
SIZE: ViewportSize = {"width": 1366, "height": 900}
# A pad, a picker of cards, a sheet, a list and a choice: the parts of which every helper is made.
PARTS = ["pad", "picker", "more", "conduct", "happened", "light_more"]
GATES = ["pair", "sign-in"]
LINKS = """() => [...document.querySelectorAll("a[href]:not([download])")]
  .filter((link) => link.origin === location.origin)
  .map((link) => link.pathname + link.search)"""
# Pages that are not ours, and the tablet, whose screens are staged above.
LEFT_OUT = ("/admin/", "/api/docs/", "/static/", "/tablet/")


@pytest.mark.parametrize("name", dict.fromkeys([*sampled(FIXTURES, 4), *PARTS]))
def test_tablet_screen_is_accessible(reused_tablet: ReusedTablet, name: str) -> None:
    assert not serious_violations(open_scene(reused_tablet.open, name))


@pytest.mark.release
@pytest.mark.parametrize("name", SCENES)
def test_tablet_helper_is_accessible(reused_tablet: ReusedTablet, name: str) -> None:
    assert not serious_violations(open_scene(reused_tablet.open, name))


@pytest.mark.parametrize("name", GATES)
def test_gate_of_the_tablet_is_accessible(staged_tablets: StagedTablets, name: str) -> None:
    assert not serious_violations(open_scene(staged_tablets.open, name))


def sign_in_badge(window: BrowserContext, url: str) -> None:
    sign_in_window(window, url, MANAGER)


@pytest.mark.parametrize(
    ("start", "sign_in", "least"),
    [
        ("/floor/", sign_in_badge, 25),
        ("/manage/", sign_in_manager, 20),
    ],
)
def test_every_linked_page_is_accessible(
    chromium: Browser,
    live_room: LiveRoom,
    start: str,
    sign_in: Callable[[BrowserContext, str], None],
    least: int,
) -> None:
    """Follow the links from a start page and look at one page of each route.

    least: the number of routes that are reached at least.
    """
    window = chromium.new_context(viewport=SIZE, reduced_motion="reduce")
    sign_in(window, live_room.url + start)
    page = window.new_page()
    violations = {}
    routes: set[str] = set()
    waiting = deque([start])
    while waiting:
        path = waiting.popleft()
        route = route_of(path)
        if not route or route in routes or not opens(page, live_room.url + path):
            continue
        routes.add(route)
        waiting.extend(page.evaluate(LINKS))
        if findings := serious_violations(page):
            violations[path] = findings
    window.close()
    assert violations == {}
    print(len(routes), sorted(routes))
    assert len(routes) >= least, routes


def route_of(path: str) -> str:
    """Return the name of the view at an address; empty for an address that is left out."""
    if path.startswith(LEFT_OUT):
        return ""
    try:
        return resolve(urlsplit(path).path).view_name
    except Resolver404:
        return ""


def opens(page: Page, url: str) -> bool:
    """Open an address; return whether it is a page, and not a file or an error."""
    # A kept connection may close at the moment of the request.
    response = page.request.get(url, headers={"Connection": "close"})
    if response.status != 200 or "text/html" not in response.headers["content-type"]:
        return False
    page.goto(url)
    return True
