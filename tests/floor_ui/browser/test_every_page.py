"""Every page of floor, desk, players, settings and reports with the longest names: widths, axe, a picture of each size.

`make page-pictures` saves the pictures, each with the name of the drawing that it is compared with.
"""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ops.demo import PASSWORD
from reports.pages.report_types import KINDS
from tests.floor_ui.browser.full_room import BANKED, MARK
from tests.floor_ui.browser.long_names import ROOMS, TABLES
from tests.support.axe import serious_violations
from tests.support.boxes import HIDDEN
from tests.support.live_room import LiveRoom
from tests.support.waiting import WAIT_MS

pytestmark = [pytest.mark.browser, pytest.mark.release]
SIZES = {1024: 768, 1180: 820, 1194: 834, 1366: 900, 390: 844}
AXE_WIDTHS = (1366, 390)
PICTURES = "PAGE_PICTURES"  # an environment variable: the folder of the pictures
NEW_BADGE = "777"  # of `full_room`
COBALT = ("401", "6240")
ROWAN = ("201", "7410")
HORNBEAM = ("301", "9630")
DAYS = "first=2026-09-13&last=2026-11-20"
FILL = "from tests.floor_ui.browser import full_room; full_room.fill()"
YEAR = f"""
from datetime import date
from tools.bench.report_year import report_year_create
room = report_year_create({ROOMS[0][::-1][:80]!r}, tables=20, days=70, last=date(2026, 11, 21))
print({MARK!r}, room.pk)
"""
MANAGERS_PAGES = (
    "/manage/",
    "/operations/",
    "/audit/",
    "/rulebook/",
    "/reports/",
    "/players/import",
    "/tournaments/plan/",
    "/roster/?",
    "/roster/crew/",
    "/roster/fairness/",
)
# Tables of reports at a manager's screen may not hide a column in a box that scrolls.
UNSCROLLED = (1366, 1180)
# The first parts of a page that are beyond its right edge.
BEYOND = """() => [...document.querySelectorAll("body *")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)
    .slice(0, 3).map((one) => one.outerHTML.slice(0, 90)).join(" | ")"""
# Texts that are smaller than they may be. The sizes of texts in drawings are those of the drawing.
SMALL = """(least) => {
    const found = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const part = text.parentElement;
        const isLeftOut = part.closest("svg, .sr-only, option, script, style, noscript") || !part.checkVisibility();
        if (isLeftOut || !text.data.trim()) continue;
        const size = parseFloat(getComputedStyle(part).fontSize);
        if (size >= least) continue;
        found.set(`${size} px: ${part.tagName} ${part.className} in ${part.parentElement.className}`, text.data);
    }
    return [...found].map(([where, text]) => `${where} "${text.trim().slice(0, 30)}"`);
}"""
# An address, and the drawing that shows the page; "" if none does.
Pages = tuple[tuple[str, str], ...]
FLOOR: Pages = (
    ("/?home", "f2-07a-home"),
    ("/floor/", ""),
    ("/floor/map/", "f2-01-map-40"),
    ("/floor/tables/", ""),
    ("/floor/closing/", ""),
    (f"/floor/tables/{TABLES[0][:20]}/", ""),
    (f"/floor/tables/{TABLES[0][:20]}/break/", ""),
    ("/floor/dealers/", ""),
    ("/floor/sections/", ""),
    ("/floor/forecast/", ""),
    ("/floor/school/", ""),
    ("/floor/school/{staff}/", ""),
    ("/floor/drop/", ""),
    ("/funds/", ""),
    ("/floor/drop/{box}/", ""),
    (f"/floor/banked/{BANKED}/", ""),
    (f"/floor/banked/{BANKED}/rounds/1/", ""),
    ("/floor/banked/calls/{banked_call}/", ""),
    ("/floor/banked/rulings/{banked_ruling}/", ""),
    ("/floor/phone/", "f2-03-phone"),
    ("/floor/calls/{call}/", "f2-04-ruling-long"),
    ("/floor/rulings/{ruling}/", ""),
    ("/incidents/", ""),
    ("/incidents/new", "f2-10a-incident-tablet"),
    ("/incidents/{incident}/", ""),
    ("/incidents/players/", ""),
    ("/incidents/players/{player}/", ""),
    ("/replay/", ""),
    ("/replay/{room}/T18/1/", ""),
    ("/tournaments/?room={room}", ""),
    ("/tournaments/{event}/", "f3-01-director-24"),
    ("/tournaments/{event}/register/", "f3-03-register"),
    *((f"/tournaments/{{event}}/{name}/", "") for name in ("tables", "payouts", "deal", "bags")),
)
TOURNAMENTS: Pages = (
    ("/tournaments/plan/?room={room}", ""),
    ("/tournaments/plan/new?room={room}&preset=mixed", ""),
    ("/tournaments/plan/{template}/", "f3-06-template"),
    ("/tournaments/plan/{template}/payouts/", "f3-06b-payouts"),
    ("/tournaments/plan/calendar/?room={room}", "f3-06c-calendar"),
    ("/tournaments/plan/schedule/?room={room}", ""),
    ("/tournaments/plan/events/{scheduled_event}/", ""),
    ("/tournaments/plan/events/{event}/", ""),
    ("/tournaments/plan/events/{event}/report/", "f3-09-report"),
    ("/tournaments/plan/report/?room={room}&last=2100-01-01&first=2026-01-01", ""),
)
ROSTER: Pages = (
    ("/roster/?room={room}", ""),
    *((f"/roster/crew/?room={{room}}&part={part}", "") for part in ("people", "time-off")),
    *((f"/roster/crew/?room={{room}}&part={part}", "") for part in ("shifts", "rules")),
    ("/roster/fairness/?room={room}", ""),
    ("/roster/day/?room={room}", ""),
    ("/roster/mine/?room={room}", ""),
    *((f"/roster/mine/{part}/?room={{room}}", "") for part in ("offers", "more", "tokes")),
    ("/roster/tokes/?room={room}", ""),
)
DESK: Pages = (
    ("/desk/{room}/", "f2-06a-desk"),
    ("/desk/{room}/lobby", ""),
    ("/players/", ""),
    ("/players/new", ""),
    ("/players/{player}/", ""),
    ("/players/{player}/edit", ""),
)
PLAYERS: Pages = (
    ("/", "f2-07a-home"),
    ("/floor/sign-in", "f2-07b-sign-in-badge"),
    ("/desk/sign-in", ""),
    ("/reports/sign-in", ""),
    ("/pin?next=/floor/", ""),
    ("/manage/sign-in", "f2-07c-sign-in-manager"),
    ("/join/{room}", "f2-12d-player-new"),
    ("/line/{token}", "f2-12a-player-place"),
    ("/line/{token}/join", "f2-12c-player-join"),
    ("/schedule/{room}", ""),
    ("/screen/{room}/wall", ""),
    ("/kiosk/{room}", ""),
)
MANAGE: Pages = (
    *((f"/manage/{name}", "") for name in ("", "room/", "board/", "currency/", "messages/")),
    *((f"/manage/{name}/", "") for name in ("shifts", "ladder", "rules", "sections", "plaques")),
    *((f"/manage/{name}/", "") for name in ("rakes", "lists", "retention", "mails", "sign-ins")),
    *((f"/manage/{name}/", "") for name in ("next", "tables", "staff", "devices", "api")),
    *((f"/manage/{name}", "") for name in ("rooms/new", "plaques/new", "plaques/{plaque}/")),
    *((f"/manage/banked/{name}", "") for name in ("", "irregularities/", "plaques/new")),
    *((f"/manage/banked/{name}", "") for name in ("plaques/{banked_plaque}/", "tables/new")),
    ("/manage/banked/tables/{banked_table}/", ""),
    *((f"/manage/{name}", "") for name in ("tables/new", "tables/{table}/", "staff/new")),
    *((f"/manage/{name}", "") for name in ("staff/{staff}/", "staff/import", "devices/new")),
    ("/operations/", "f2-13-operations"),
    *(
        (f"/operations/{name}/", "")
        for name in ("history", "backups", "tablets", "tasks", "processes")
    ),
    ("/audit/", ""),
    ("/audit/access/", ""),
    ("/audit/factor", ""),
    ("/players/import", ""),
    ("/rulebook/", ""),
    ("/rulebook/1/", ""),
    ("/rulebook/1/BET-4/", ""),
    ("/rulebook/1/version/1/", ""),
)
REPORTS: Pages = (
    *(
        (
            f"/reports/{kind}/?room={{year}}&"
            + ("day=2026-11-20" if kind in ("shift", "day", "week") else DAYS)
            + ("&shift=swing" if kind == "shift" else ""),
            "f2-11a-report" if kind == "shift" else "",
        )
        for kind in KINDS
    ),
    (f"/reports/consistency/?room={{year}}&{DAYS}", ""),
    ("/reports/discipline/", ""),
    ("/reports/stored/?room={year}", ""),
    ("/reports/definitions/", ""),
)


def type_badge(page: Page, url: str, account: tuple[str, str]) -> None:
    """Type badge and PIN, or a start code instead of the PIN."""
    page.goto(url)
    page.fill("[name=badge]", account[0])
    page.fill("[name=pin]", account[1])
    page.keyboard.press("Enter")


def by_badge(page: Page, url: str, account: tuple[str, str]) -> None:
    """Sign in with badge and PIN."""
    type_badge(page, url, account)
    expect(page.locator("[name=pin]")).to_have_count(0)


def by_password(page: Page, url: str) -> None:
    """Sign in with name and password."""
    page.goto(url)
    page.fill("[name=username]", "manager")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    expect(page.locator("h1")).to_contain_text("Settings")


def by_start_code(page: Page, url: str, code: object) -> None:
    """Type the start code of someone without a PIN, who chooses one on the next page and is not signed in before."""
    type_badge(page, f"{url}/floor/sign-in", (NEW_BADGE, str(code)))
    expect(page).to_have_url(re.compile("/pin"))


# Who opens the pages of an area; a function of the page, the address of the server and the numbers of `filled`.
SignInFunction = Callable[[Page, str, dict[str, object]], None]
AREAS: dict[str, tuple[SignInFunction, Pages]] = {
    "floor": (lambda page, url, _: by_badge(page, f"{url}/floor/sign-in", ROWAN), FLOOR),
    "desk": (lambda page, url, _: by_badge(page, f"{url}/desk/sign-in", COBALT), DESK),
    "players": (lambda page, url, numbers: by_start_code(page, url, numbers["code"]), PLAYERS),
    "manage": (lambda page, url, _: by_password(page, f"{url}/manage/"), MANAGE),
    "reports": (lambda page, url, _: by_badge(page, f"{url}/reports/sign-in", HORNBEAM), REPORTS),
    "tournaments": (
        lambda page, url, _: by_badge(page, f"{url}/floor/sign-in", HORNBEAM),
        TOURNAMENTS,
    ),
    "roster": (lambda page, url, _: by_badge(page, f"{url}/floor/sign-in", HORNBEAM), ROSTER),
}


def filled(room: LiveRoom, area: str) -> dict[str, object]:
    """Fill a room; return the numbers of the addresses of its pages."""
    result = room.manage("shell", "-c", FILL)
    assert result.returncode == 0, result.stderr
    numbers = json.loads(result.stdout.split(MARK)[1])
    assert isinstance(numbers, dict)
    if area == "reports":
        result = room.manage("shell", "-c", YEAR)
        assert result.returncode == 0, result.stderr
        numbers["year"] = int(result.stdout.split(MARK)[1])
    return numbers


def check(page: Page, path: str, drawing: str, faults: list[str]) -> None:
    """Note what is wrong with a page at each size; take its pictures in a run that takes them."""
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
        page_width = page.evaluate("document.documentElement.scrollWidth")
        if page_width > width:
            beyond = page.evaluate(BEYOND)
            faults.append(f"{path} is {page_width} px wide at {width}: {beyond}")
        faults += [f"{path} at {width}: {one}" for one in page.evaluate(SMALL, least_size(path))]
        if path.startswith("/reports/") and width in UNSCROLLED:
            faults += [f"{path} at {width}: {one}" for one in page.evaluate(HIDDEN)]
        if width in AXE_WIDTHS:
            found = serious_violations(page, is_measured=width != AXE_WIDTHS[0])
            faults += [f"{path} at {width}: {one}" for one in found]
        if folder := os.environ.get(PICTURES):
            take_picture(page, Path(folder), path, drawing)


def least_size(path: str) -> int:
    """Return the size in px of the smallest text that a page may have; 17 on what a person holds in the hand."""
    return 15 if path.startswith(MANAGERS_PAGES) else 17


def take_picture(page: Page, folder: Path, path: str, drawing: str) -> None:
    """Save a picture of a page at the size of the window, with the name of its drawing first."""
    assert page.viewport_size is not None
    folder.mkdir(parents=True, exist_ok=True)
    plain = re.sub(r"\W+", "-", path.partition("?")[0]).strip("-") or "home"
    name = f"{drawing or 'no-drawing'}--{plain[:60]}-{page.viewport_size['width']}.png"
    page.screenshot(path=folder / name)


@pytest.mark.parametrize("area", AREAS)
def test_every_page_fits_and_axe_finds_nothing_serious(
    chromium: Browser, live_room: LiveRoom, area: str
) -> None:
    numbers = filled(live_room, area)
    sign_in, pages = AREAS[area]
    context = chromium.new_context(viewport={"width": 1366, "height": 900}, timezone_id="UTC")
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    sign_in(page, live_room.url, numbers)
    faults: list[str] = []
    for path, drawing in pages:
        address = path.format_map(numbers)
        answer = page.goto(live_room.url + address)
        if answer is None or answer.status != 200:
            faults.append(f"{path} answers {answer and answer.status}")
            continue
        check(page, address, drawing, faults)
    context.close()
    assert not faults, "\n".join(faults)
