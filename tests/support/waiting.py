"""How long a browser test waits for a state. On a slow machine it waits longer; only a failure takes all of it."""

from playwright.sync_api import expect

WAIT_MS = 90_000

expect.set_options(timeout=WAIT_MS)
