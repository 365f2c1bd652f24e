"""Unreadable requests, unknown pages and errors: each is a page with one message, before any view runs."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import Client

from config import error_pages
from staff.models import Room
from tests.support.page_roles import PageContent

pytestmark = pytest.mark.release_on_postgresql

LONG_TEXT = "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE
SIGN_IN_URL = "/floor/sign-in"
SendRequest = Callable[[Client], Any]

INVALID_REQUESTS: dict[str, tuple[SendRequest, int, str]] = {
    "a NUL in a form": (lambda c: c.post(SIGN_IN_URL, {"badge": "1\0"}), 400, error_pages.NUL),
    "a NUL in a form's name": (lambda c: c.post(SIGN_IN_URL, {"\0": "1"}), 400, error_pages.NUL),
    "a NUL in a question": (lambda c: c.get("/players/?who=%00"), 400, error_pages.NUL),
    "a NUL in an address": (lambda c: c.get("/floor/tables/T%00/"), 400, error_pages.NUL),
    "a NUL in a session": (
        lambda c: c.get("/floor/", headers={"cookie": 'sessionid="\\000abcdefgh"'}),
        400,
        error_pages.NUL,
    ),
    "a form of megabytes": (
        lambda c: c.post(SIGN_IN_URL, {"badge": LONG_TEXT}),
        413,
        error_pages.TOO_LARGE,
    ),
    "a form of a thousand fields and more": (
        lambda c: c.post(SIGN_IN_URL, {f"f{n}": "" for n in range(1_001)}),
        413,
        error_pages.TOO_LARGE,
    ),
    "a question of a thousand fields and more": (
        lambda c: c.get("/players/?" + "a=&" * 1_001),
        413,
        error_pages.TOO_LARGE,
    ),
    "a file of megabytes": (
        lambda c: c.post("/players/import", {}, CONTENT_LENGTH=str(error_pages.MAX_BYTES + 1)),
        413,
        error_pages.TOO_LARGE,
    ),
    "a form cut in two": (
        lambda c: c.post(SIGN_IN_URL, b"--", content_type="multipart/form-data; boundary="),
        400,
        error_pages.UNREADABLE,
    ),
    "an address of nothing": (lambda c: c.get("/no-such-page/"), 404, error_pages.NOT_HERE),
    "a line of nobody's": (lambda c: c.get("/line/" + "x" * 32), 404, error_pages.NOT_HERE),
    "a form's address without its form": (
        lambda c: c.get("/floor/sign-out"),
        405,
        error_pages.NOT_SO,
    ),
    "a page that takes no form": (lambda c: c.post("/board"), 405, error_pages.NOT_SO),
    "a page that is too old": (
        lambda c: Client(enforce_csrf_checks=True).post(SIGN_IN_URL, {"badge": "201"}),
        403,
        error_pages.TOO_OLD,
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", INVALID_REQUESTS)
def test_error_page_has_a_message(name: str) -> None:
    question, status, sentence = INVALID_REQUESTS[name]
    response = question(Client())
    assert response.status_code == status
    assert sentence in PageContent(response).alert()
    assert "default-src 'none'" in response["Content-Security-Policy"]


@pytest.mark.django_db
def test_server_error_has_a_message() -> None:
    with patch.object(Room.objects, "order_by", side_effect=RuntimeError):
        response = Client(raise_request_exception=False).get("/board")
    assert response.status_code == 500
    assert error_pages.FAILED in PageContent(response).alert()
