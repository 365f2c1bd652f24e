"""A tablet keeps the engine's modules as it compiled them, for its later starts."""

import pytest
from playwright.sync_api import expect

from tests.support.dealer import Dealer
from tests.support.tablet_faults import expect_no_engine

pytestmark = pytest.mark.browser
KEPT = (
    "async () => await (await caches.open('floorbook-compiled')).keys().then((keys) => keys.length)"
)
DAMAGE = """async () => {
  const cache = await caches.open("floorbook-compiled");
  const [request] = await cache.keys();
  await cache.put(request, new Response("damaged"));
}"""
IS_COMPILED = "() => floorbook.app.engineTimes.isCompiled"


def start(dealer: Dealer) -> None:
    """Start the engine, and wait until its modules are kept."""
    dealer.sit_down()
    dealer.expect_engine()
    dealer.page.wait_for_function(KEPT)


def test_later_start_compiles_nothing_and_deals(dealer: Dealer) -> None:
    start(dealer)
    assert not dealer.page.evaluate(IS_COMPILED)
    dealer.page.reload()
    dealer.expect_engine()
    assert dealer.page.evaluate(IS_COMPILED)
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("Seven to act, seat 5 first.")


def test_damaged_modules_are_forgotten(dealer: Dealer) -> None:
    """The page continues without its engine, and the next start compiles again."""
    start(dealer)
    dealer.page.evaluate(DAMAGE)
    dealer.page.reload()
    expect_no_engine(dealer)
    dealer.tap("Fold seat 3")
    expect(dealer.page.locator(".step p")).to_contain_text("seat 4 first")
    dealer.page.reload()
    dealer.expect_engine()
    assert not dealer.page.evaluate(IS_COMPILED)
