"""Pages of incidents in a browser: sizes, people, checks."""

from playwright.sync_api import Page

TABLET_SIZE = (1180, 820)
PHONE = (390, 844)
ROWAN = ("201", "7410")
HORNBEAM = ("301", "9630")


def check_page(page: Page, size: tuple[int, int]) -> None:
    """Check that the page fits its width and that no key is too small."""
    page.wait_for_load_state()  # an earlier key may have sent a form
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    small = page.evaluate(
        """() => [...document.querySelectorAll("a, button, summary, select, textarea, .kind, input")]
            .filter((one) => !["radio", "checkbox"].includes(one.type))
            .filter((one) => one.checkVisibility() && !one.closest(".skip"))
            .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"""
    )
    assert small == []
