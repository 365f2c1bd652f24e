"""The database is away, read-only, full or hangs: every interface says so in its format, and nothing is lost."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection, transaction
from django.test import Client

from dealer_ui.auth import find_device
from journal.models import Entry
from tables.models import Device
from tests.support.engine_tablet import EngineTablet
from tests.support.page_roles import PageContent
from tests.support.socket_taps import start
from tests.support.table_fixtures import game, room
from tests.support.tablet_sockets import open_socket
from web.outages import MESSAGES, outage_of

__all__ = ["game", "room"]
committed = pytest.mark.django_db(transaction=True)


def away(*_: object) -> Device | None:
    raise OperationalError("refused") from psycopg.OperationalError("connection refused")


@contextmanager
def pragma(name: str, during: str, after: str) -> Iterator[None]:
    """Set a limit of SQLite as a disk would: the next write meets it."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {during}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {name} = {after}")


@committed
def test_read_only_file_and_full_disk_are_recognized() -> None:
    if (
        connection.vendor == "postgresql"
    ):  # a standby; its full disk is in the table of states below
        read_only = "SET TRANSACTION READ ONLY; CREATE TABLE filler (content text)"
        with pytest.raises(DatabaseError) as error, transaction.atomic():
            connection.cursor().execute(read_only)
        assert outage_of(error.value) == "read_only"
        return
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filler (content BLOB)")
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
    fill = "INSERT INTO filler VALUES (zeroblob(1000000))"
    for name, during, after, outage in (
        ("query_only", "1", "0", "read_only"),
        ("max_page_count", str(pages), "4294967294", "full"),
    ):
        with (
            pragma(name, during, after),
            pytest.raises(DatabaseError) as error,
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(fill)
        assert outage_of(error.value) == outage
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE filler")


@pytest.mark.django_db
def test_mistakes_are_no_outage() -> None:
    with pytest.raises(DatabaseError) as error, transaction.atomic():
        connection.cursor().execute("SELECT * FROM no_such_table")
    assert outage_of(error.value) is None
    assert outage_of(ValueError()) is None


@pytest.mark.parametrize(
    ("state", "outage"),
    [
        ("25006", "read_only"),
        ("53100", "full"),
        ("57P01", "away"),
        ("55P03", "busy"),
        ("57014", "busy"),
    ],
)
def test_states_of_postgresql(state: str, outage: str) -> None:
    error = DatabaseError()
    error.__cause__ = psycopg.errors.lookup(state)()
    assert outage_of(error) == outage


@committed
def test_tablet_over_http_gets_json() -> None:
    with patch("dealer_ui.views.device_of", away):
        answer = Client().post("/tablet/command", {}, content_type="application/json")
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert answer.json()["code"] == "unavailable"


@committed
def test_page_tries_again_and_a_form_says_what_may_have_happened() -> None:
    with patch("web.middleware.SessionLimitMiddleware.process_request", away):
        client = Client(raise_request_exception=False)
        page = client.get("/floor/")
        form = client.post("/floor/sign-in", {"badge": "1"})
    assert (page.status_code, form.status_code) == (503, 503)
    assert PageContent(page).alert() == MESSAGES["away"]
    assert b'http-equiv="refresh" content="10"' in page.content
    assert b"http-equiv" not in form.content
    assert "nothing is stored twice" in PageContent(form).text


@committed
def test_api_gets_a_problem() -> None:
    with patch("web.api.caller.ApiToken.objects", side_effect=away) as objects:
        objects.select_related.side_effect = objects.filter.side_effect = away
        answer = Client().get("/api/v1/me/", headers={"authorization": "Bearer x"})
    assert answer.status_code == 503
    assert answer.json()["code"] == "unavailable"


@committed
async def test_taps_stay_with_the_tablet_and_are_stored_once_when_it_is_back() -> None:
    _game, tablet, _ = await start()
    tap = tablet.tap("act", seat=4, what="raise")
    with patch("dealer_ui.consumers.find_device", away):
        answers = (await _answered(tablet.outbox(), tablet))["answers"]
    assert [(answer["id"], answer["code"]) for answer in answers] == [(tap, "unavailable")]
    assert [entry["id"] for entry in tablet.outbox()] == [tap]
    assert [answer.code for answer in await tablet.send_taps()] == [""]
    await tablet.socket.disconnect()


@committed
async def test_database_that_hangs_is_told_in_time_and_the_tap_is_stored_once() -> None:
    _game, tablet, _ = await start()
    tap = tablet.tap("act", seat=4, what="raise")
    outbox = tablet.outbox()  # sent again although its entries may have arrived
    release = threading.Event()

    def hanging(token: str) -> Device | None:
        release.wait(10)
        return find_device(token)

    with (
        patch("dealer_ui.consumers.ANSWER_LIMIT", 0.05),
        patch("dealer_ui.consumers.find_device", hanging),
    ):
        for _ in range(2):  # the second does not wait behind the first
            answers = (await _answered(outbox, tablet))["answers"]
            assert [answer["code"] for answer in answers] == ["unavailable"]
        release.set()
        while not await Entry.objects.filter(command_id=tap).aexists():
            pass
    # The execution that was late may still be ending: until then the answer is the same.
    while (code := (await _answered(outbox, tablet))["answers"][0].get("code", "")) != "":
        assert code == "unavailable"
    first = Entry.objects.filter(command_id=tap, index=0)
    assert [entry.index async for entry in first] == [0]
    await tablet.socket.disconnect()


@committed
async def test_open_socket_stays_open_without_the_database_and_takes_the_taps_afterwards() -> None:
    _game, tablet, _ = await start()
    tap = tablet.tap("act", seat=4, what="raise")
    with (
        patch("dealer_ui.consumers.HEARD_INTERVAL", 0),
        patch("dealer_ui.consumers.record_heartbeat", away),
    ):
        await tablet.socket.send_to(text_data="here")
        assert await tablet.receive() == {"type": "here"}
    assert [(answer.id, answer.code) for answer in await tablet.send_taps()] == [(tap, "")]
    await tablet.socket.disconnect()


@committed
async def test_socket_is_refused_with_a_code_and_a_sentence() -> None:
    with patch("dealer_ui.consumers.find_device", away):
        socket = open_socket("token")
        assert (await socket.connect())[0]
        message = await socket.receive_json_from(timeout=20)
        closed = await socket.receive_output(timeout=20)
    assert (message["type"], message["code"]) == ("unavailable", "unavailable")
    assert message["message"].endswith(".")
    assert closed == {"type": "websocket.close", "code": 1013}


async def _answered(taps: list[dict[str, Any]], tablet: EngineTablet) -> dict[str, Any]:
    await tablet.send({"type": "taps", "taps": taps})
    while (message := await tablet.receive())["type"] != "answers":
        tablet.take(message)
    return message
