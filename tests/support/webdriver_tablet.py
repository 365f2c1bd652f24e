"""A tablet in a browser driven by WebDriver."""

from selenium.common.exceptions import (
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait

from tests.support.hand_walk import contains

TEXT = "return document.querySelector(arguments[0])?.textContent ?? null"
TIMEOUT = 330  # seconds; WebKit starts the engine slowly beside other tests, and gives up after 300


class WebDriverTablet:
    """A `TabletBrowser` of selenium."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver

    def open(self, url: str) -> None:
        self.driver.get(url)

    def reload(self) -> None:
        self.driver.refresh()

    def tap(self, selector: str) -> None:
        """Click the first match as soon as it is there."""
        self._wait(StaleElementReferenceException).until(lambda driver: self._click(selector))

    def expect(self, selector: str, text: str = "") -> None:
        """Wait until the first match has the text."""
        try:
            self._wait().until(lambda _: contains(self._text(selector), text))
        except TimeoutException as error:
            shown = self._text(selector)
            raise AssertionError(f"{selector}: {text!r} is not in {shown!r}") from error

    def _text(self, selector: str) -> str | None:
        text: str | None = self.driver.execute_script(TEXT, selector)
        return text

    def _click(self, selector: str) -> bool:
        matches = self.driver.find_elements(By.CSS_SELECTOR, selector)
        for element in matches[:1]:
            element.click()
        return bool(matches)

    def _wait(self, *ignored: type[WebDriverException]) -> WebDriverWait[WebDriver]:
        return WebDriverWait(self.driver, TIMEOUT, 0.05, ignored)
