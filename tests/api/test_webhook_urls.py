"""Where webhooks may go, and how slow or misbehaving receivers are cut off."""

import time
from http.server import BaseHTTPRequestHandler
from socket import create_server
from threading import Thread
from unittest.mock import patch

import pytest
from pytest_django import Settings

from outbox import http_client
from outbox.http_client import PostResponse
from outbox.url_policy import parse_url, resolve_public_address
from poker.refusal import Refusal
from tests.api.webhook_receiver import URL
from tests.support.http_receiver import serve

INVALID_URLS = [
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


@pytest.mark.parametrize("url", INVALID_URLS)
def test_forbidden_webhook_url_is_refused(url: str, settings: Settings) -> None:
    with pytest.raises(Refusal, match="hook_url"):
        parse_url(url)


@pytest.mark.parametrize(
    "number", ["127.0.0.1", "10.1.2.3", "::1", "fd00::1", "::ffff:192.168.0.9", "100.64.0.1"]
)
def test_host_that_resolves_to_a_private_address_is_refused(number: str) -> None:
    public = (2, 1, 6, "", ("93.184.216.34", 443))
    inside = (2, 1, 6, "", (number, 443))
    with patch("socket.getaddrinfo", return_value=[public, inside]):
        with pytest.raises(Refusal, match="hook_url"):
            resolve_public_address(parse_url(URL))
        response = http_client.send(URL, b"{}", {})
    assert (response.status, "private or unreachable" in response.error) == (0, True)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "0177.0.0.1", "localhost"])
def test_private_address_in_another_notation_is_refused(host: str) -> None:
    with pytest.raises(Refusal, match="hook_url"):
        resolve_public_address(parse_url(f"https://{host}/"))


def test_checked_ip_address_is_the_one_connected_to() -> None:
    """A name that says something else a moment later has nothing of it."""
    public = (2, 1, 6, "", ("93.184.216.34", 443))
    inside = (2, 1, 6, "", ("127.0.0.1", 443))
    called_addresses: list[tuple[str, int]] = []

    def record_address(address: tuple[str, int], *_: object) -> None:
        called_addresses.append(address)
        raise OSError

    with (
        patch("socket.getaddrinfo", side_effect=[[public], [inside]]) as lookup,
        patch("socket.create_connection", record_address),
    ):
        assert http_client.send(URL, b"{}", {}).status == 0
    assert called_addresses == [("93.184.216.34", 443)]
    assert lookup.call_count == 1


def test_setting_allows_private_networks(settings: Settings) -> None:
    settings.HOOKS_PRIVATE = True
    assert resolve_public_address(parse_url("https://10.0.0.7/x")) == "10.0.0.7"
    for nobodys in ("224.0.0.1", "0.0.0.0", "169.254.169.254", "[fe80::1]"):
        with pytest.raises(Refusal):
            parse_url(f"https://{nobodys}/")
    with pytest.raises(Refusal):
        parse_url("http://10.0.0.7/")


def test_webhook_is_posted_over_http(settings: Settings) -> None:
    settings.HOOKS_HTTP = True

    def respond_no_content(request: BaseHTTPRequestHandler) -> None:
        request.send_response(204)
        request.end_headers()

    with serve(respond_no_content) as (url, requests):
        assert http_client.send(url, b'{"a":1}', {"X-Floorbook-Event": "x"}) == PostResponse(
            204, ""
        )
    [(path, headers, body)] = requests
    assert (path, headers["X-Floorbook-Event"], body) == ("/told?x=1", "x", b'{"a":1}')


def test_redirect_is_not_followed(settings: Settings) -> None:
    settings.HOOKS_HTTP = True

    def respond_redirect(request: BaseHTTPRequestHandler) -> None:
        request.send_response(307)
        request.send_header("Location", "/elsewhere")
        request.end_headers()

    with serve(respond_redirect) as (url, requests):
        assert http_client.send(url, b"{}", {}) == PostResponse(307, "answered 307")
    assert len(requests) == 1


def test_slow_response_is_cut_off(settings: Settings) -> None:
    settings.HOOKS_HTTP = True

    def respond_slowly(request: BaseHTTPRequestHandler) -> None:
        for _ in range(60):
            try:
                request.wfile.write(b"H")
            except OSError:
                return
            time.sleep(0.1)

    with serve(respond_slowly) as (url, _), patch.object(http_client, "TOTAL_TIMEOUT", 0.4):
        started_at = time.monotonic()
        response = http_client.send(url, b"{}", {})
        assert time.monotonic() - started_at < 5  # all of it takes six
    assert response.status == 0
    assert response.error.startswith("no answer")


def test_unreachable_receiver_is_an_error(settings: Settings) -> None:
    settings.HOOKS_HTTP = True
    with serve(lambda request: None) as (url, _):
        pass
    assert http_client.send(url, b"{}", {}).error.startswith("no answer")


def test_slow_tls_handshake_is_cut_off(settings: Settings) -> None:
    settings.HOOKS_PRIVATE = True
    listening = create_server(("127.0.0.1", 0))

    def send_slowly() -> None:
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

    thread = Thread(target=send_slowly, daemon=True)
    thread.start()
    port = listening.getsockname()[1]
    with listening, patch.object(http_client, "TOTAL_TIMEOUT", 0.4):
        started_at = time.monotonic()
        response = http_client.send(f"https://127.0.0.1:{port}/", b"{}", {})
        assert time.monotonic() - started_at < 5  # all of it takes six
    thread.join(5)
    assert (response.status, response.error.startswith("no answer")) == (0, True)
