"""Forms that respond in place, against a server that answers when a test decides."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, expect

pytestmark = pytest.mark.browser

URL = "http://room.test/"
STATIC = settings.BASE_DIR / "web/static/web"
PAGE = """<!doctype html><title>Page</title><script src="/vendor/htmx.min.js"></script>
<script type="module">
  import {{ forms }} from "/forms.js";
  import {{ changed }} from "/live.js";
  forms();
  window.refreshPage = changed;
  document.documentElement.dataset.ready = "yes";
</script>
<body><div id="refused" role="alert"></div><section id="part" data-live>{part}</section></body>"""
CHOICE = """<h1>{title}</h1><form method="post" action="/" hx-boost="true">
<input type="hidden" name="entry" value="{entry}">
<button name="key" value="turn">Turn</button><button name="key" value="river">River</button></form>"""
COUNT = """<h1>{title}</h1><form method="post" action="/" hx-boost="true">
<label>Burned <input name="burned"></label><button>Save</button></form>"""

# After the live part, so that a refresh leaves their refusals.
TWO_FORMS = """</section><form id="ask" method="post" action="/" hx-boost="true">
<div class="form-error"></div><button name="key" value="ask">Ask</button></form>
<form id="back" method="post" action="/" hx-boost="true">
<div class="form-error"></div><button name="key" value="back">Take it back</button></form><section>"""


class Server:
    """A server that serves the scripts and holds each page request until the test answers it."""

    def __init__(self, page: Page, part: str) -> None:
        self.page = page
        self.part = part
        self.pending: list[Route] = []
        page.route("**/*", self._serve)
        page.goto(URL)
        expect(page.locator("html[data-ready]")).to_have_count(1)

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(URL)
        if path.endswith(".js"):
            route.fulfill(path=STATIC / path, content_type="text/javascript")
        elif route.request.is_navigation_request():
            self._send_page(route)
        else:
            self.pending.append(route)

    def _send_page(self, route: Route) -> None:
        route.fulfill(body=PAGE.format(part=self.part), content_type="text/html")

    def wait_for_requests(self, *methods: str) -> None:
        """Wait until these requests are pending, and check that no other request follows."""
        for _ in range(100):
            if len(self.pending) >= len(methods):
                break
            self.page.wait_for_timeout(20)
        self.page.wait_for_timeout(100)
        assert [route.request.method for route in self.pending] == [*methods]

    def sent(self, number: int) -> str | None:
        """Return the data of a pending request; number 0 is the first."""
        return self.pending[number].request.post_data

    def answer(self, part: str | None = None) -> None:
        """Answer the oldest pending request. From then on, the page is different."""
        self.part = part or self.part
        self._send_page(self.pending.pop(0))


@pytest.fixture
def new_server(chromium: Browser) -> Iterator[Callable[[str], Server]]:
    """Yield a function that opens a page with a part and returns its server."""
    pages: list[Page] = []

    def open_page(part: str) -> Server:
        pages.append(chromium.new_page())
        return Server(pages[-1], part)

    yield open_page
    for page in pages:
        page.close()


def test_second_tap_is_not_sent(new_server: Callable[[str], Server]) -> None:
    server = new_server(CHOICE.format(title="What happened?", entry=1))
    server.page.click("text=Turn")
    server.page.click("text=Turn")
    server.wait_for_requests("POST")
    server.answer(CHOICE.format(title="The turn", entry=1))
    expect(server.page.locator("h1")).to_have_text("The turn")
    server.wait_for_requests()


def test_other_choice_is_sent_when_the_first_is_answered(
    new_server: Callable[[str], Server],
) -> None:
    server = new_server(CHOICE.format(title="What happened?", entry=1))
    server.page.click("text=Turn")
    server.page.click("text=River")
    server.wait_for_requests("POST")
    server.answer(CHOICE.format(title="The turn", entry=2))
    server.wait_for_requests("POST")
    assert server.sent(0) == "entry=2&key=river"
    server.answer(CHOICE.format(title="The river", entry=2))
    expect(server.page.locator("h1")).to_have_text("The river")
    server.wait_for_requests()


def test_refusal_of_another_form_goes_with_the_next_success(
    new_server: Callable[[str], Server],
) -> None:
    server = new_server(TWO_FORMS)
    server.page.click("text=Ask")
    server.wait_for_requests("POST")
    refusal = PAGE.format(part=TWO_FORMS).replace(
        'role="alert">', 'role="alert">Take it back first.'
    )
    server.pending.pop(0).fulfill(status=409, body=refusal, content_type="text/html")
    error = server.page.locator("#ask .form-error")
    expect(error).to_have_text("Take it back first.")
    server.wait_for_requests("GET")
    server.answer()
    server.page.locator("#back button").click()
    server.wait_for_requests("POST")
    server.answer()
    expect(error).to_be_empty()


def test_choice_that_the_page_no_longer_has_is_not_sent(
    new_server: Callable[[str], Server],
) -> None:
    server = new_server(CHOICE.format(title="What happened?", entry=1))
    server.page.click("text=Turn")
    server.page.click("text=River")
    server.wait_for_requests("POST")
    server.answer(COUNT.format(title="How many?"))
    expect(server.page.locator("h1")).to_have_text("How many?")
    server.wait_for_requests()


def test_key_that_a_refresh_changes_under_the_finger_sends_nothing(
    new_server: Callable[[str], Server],
) -> None:
    """The second tap of a double tap on UNDO would undo the previous entry."""
    server = new_server(CHOICE.format(title="Entry 2", entry=2))
    server.page.click("text=Turn")
    server.page.evaluate("refreshPage()")
    server.wait_for_requests("POST", "GET")
    server.pending.reverse()
    server.answer(CHOICE.format(title="Entry 1", entry=1))
    expect(server.page.locator("h1")).to_have_text("Entry 1")
    server.page.click("text=Turn")
    server.answer()
    server.wait_for_requests("GET")  # the refresh is newer than the response
    server.answer()
    server.wait_for_requests()


def test_input_since_the_form_was_sent_stays(new_server: Callable[[str], Server]) -> None:
    server = new_server(CHOICE.format(title="What happened?", entry=1))
    server.page.click("text=Turn")
    server.page.evaluate("refreshPage()")
    server.wait_for_requests("POST", "GET")
    server.pending.reverse()
    server.answer(COUNT.format(title="How many?"))
    server.page.fill("[name=burned]", "1")
    server.answer()
    server.wait_for_requests("GET")
    server.answer(COUNT.format(title="How many cards?"))
    server.page.wait_for_timeout(100)
    expect(server.page.locator("h1")).to_have_text(
        "How many?"
    )  # the part waits until the form is sent
    expect(server.page.locator("[name=burned]")).to_have_value("1")
    server.page.press(
        "[name=burned]", "Enter"
    )  # a click would take the focus, and a refresh would follow
    server.wait_for_requests("POST")
    assert server.sent(0) == "burned=1"
    server.answer(COUNT.format(title="Saved"))
    expect(server.page.locator("h1")).to_have_text("Saved")
    expect(server.page.locator("[name=burned]")).to_have_value("")
