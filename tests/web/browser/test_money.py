"""The pages' JavaScript formats and parses amounts in the same way as Python."""

import msgspec
import pytest
from django.conf import settings
from playwright.sync_api import Browser

from staff.currencies import CURRENCIES
from tests.support.money_cases import MONEY_CASES

pytestmark = pytest.mark.browser
PAGE = "http://room.test/"
SCRIPT = settings.BASE_DIR / "web/static/web/money.js"
RUN = """async (cases) => {
  const { formatMoney, readMoney } = await import("/money.js");
  return cases.map(([currency, amount, text]) => [formatMoney(amount, currency), readMoney(text, currency)]);
}"""


def test_javascript_writes_amounts_as_python_does(chromium: Browser) -> None:
    page = chromium.new_page()
    page.route(PAGE, lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.route(f"{PAGE}money.js", lambda route: route.fulfill(path=SCRIPT))
    page.goto(PAGE)
    cases = [
        (msgspec.to_builtins(CURRENCIES[code]), amount, text) for code, amount, text in MONEY_CASES
    ]
    cases += [
        (msgspec.to_builtins(currency), amount, currency.money(amount))
        for currency in CURRENCIES.values()
        for amount in (5, 99999, 125050, 123456789)
    ]
    assert page.evaluate(RUN, cases) == [[text, amount] for _, amount, text in cases]
