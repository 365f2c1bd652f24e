"""Malformed input: bad ranges, numbers too large for a database, unusual characters, long bodies. Never a 500."""

import os
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config import error_pages
from tests.support.api_fixtures import CreateClient, _unlimited_rates, create_client
from tests.support.audit_fixtures import PASSWORD, House, game, house, room
from tests.support.law_examples import ALL_EXAMPLES, sampled
from web.printing.spreadsheet_cells import escape_formula

__all__ = ["_unlimited_rates", "create_client", "game", "house", "room"]
INVALID_VALUES = (
    "-1",
    "0",
    "1e9",
    "9" * 20,
    "\u0663",
    "1 OR 1=1",
    "None",
    "x" * 3000,
    "2026-02-30",
    "0000-01-01",
    "0001-01-01",
    "9999-12-31",
    "99999-01-01",
    "2026-11-22T25:61",
    "0001-01-01T00:00",
    "9999-12-31T23:59",
    "2026-03-08T02:30",
    "2026-W54",
    "-2026-01-01",
    "=cmd|' /C calc'!A0",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "%s%n{0}{{7*7}}",
    "\u202egnp.exe",
    "\u0000",
    "\ud7ff\U0001f0a1",
    "e\u0301" * 40,
    "\r\n\tX-Y: z",
)
# Of each page that is read: the parameters that it knows.
PAGES: dict[str, tuple[str, ...]] = {
    **{
        f"/reports/{kind}/": ("room", "first", "last", "day", "shift", "table", "game", "dealer")
        for kind in ("shift", "range")
    },
    "/reports/range.csv": ("first", "last", "sheet"),
    "/reports/stored/": ("room", "last"),
    "/reports/consistency/": ("room", "first", "last"),
    "/reports/discipline/": ("room", "first"),
    "/replay/": ("q", "day", "room"),
    "/audit/": ("since", "until", "who", "what", "table", "device", "words", "after"),
    "/audit/acts.csv": ("since", "table"),
    "/manage/": ("room",),
    "/manage/rakes/": ("room", "like"),
    "/players/": ("who", "page"),
    "/floor/map/": ("room",),
}
# Addresses with a number or a word in them.
URL_PATTERNS = (
    "/reports/stored/{}/",
    "/reports/stored/{}.csv",
    "/reports/{}/",
    "/reports/range.{}",
    "/replay/{}/T1/1/",
    "/replay/1/{}/1/",
    "/replay/1/T1/{}/",
    "/replay/1/T1/{}/phh",
    "/manage/plaques/{}/",
    "/manage/tables/{}/",
    "/manage/staff/{}/",
    "/players/{}/",
    "/audit/access/reports/{}/",
    "/audit/access/reports/{}.csv",
)
# Pages with a form that changes something.
FORMS = (
    "/manage/room/",
    "/manage/messages/",
    "/manage/shifts/",
    "/manage/ladder/",
    "/manage/plaques/new",
    "/manage/rakes/",
    "/manage/tables/new",
    "/manage/staff/new",
    "/manage/devices/new",
    "/manage/rooms/new",
    "/manage/lists/",
    "/manage/retention/",
    "/manage/mails/",
    "/manage/sign-ins/",
    "/audit/factor",
    "/players/new",
    "/manage/api/",
)
FORM_VALUES = (
    "",
    "-1",
    "9" * 20,
    "\u0663",
    "x" * 3000,
    "=cmd|' /C calc'!A0",
    "\u202e<script>alert(1)</script>",
    "\u0000",
    "9999-12-31",
)
# Where a form of a page goes, when it goes elsewhere.
ELSEWHERE = {"/manage/api/": "/manage/api/make"}


@pytest.fixture
def manager(house: House) -> Client:
    client = Client(raise_request_exception=False)
    data = {"username": "hornbeam", "password": PASSWORD}
    assert client.post(reverse("admin:login"), data).status_code == 302
    return client


def response_problem(response: Any) -> str:
    """Return what is wrong with a response, or an empty string."""
    if response.status_code >= 500:
        return f"{response.status_code}"
    if response.status_code < 400:
        return ""
    text = b"".join(
        response.streaming_content if response.streaming else [response.content]
    ).decode()
    if "<script>alert" in text:
        return "is not escaped"
    return (
        ""
        if re.search(r'class="refused"|role="alert"|class="errorlist|class="wrong', text)
        else "no sentence"
    )


@pytest.mark.once
def test_invalid_page_parameter_is_no_server_error(manager: Client) -> None:
    results = []
    for turn, (page, names) in enumerate(PAGES.items()):
        for position, name in enumerate(names):
            # Each parameter meets a twelfth of the values, each page another one. Before a release it meets a quarter,
            # and parameters of pages with few meet all values.
            step = (1 if len(names) < 4 else 4) if ALL_EXAMPLES in os.environ else 12
            for value in INVALID_VALUES[(turn + position) % step :: step]:
                if text := response_problem(manager.get(page, {name: value})):
                    results.append((page, name, value[:40], text))
    assert results == []


def test_invalid_url_is_no_server_error(manager: Client) -> None:
    values = (
        "0",
        "9" * 20,
        "-1",
        "\u0663",
        "none",
        "e" + "9" * 18,
        "2026-03-08T02:30",
        "x" * 300,
        "..",
        "%00",
        "a%0d%0ab",
    )
    urls = [at.format(value) for at in URL_PATTERNS for value in values]
    matches = [(at[:60], text) for at in urls if (text := response_problem(manager.get(at)))]
    assert matches == []


def test_nonexistent_hour_is_read_or_refused(manager: Client) -> None:
    """On 8 March 2026 clocks in New York go from 1:59 to 3:00; on 1 November 1:30 is twice."""
    results = []
    with timezone.override("America/New_York"):
        for gap, expected in (
            ("2026-03-08T02:30", "2026-03-08T03:30"),
            ("2026-11-01T01:30", "2026-11-01T02:00"),
        ):
            day = gap[:10]
            for at, data in (
                ("/audit/", {"since": gap, "until": expected}),
                ("/reports/range/", {"first": day, "last": day}),
                ("/reports/shift/", {"day": day}),
                ("/replay/", {"q": f"T1 at {gap[11:]}", "day": day}),
                (f"/replay/1/T1/{gap}/", {}),
            ):
                if text := response_problem(manager.get(at, data)):
                    results.append((at, gap, text))
    assert results == []


@pytest.mark.release_on_postgresql
def test_invalid_form_is_no_server_error(manager: Client) -> None:
    results = []
    for turn, page in enumerate(FORMS):
        response = manager.get(page)
        assert response.status_code == 200, page
        names = set(re.findall(r'name="([^"]+)"', response.content.decode()))
        names -= {"csrfmiddlewaretoken", "viewport", "theme-color"}
        for value in sampled(FORM_VALUES[turn % 3 :] + FORM_VALUES[: turn % 3], 3):
            answer = manager.post(ELSEWHERE.get(page, page), dict.fromkeys(names, value))
            if text := response_problem(answer):
                results.append((page, value[:20], text))
    assert results == []


@pytest.mark.parametrize(
    "at", ["/manage/room/", "/manage/sign-ins/", "/api/v1/webhooks/", "/reports/sign-in"]
)
def test_ten_megabytes_are_not_read(manager: Client, at: str) -> None:
    response = manager.post(at, b"a" * 10_000_000, content_type="application/json")
    assert response.status_code == 413
    message = response.content.decode()
    assert error_pages.TOO_LARGE in (message if at.startswith("/api/") else unescape(message))


DEEP_BODIES = (
    b"[" * 8_000,
    b'{"id":' * 2_500,
    b'{"url": "\\u0000", "events": []}',
    b'{"url": "https://x.example/", "events": ["seat.open"], "url": 1}',
    b'{"url": 1e999, "events": []}',
    b'{"url": "\\ud800", "events": ["seat.open"]}',
    b"\xff\xfe{}",
    b"null",
    b"[]",
)


@pytest.mark.parametrize("body", DEEP_BODIES, ids=lambda body: repr(body[:20]))
def test_deeply_nested_api_body_is_refused(create_client: CreateClient, body: bytes) -> None:
    response = create_client("manager").post("webhooks/", body)
    assert response.status_code == 400, response.content
    assert response.json()["detail"]


@pytest.mark.parametrize(
    "query",
    [
        "size=0",
        "size=201",
        "size=-1",
        "size=99999999999999999999",
        "size=1e2",
        "after=-1",
        "size=5&size=6",
        "page=2",
        "after=%00",
        "after=x",
        "since=2026-13-01T00:00:00Z",
        "since=0001-01-01T00:00:00%2B14:00",
        "since=9999-12-31T23:59:59-14:00",
        "room=0",
        "room=99999999999",
        "status=%F0%9F%82%A1",
        "key=" + "x" * 81,
        "key=",
    ],
)
def test_invalid_api_parameter_is_refused(create_client: CreateClient, query: str) -> None:
    response = Client().get(f"/api/v1/calls/?{query}", headers=create_client("manager").headers)
    assert response.status_code == 400, response.content
    assert response.json()["detail"]


@pytest.mark.parametrize(
    "begins", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"]
)
def test_formula_is_escaped(begins: str) -> None:
    assert escape_formula(f"{begins}cmd|' /C calc'!A0").startswith("'")
    assert escape_formula("a=b") == "a=b"
