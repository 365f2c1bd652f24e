"""The shared WebSocket client of the pages, against a server that answers as each test decides."""

from collections.abc import Callable, Iterator
from math import ceil

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, WebSocketRoute

pytestmark = pytest.mark.browser

PAGE = "http://room.test/"
SCRIPT = settings.BASE_DIR / "web/static/web/socket.js"
# A page that records the messages of its socket.
START = """async (options) => {
  const { LiveSocket } = await import("/socket.js");
  const names = ["connecting", "opened", "lost", "unauthorized", "received"];
  window.calls = [];
  const note = (name) => [name, (message) => calls.push(message ? `${name} ${message.type}` : name)];
  window.live = new LiveSocket({ path: "/ws", ...options, handlers: Object.fromEntries(names.map(note)) });
  live.start();
}"""
SHOW = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# Loses the socket and returns how long the page waits before it opens the next one.
PAUSE_AFTER_LOSS = """(code) => {
  const { setTimeout: set } = window;
  let pause = 0;
  window.setTimeout = (run, ms) => set(run, (pause = ms));
  if (code) live.ended(code);
  else live.reconnect();
  window.setTimeout = set;
  return pause;
}"""
FIRST_PAUSE_MS = 750  # at most
PING_MS = 20_000
ANSWER_MS = 8_000
HIDDEN_MS = 600_000
ANSWER = '{"type":"here"}'


@pytest.fixture(scope="module")
def new_page(chromium: Browser) -> Callable[[], Page]:
    """Yield a function that opens blank pages with the script loaded."""
    return chromium.new_page


class Server:
    """A server that answers pings while `is_answering`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sockets: list[WebSocketRoute] = []
        self.messages: list[str | bytes] = []
        self.is_answering = True
        page.route("**/*", self._send)
        page.route_web_socket("**/ws", self._connect)
        page.clock.install()
        page.goto(PAGE)

    def _send(self, route: Route) -> None:
        if route.request.url == PAGE:
            route.fulfill(body="<!doctype html><title>Page</title>", content_type="text/html")
        else:
            route.fulfill(path=SCRIPT, content_type="text/javascript")

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self._receive(socket, text))

    def _receive(self, socket: WebSocketRoute, text: str | bytes) -> None:
        self.messages.append(text)
        if text == "?" and self.is_answering:
            socket.send(ANSWER)

    def start(self, **options: object) -> None:
        """Start the page's socket and wait until it is open."""
        self.page.evaluate(START, options)
        self.wait_for("live.isOpen")

    def wait_for(self, expression: str) -> None:
        """Wait by the browser's real clock, because the page's timers run only when a test advances them."""
        for _ in range(200):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"{expression}: {self.calls()}")

    def calls(self) -> list[str]:
        """Return the messages that the page received."""
        calls: list[str] = self.page.evaluate("calls")
        return calls


@pytest.fixture
def server(new_page: Callable[[], Page]) -> Iterator[Server]:
    page = new_page()
    yield Server(page)
    page.close()


def test_messages_go_both_ways_as_json(server: Server) -> None:
    server.start()
    assert server.page.evaluate("live.send({ want: [1] })") is True
    server.sockets[0].send('{"type":"changed"}')
    server.wait_for("calls.length === 3")
    assert server.calls() == ["connecting", "opened", "received changed"]
    assert server.messages == ['{"want":[1]}']


def test_closed_socket_is_opened_again(server: Server) -> None:
    server.start()
    server.sockets[0].close()
    server.wait_for("calls.includes('lost')")
    assert server.page.evaluate("live.send({})") is False
    server.page.clock.run_for(FIRST_PAUSE_MS)
    server.wait_for("live.isOpen")
    assert server.calls() == ["connecting", "opened", "lost", "connecting", "opened"]


def test_pauses_grow_while_sockets_do_not_last(server: Server) -> None:
    server.start()
    pauses = []
    for _ in range(6):
        pauses.append(server.page.evaluate(PAUSE_AFTER_LOSS))
        server.page.clock.run_for(ceil(pauses[-1]))
        server.wait_for("live.isOpen")
    bounds = [(250 * 2**tries, 750 * 2**tries) for tries in range(5)] + [(4000, 12_000)]
    assert all(low <= pause <= high for pause, (low, high) in zip(pauses, bounds, strict=True))


def test_page_that_is_to_try_later_does_not_wait_longer_each_time(server: Server) -> None:
    server.start()
    for _ in range(4):
        pause = server.page.evaluate(PAUSE_AFTER_LOSS, 1013)
        assert 750 <= pause <= 2250
        server.page.clock.run_for(ceil(pause))
        server.wait_for("live.isOpen")


def test_unanswered_ping_ends_the_socket(server: Server) -> None:
    server.start()
    server.page.clock.run_for(PING_MS)
    server.wait_for("live.timers.answer === 0")
    server.is_answering = False
    server.page.clock.run_for(PING_MS)
    assert server.calls() == ["connecting", "opened"]
    server.page.clock.run_for(ANSWER_MS)
    assert server.calls()[2] == "lost"
    assert server.messages[:2] == ["?", "?"]


def test_any_message_answers_a_ping(server: Server) -> None:
    server.start()
    server.is_answering = False
    server.page.clock.run_for(PING_MS)
    server.sockets[0].send('{"type":"changed"}')
    server.wait_for("calls.length === 3")
    server.page.clock.run_for(ANSWER_MS)
    assert "lost" not in server.calls()


def test_page_that_is_not_admitted_does_not_try_again(server: Server) -> None:
    server.start()
    server.sockets[0].close(code=4401)
    server.wait_for("calls.length === 3")
    server.page.clock.run_for(PING_MS)
    server.page.evaluate("() => dispatchEvent(new Event('online'))")
    assert server.calls() == ["connecting", "opened", "unauthorized"]
    assert len(server.sockets) == 1


@pytest.mark.parametrize("is_kept", [False, True])
def test_hidden_page_gives_its_socket_up_after_a_while(server: Server, is_kept: bool) -> None:
    server.start(isKeptWhenHidden=is_kept)
    server.page.evaluate(SHOW, True)
    server.page.clock.fast_forward(HIDDEN_MS)
    server.page.clock.run_for(FIRST_PAUSE_MS)
    assert server.page.evaluate("live.isOpen") is is_kept
    server.page.evaluate(SHOW, False)
    server.wait_for("live.isOpen")
    assert len(server.sockets) == (1 if is_kept else 2)


def test_network_that_is_back_ends_the_pause(server: Server) -> None:
    server.start()
    server.sockets[0].close()
    server.wait_for("calls.includes('lost')")
    server.page.evaluate("() => dispatchEvent(new Event('online'))")
    server.wait_for("live.isOpen")
    assert server.calls() == ["connecting", "opened", "lost", "connecting", "opened"]
