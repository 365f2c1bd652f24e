"""The queue of a tablet."""

from playwright.sync_api import Page, expect


def expect_footer(page: Page, text: str) -> None:
    expect(page.locator(".footer .link")).to_contain_text(text)


STORED = """() => new Promise(resolve => {
  const open = indexedDB.open("floorbook.1.1", 1);
  open.onsuccess = () => {
    const all = open.result.transaction("commands").objectStore("commands").getAll();
    all.onsuccess = () => resolve(all.result.map(command => command.id));
  };
})"""
