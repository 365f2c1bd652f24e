"""Where webhooks may go, and what is done with whoever answers badly."""

import time
from http.server import BaseHTTPRequestHandler
from socket import create_server
from threading import Thread
from unittest.mock import patch

import pytest
from pytest_django import Settings

from api.webhooks import http_client
from api.webhooks.http_client import WebhookResponse
from api.webhooks.url_policy import parse_url, resolve_public_address
from poker.refusal import Refusal
from tests.api.hooking import URL, serving

BAD = [
    "http://seating.example/",
    "ftp://seating.example/",
    "https://",
    "https:///x",
    "https://user:word@seating.example/",
    "https://seating.example/#x",
    "https://seating.example/a b",
    "https://seating.example:99999/",
    "https://seating.example:25/",
    "https://seating.example:80/",
    "https://127.0.0.1/",
    "https://10.0.0.7/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest",
    "https://[::1]/",
    "https://[::ffff:10.0.0.7]/",
    "https://[64:ff9b::a00:7]/",
    "https://[fe80::1]/",
    "https://0.0.0.0/",
    "https://[::]/",
    "https://[::127.0.0.1]/",
    "https://[fd00::7%25eth0]/",
    "https://[ff02::1]/",
    "https://255.255.255.255/",
    "https://192.0.2.1/",
    "https://224.0.0.1/",
    "https://[2002:a00:7::]/",
    "https://x\u00e9.example/",
    "https://[",
    "https://" + "a" * 500,
]


@pytest.mark.parametrize("url", BAD)
def test_where_none_may_go(url: str, settings: Settings) -> None:
    with pytest.raises(Refusal, match="hook_url"):
        parse_url(url)


@pytest.mark.parametrize(
    "number", ["127.0.0.1", "10.1.2.3", "::1", "fd00::1", "::ffff:192.168.0.9", "100.64.0.1"]
)
def test_a_name_that_leads_inside_is_refused_when_it_is_sent_to(number: str) -> None:
    public = (2, 1, 6, "", ("93.184.216.34", 443))
    inside = (2, 1, 6, "", (number, 443))
    with patch("socket.getaddrinfo", return_value=[public, inside]):
        with pytest.raises(Refusal, match="hook_url"):
            resolve_public_address(parse_url(URL))
        answer = http_client.send(URL, b"{}", {})
    assert (answer.status, "private or unreachable" in answer.error) == (0, True)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "0177.0.0.1", "localhost"])
def test_other_ways_to_write_a_number_lead_inside_too(host: str) -> None:
    with pytest.raises(Refusal, match="hook_url"):
        resolve_public_address(parse_url(f"https://{host}/"))


def test_the_number_that_was_looked_at_is_the_one_that_is_called() -> None:
    """A name that says something else a moment later has nothing of it."""
    public = (2, 1, 6, "", ("93.184.216.34", 443))
    inside = (2, 1, 6, "", ("127.0.0.1", 443))
    called: list[tuple[str, int]] = []

    def call(address: tuple[str, int], *_: object) -> None:
        called.append(address)
        raise OSError

    with (
        patch("socket.getaddrinfo", side_effect=[[public], [inside]]) as asked,
        patch("socket.create_connection", call),
    ):
        assert http_client.send(URL, b"{}", {}).status == 0
    assert called == [("93.184.216.34", 443)]
    assert asked.call_count == 1


def test_the_houses_own_net_by_its_setting(settings: Settings) -> None:
    settings.HOOKS_PRIVATE = True
    assert resolve_public_address(parse_url("https://10.0.0.7/x")) == "10.0.0.7"
    for nobodys in ("224.0.0.1", "0.0.0.0", "169.254.169.254", "[fe80::1]"):
        with pytest.raises(Refusal):
            parse_url(f"https://{nobodys}/")
    with pytest.raises(Refusal):
        parse_url("http://10.0.0.7/")


def test_a_real_post(settings: Settings) -> None:
    settings.HOOKS_HTTP = True

    def fine(request: BaseHTTPRequestHandler) -> None:
        request.send_response(204)
        request.end_headers()

    with serving(fine) as (url, got):
        assert http_client.send(url, b'{"a":1}', {"X-Floorbook-Event": "x"}) == WebhookResponse(
            204, ""
        )
    [(path, headers, body)] = got
    assert (path, headers["X-Floorbook-Event"], body) == ("/told?x=1", "x", b'{"a":1}')


def test_no_redirect_is_followed(settings: Settings) -> None:
    settings.HOOKS_HTTP = True

    def away(request: BaseHTTPRequestHandler) -> None:
        request.send_response(307)
        request.send_header("Location", "/elsewhere")
        request.end_headers()

    with serving(away) as (url, got):
        assert http_client.send(url, b"{}", {}) == WebhookResponse(307, "answered 307")
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

    with serving(drops) as (url, _), patch.object(http_client, "TOTAL_TIMEOUT", 0.4):
        begun = time.monotonic()
        answer = http_client.send(url, b"{}", {})
        assert time.monotonic() - begun < 5  # all of it takes six
    assert answer.status == 0
    assert answer.error.startswith("no answer")


def test_nobody_listens(settings: Settings) -> None:
    settings.HOOKS_HTTP = True
    with serving(lambda request: None) as (url, _):
        pass
    assert http_client.send(url, b"{}", {}).error.startswith("no answer")


def test_who_drips_a_handshake_is_cut_off(settings: Settings) -> None:
    settings.HOOKS_PRIVATE = True
    listening = create_server(("127.0.0.1", 0))

    def drip() -> None:
        socket, _ = listening.accept()
        with socket:
            # A record of TLS of 16 KB is begun, and comes byte by byte.
            socket.sendall(bytes([22, 3, 3, 64, 0]))
            for _ in range(60):
                try:
                    socket.sendall(b"\2")
                except OSError:
                    return
                time.sleep(0.1)

    thread = Thread(target=drip, daemon=True)
    thread.start()
    port = listening.getsockname()[1]
    with listening, patch.object(http_client, "TOTAL_TIMEOUT", 0.4):
        begun = time.monotonic()
        answer = http_client.send(f"https://127.0.0.1:{port}/", b"{}", {})
        assert time.monotonic() - begun < 5  # all of it takes six
    thread.join(5)
    assert (answer.status, answer.error.startswith("no answer")) == (0, True)
