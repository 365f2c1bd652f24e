"""What nobody can read, what is not there and what fails: each is a page of one sentence, before any page is asked."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from config import error_pages
from tables.models import Room

LETTERS = "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE
DOOR = "/floor/sign-in"
Ask = Callable[[Client], Any]

ASKED: dict[str, tuple[Ask, int, str]] = {
    "a NUL in a form": (lambda c: c.post(DOOR, {"badge": "1\0"}), 400, error_pages.NUL),
    "a NUL in a form's name": (lambda c: c.post(DOOR, {"\0": "1"}), 400, error_pages.NUL),
    "a NUL in a question": (lambda c: c.get("/players/?who=%00"), 400, error_pages.NUL),
    "a NUL in an address": (lambda c: c.get("/floor/tables/T%00/"), 400, error_pages.NUL),
    "a NUL in a session": (
        lambda c: c.get("/floor/", headers={"cookie": 'sessionid="\\000abcdefgh"'}),
        400,
        error_pages.NUL,
    ),
    "a form of megabytes": (lambda c: c.post(DOOR, {"badge": LETTERS}), 413, error_pages.TOO_LARGE),
    "a form of a thousand fields and more": (
        lambda c: c.post(DOOR, {f"f{n}": "" for n in range(1_001)}),
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
        lambda c: c.post(DOOR, b"--", content_type="multipart/form-data; boundary="),
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
        lambda c: Client(enforce_csrf_checks=True).post(DOOR, {"badge": "201"}),
        403,
        error_pages.TOO_OLD,
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ASKED)
def test_a_sentence(name: str) -> None:
    ask, status, sentence = ASKED[name]
    answer = ask(Client())
    assert (answer.status_code, escape(sentence) in answer.content.decode()) == (status, True)
    assert "default-src 'none'" in answer["Content-Security-Policy"]


@pytest.mark.django_db
def test_a_fault_is_a_sentence_too() -> None:
    with patch.object(Room.objects, "order_by", side_effect=RuntimeError):
        answer = Client(raise_request_exception=False).get("/board")
    assert (answer.status_code, error_pages.FAILED in answer.content.decode()) == (500, True)
