"""Pages in a browser, signed in with badge and PIN or with a password."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page

from ops.demo import PASSWORD
from tests.support.waiting import WAIT_MS

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def sign_in_window(window: BrowserContext, url: str, account: tuple[str, str]) -> None:
    """Sign this window in with badge and PIN without rendering the sign-in page.

    The sign-in page itself is rendered and used in `test_home_page_and_sign_ins`.
    """
    _send(window, url, {"badge": account[0], "pin": account[1]})


def sign_in_manager(window: BrowserContext, url: str, name: str = "manager") -> None:
    """Sign this window in as a manager of the demo room, for pages that require a password."""
    _send(window, url, {"username": name, "password": PASSWORD})


def _send(window: BrowserContext, url: str, fields: dict[str, str]) -> None:
    response = window.request.get(url)
    token = TOKEN.search(response.text())
    assert token, f"{url} shows no sign-in: {response.status} {response.url}"
    form: dict[str, str | float | bool] = {
        "csrfmiddlewaretoken": token[1],
        "next": urlsplit(url).path,
        **fields,
    }
    answer = window.request.post(response.url, form=form, max_redirects=0)
    assert answer.status == 302, f"{url} refused the sign-in: {answer.status} {answer.text()}"


def sign_in_at(
    browser: Browser,
    url: str,
    account: tuple[str, str],
    size: tuple[int, int],
    page_errors: list[str],
) -> Page:
    """Return this page, signed in with badge and PIN. The page's errors are added to the list."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(WAIT_MS)
    sign_in_window(context, url, account)
    page = context.new_page()
    page.on("console", lambda message: page_errors.append(message.text))
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.goto(url)
    return page
