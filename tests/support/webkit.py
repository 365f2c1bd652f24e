"""WebKit, the engine of Safari on iPads, driven by WebKitWebDriver on its own display."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.run import WEBKIT_DRIVER
from tests.support.services import free_port

WINDOW = (1180, 940)  # the tablet's page, and the toolbar above it
SCREEN = "1280x1024x24"


def mini_browser() -> Path | None:
    """Return the newest browser of Debian's WebKit packages, or None."""
    paths = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")
    return max(paths, default=None)


@contextmanager
def virtual_display(log: IO[bytes]) -> Iterator[str]:
    """Run an X server without a screen; yield its display, which it chooses itself."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writer,), stdout=log, stderr=log)
    os.close(writer)
    try:
        with os.fdopen(reader) as numbers:
            yield f":{numbers.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def webkit(folder: Path) -> Iterator[WebKitGTK]:
    """Run WebKit for the block, with its window at the tablet's size. folder: for logs and stored data."""
    browser = mini_browser()
    assert browser, "Debian's webkit2gtk-driver installs it."
    options = Options()
    options.binary_location = str(browser)
    options.add_argument("--automation")
    with (folder / "display.log").open("wb") as log, virtual_display(log) as display:
        # A home of its own, without data of other tests' pages.
        environment = {**os.environ, "DISPLAY": display, "HOME": str(folder)}
        service = Service(WEBKIT_DRIVER, port=free_port(), log_output=log, env=environment)
        with WebKitGTK(options, service) as driver:
            driver.set_window_size(*WINDOW)
            yield driver
