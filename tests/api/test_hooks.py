"""Webhooks: written with what they tell, signed, in order, tried again, given up; and where they may go."""

import hmac
import json
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from api.hooks import sending
from api.hooks.addresses import resolved, target
from api.hooks.delivering import WAITS, deliver, forget
from api.hooks.kinds import KINDS
from api.hooks.sending import Answer
from api.integrations import integration_shut
from api.models import Delivery, Hook
from api.shapes.hooks import EventName
from poker import commands as c
from poker.refusal import Refusal
from tables.actions import execute_inside_transaction
from tables.models import Room
from tests.api.conftest import Make, Program
from tests.api.house import House, house_of
from tests.tables.room import Small

URL = "https://seating.example/floorbook"
State = Delivery.State


@pytest.fixture
def hook(game: Small, program: Make) -> Hook:
    """Told of everything."""
    asks = program("manager", name="told")
    made = asks.post("webhooks/", {"url": URL, "events": list(KINDS)})
    assert made.status_code == 201, made.content
    return Hook.objects.get(pk=made.json()["hook"]["id"])


def bodies() -> list[dict[str, Any]]:
    return [json.loads(one.body) for one in Delivery.objects.order_by("pk")]


def events() -> list[str]:
    return [one["event"] for one in bodies()]


class Other:
    """The other side: answers as it is told to, and keeps what came."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers)
        self.got: list[dict[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []

    def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        self.got.append(json.loads(body))
        self.headers.append(headers)
        status = self.answers.pop(0) if self.answers else 200
        return Answer(status, "" if status == 200 else f"answered {status}")


class Clock:
    def __init__(self) -> None:
        self.now = timezone.now() + timedelta(seconds=1)

    def __call__(self) -> datetime:
        return self.now


def test_every_event_has_a_kind() -> None:
    assert list(KINDS) == list(EventName.__args__)  # type: ignore[attr-defined]


def test_what_happens_at_a_table_is_written_down_with_it(game: Small, hook: Hook) -> None:
    game.do(c.Deal())
    assert events() == []
    game.do(c.AwardPot((2,)))
    game.do(c.Undo())
    game.do(c.AwardPot((2,)))
    game.do(c.LeaveSeat(4))
    assert events() == ["hand.finished", "hand.reopened", "hand.finished", "seat.open"]
    first, *_, left = bodies()
    assert (first["hand"], first["table"]["name"], first["room"]["name"]) == (1, "T1", "Small room")
    assert (left["seat"], left["seq"]) == (4, game.seq)
    game.sit(4)
    game.do(c.Undo())
    assert events()[-1] == "seat.open"


def test_a_ruling_and_lists_are_told_and_nobody_is_named(game: Small, hook: Hook) -> None:
    house_of(game)
    told = bodies()
    [ruling] = [one for one in told if one["event"] == "ruling.final"]
    assert (ruling["key"], ruling["decision"], ruling["hand"]) == ("premature_turn", "accepted", 1)
    changes = [one["changes"] for one in told if one["event"] == "list.changed"]
    assert changes == [["line.opened"], ["name.added"], ["name.added"]]
    whole = json.dumps(told)
    for name in ("Pebble", "Kettle", "Anvil", "Wren", "Oak", "staff."):
        assert name not in whole


@pytest.mark.django_db(transaction=True)
def test_what_did_not_happen_is_not_told(
    transactional_db: None, request: pytest.FixtureRequest
) -> None:
    game: Small = request.getfixturevalue("game")
    request.getfixturevalue("hook")
    game.do(c.Deal())
    game.do(c.AwardPot((2,)))
    assert events() == ["hand.finished"]
    with transaction.atomic():
        execute_inside_transaction(
            table_id=game.table.pk,
            command_id="gone",
            seen=None,
            command=c.LeaveSeat(4),
            actor="system.test",
            now=game.now,
        )
        assert Delivery.objects.count() == 2
        transaction.set_rollback(True)
    assert Delivery.objects.count() == 1


def test_only_what_was_asked_for_of_its_room_and_within_its_scopes(
    game: Small, program: Make
) -> None:
    asks = program("manager", name="all-of-it")
    other = program("manager", room=Room.objects.create(name="Other room"), name="elsewhere")
    for one in (asks, other):
        assert one.post("webhooks/", {"url": URL, "events": ["hand.finished"]}).status_code == 201
    game.do(c.Deal())
    game.do(c.AwardPot((2,)))
    game.do(c.LeaveSeat(4))
    assert [(one.event, one.hook.integration.name) for one in Delivery.objects.all()] == [
        ("hand.finished", "all-of-it")
    ]
    asks.integration.scopes = ["webhooks:manage"]
    asks.integration.save()
    game.do(c.Deal())
    game.do(c.AwardPot((2,)))
    assert Delivery.objects.count() == 1
    bare = program("manager", "webhooks:manage", name="bare")
    refused = bare.post("webhooks/", {"url": URL, "events": ["ruling.final"]})
    assert (refused.status_code, refused.json()["facts"]) == (403, {"scope": "rulings:read"})


def _three(game: Small) -> None:
    for seat in (4, 3, 2):
        game.do(c.LeaveSeat(seat))


def test_in_order_and_signed(game: Small, hook: Hook) -> None:
    _three(game)
    other, clock = Other(), Clock()
    assert deliver(clock, other.send) == 3
    assert [one["seat"] for one in other.got] == [4, 3, 2]
    said = other.headers[0]
    first = Delivery.objects.earliest("pk")
    text = f"{said['X-Floorbook-Time']}.{first.body}".encode()
    wanted = hmac.new(hook.secret.encode(), text, sha256).hexdigest()
    assert said["X-Floorbook-Signature"] == wanted
    assert said["X-Floorbook-Delivery"] == other.got[0]["id"] == str(first.event_id)
    assert "X-Floorbook-Signature-Before" not in said
    assert deliver(clock, other.send) == 0


def test_what_fails_is_tried_again_later_and_holds_back_what_comes_after(
    game: Small, hook: Hook
) -> None:
    _three(game)
    other, clock = Other(500, 0), Clock()
    assert deliver(clock, other.send) == 0
    assert deliver(clock, other.send) == 0
    assert len(other.got) == 1
    clock.now += WAITS[0]
    assert deliver(clock, other.send) == 0
    first = Delivery.objects.earliest("pk")
    assert (first.tries, first.status, first.state) == (2, 0, State.WAITING)
    clock.now += WAITS[0]
    assert deliver(clock, other.send) == 0  # the second wait is longer
    clock.now += WAITS[1]
    assert deliver(clock, other.send) == 3
    assert [one["seat"] for one in other.got] == [4, 4, 4, 3, 2]


def test_what_fails_to_the_last_is_given_up_and_seen(
    game: Small, hook: Hook, program: Make
) -> None:
    _three(game)
    other, clock = Other(*[500] * (len(WAITS) + 1)), Clock()
    for wait in (*WAITS, timedelta(0)):
        deliver(clock, other.send)
        clock.now += wait
    assert [one.state for one in Delivery.objects.order_by("pk")] == [
        State.DEAD,
        "waiting",
        "waiting",
    ]
    assert deliver(clock, other.send) == 2
    asks = _of(hook)
    [dead] = asks.get(f"webhooks/{hook.pk}/deliveries/", state="dead").json()["items"]
    assert (dead["tries"], dead["status"], dead["body"]["seat"]) == (len(WAITS) + 1, 500, 4)
    assert asks.get(f"webhooks/{hook.pk}/").json()["dead"] == 1
    at = f"webhooks/{hook.pk}/deliveries/{dead['id']}/again/"
    assert asks.post(at).json()["state"] == "waiting"
    again = asks.post(at)
    assert (again.status_code, again.json()["code"]) == (409, "not_dead")
    assert deliver(clock, other.send) == 1
    clock.now += timedelta(days=31)
    assert forget(clock) == 3


def _of(hook: Hook) -> Program:
    """The program of a hook, with a token of its own."""
    from api.integrations import token_make

    _, text = token_make(integration=hook.integration, days=None, by=None, now=timezone.now())
    return Program(hook.integration, text)


def test_an_address_that_is_dead_for_long_is_not_behind_for_ever(game: Small, hook: Hook) -> None:
    _three(game)
    Delivery.objects.update(made_at=timezone.now() - timedelta(days=2))
    Delivery.objects.filter(pk=Delivery.objects.earliest("pk").pk).update(tries=len(WAITS))
    deliver(Clock(), Other(500).send)
    assert {one.state for one in Delivery.objects.all()} == {State.DEAD}


def test_two_at_once_deliver_once(game: Small, hook: Hook) -> None:
    _three(game)
    clock, other = Clock(), Other()

    def send(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        assert deliver(clock, other.send) == 0  # another worker, in the midst of it
        return Answer(200, "")

    assert deliver(clock, send) == 3
    assert other.got == []
    hook.refresh_from_db()
    assert hook.leased_until is None


def test_a_worker_that_died_holds_nothing_up_for_long(game: Small, hook: Hook) -> None:
    _three(game)
    clock = Clock()
    Hook.objects.update(leased_until=clock.now + timedelta(seconds=60))
    assert deliver(clock, Other().send) == 0
    clock.now += timedelta(seconds=61)
    assert deliver(clock, Other().send) == 3


def test_who_is_shut_out_is_told_nothing(game: Small, hook: Hook) -> None:
    _three(game)
    integration_shut(integration=hook.integration, now=timezone.now())
    assert deliver(Clock(), Other().send) == 0
    game.sit(2)
    game.do(c.LeaveSeat(2))
    assert Delivery.objects.count() == 3


def test_another_secret(game: Small, hook: Hook) -> None:
    asks, old = _of(hook), hook.secret
    told = asks.post(f"webhooks/{hook.pk}/rotate/").json()
    assert told["secret"] != old
    assert old not in asks.get("webhooks/").content.decode()
    assert told["secret"] not in asks.get(f"webhooks/{hook.pk}/").content.decode()
    game.do(c.LeaveSeat(4))
    game.do(c.LeaveSeat(3))
    clock, other = Clock(), Other(200, 500)
    deliver(clock, other.send)
    said, body = other.headers[0], Delivery.objects.earliest("pk").body
    text = f"{said['X-Floorbook-Time']}.{body}".encode()
    for name, secret in (("", told["secret"]), ("-Before", old)):
        wanted = hmac.new(secret.encode(), text, sha256).hexdigest()
        assert said[f"X-Floorbook-Signature{name}"] == wanted
    clock.now += timedelta(days=1, seconds=1)
    deliver(clock, other.send)
    assert "X-Floorbook-Signature-Before" not in other.headers[-1]


def test_another_programs_address_is_none(house: House, hook: Hook, program: Make) -> None:
    asks, at = program("manager"), f"webhooks/{hook.pk}/"
    house.game.do(c.CallFloor())
    assert asks.get("webhooks/").json()["items"] == []
    assert asks.get(at).status_code == 404
    assert asks.get(f"{at}deliveries/").status_code == 404
    assert asks.post(f"{at}rotate/").status_code == 404
    assert asks.delete(at).status_code == 404
    mine = _of(hook)
    assert mine.delete(at).status_code == 204
    assert Hook.objects.count() == Delivery.objects.count() == 0


def test_ten_addresses_and_unknown_events(hook: Hook) -> None:
    asks = _of(hook)
    body = {"url": URL, "events": ["seat.open"]}
    for _ in range(9):
        assert asks.post("webhooks/", body).status_code == 201
    assert asks.post("webhooks/", body).json()["code"] == "hook_many"
    assert asks.post("webhooks/", body | {"events": ["hand.dealt"]}).status_code == 400
    assert asks.post("webhooks/", body | {"events": []}).status_code == 400


BAD = [
    "http://seating.example/",
    "ftp://seating.example/",
    "https://",
    "https:///x",
    "https://user:word@seating.example/",
    "https://seating.example/#x",
    "https://seating.example/a b",
    "https://seating.example:99999/",
    "https://127.0.0.1/",
    "https://10.0.0.7/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest",
    "https://[::1]/",
    "https://[::ffff:10.0.0.7]/",
    "https://[64:ff9b::a00:7]/",
    "https://[fe80::1]/",
    "https://0.0.0.0/",
    "https://224.0.0.1/",
    "https://[2002:a00:7::]/",
    "https://x\u00e9.example/",
    "https://[",
    "https://" + "a" * 500,
]


@pytest.mark.parametrize("url", BAD)
def test_where_none_may_go(url: str, settings: Settings) -> None:
    with pytest.raises(Refusal, match="hook_url"):
        target(url)


@pytest.mark.parametrize(
    "number", ["127.0.0.1", "10.1.2.3", "::1", "fd00::1", "::ffff:192.168.0.9", "100.64.0.1"]
)
def test_a_name_that_leads_inside_is_refused_when_it_is_sent_to(number: str) -> None:
    public = (2, 1, 6, "", ("93.184.216.34", 443))
    inside = (2, 1, 6, "", (number, 443))
    with patch("socket.getaddrinfo", return_value=[public, inside]):
        with pytest.raises(Refusal, match="hook_url"):
            resolved(target(URL))
        answer = sending.send(URL, b"{}", {})
    assert (answer.status, "inside the house" in answer.error) == (0, True)


def test_the_houses_own_net_by_its_setting(settings: Settings) -> None:
    settings.HOOKS_PRIVATE = True
    assert resolved(target("https://10.0.0.7/x")) == "10.0.0.7"
    with pytest.raises(Refusal):
        target("https://224.0.0.1/")
    with pytest.raises(Refusal):
        target("http://10.0.0.7/")


@contextmanager
def _serving(answer: Any) -> Generator[tuple[str, list[Any]]]:
    """A server on this machine. answer: what is done with a request."""
    got: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append((self.path, dict(self.headers), body))
            answer(self)

        def do_GET(self) -> None:
            got.append((self.path, {}, b""))

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/told?x=1", got
    finally:
        server.shutdown()
        server.server_close()


def test_a_real_post(settings: Settings) -> None:
    settings.HOOKS_HTTP = True

    def fine(request: BaseHTTPRequestHandler) -> None:
        request.send_response(204)
        request.end_headers()

    with _serving(fine) as (url, got):
        assert sending.send(url, b'{"a":1}', {"X-Floorbook-Event": "x"}) == Answer(204, "")
    [(path, headers, body)] = got
    assert (path, headers["X-Floorbook-Event"], body) == ("/told?x=1", "x", b'{"a":1}')


def test_no_redirect_is_followed(settings: Settings) -> None:
    settings.HOOKS_HTTP = True

    def away(request: BaseHTTPRequestHandler) -> None:
        request.send_response(307)
        request.send_header("Location", "/elsewhere")
        request.end_headers()

    with _serving(away) as (url, got):
        assert sending.send(url, b"{}", {}) == Answer(307, "answered 307")
    assert len(got) == 1


def test_who_answers_in_drops_is_cut_off(settings: Settings) -> None:
    settings.HOOKS_HTTP = True

    def drops(request: BaseHTTPRequestHandler) -> None:
        for _ in range(60):
            try:
                request.wfile.write(b"H")
            except OSError:
                return
            time.sleep(0.1)

    with _serving(drops) as (url, _), patch.object(sending, "WHOLE", 0.4):
        begun = time.monotonic()
        answer = sending.send(url, b"{}", {})
        assert time.monotonic() - begun < 5  # all of it takes six
    assert answer.status == 0
    assert answer.error.startswith("no answer")


def test_nobody_listens(settings: Settings) -> None:
    settings.HOOKS_HTTP = True
    with _serving(lambda request: None) as (url, _):
        pass
    assert sending.send(url, b"{}", {}).error.startswith("no answer")
