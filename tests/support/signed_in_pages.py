"""Pages in a browser, signed in with badge and PIN."""

from playwright.sync_api import Browser, Page

from tests.support.axe import serious_violations


def sign_in_at(
    browser: Browser,
    url: str,
    account: tuple[str, str],
    size: tuple[int, int],
    page_errors: list[str],
) -> Page:
    """Return a page that signs in with this badge and PIN; the page's errors go into the list."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.on("console", lambda message: page_errors.append(message.text))
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.goto(url)
    assert not serious_violations(page)
    page.fill("#badge", account[0])
    page.fill("#pin", account[1])
    page.click("button:has-text('Sign in')")
    return page
