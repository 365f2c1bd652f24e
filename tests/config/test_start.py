"""What a process loads before its first answer."""

import os
import subprocess
import sys

DEFERRED_MODULES = ("numpy", "openpyxl", "scipy", "weasyprint")
STARTUP_SCRIPT = f"""
import sys, django
django.setup()
from django.urls import get_resolver
assert get_resolver().url_patterns
print(*[name for name in {DEFERRED_MODULES} if name in sys.modules])
"""


def test_rarely_needed_modules_load_on_demand() -> None:
    """Together they take a second, in the web process, the worker and every command."""
    result = subprocess.run(
        [sys.executable, "-c", STARTUP_SCRIPT], capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == []


WARM_SCRIPT = f"""
import sys, django
django.setup()
from django.template import engines
from config.warm_up import warm_up
warm_up()
before = set(sys.modules)
from django.urls import resolve
for address in ("/floor/map/", "/desk/1/", "/livez"):
    resolve(address)
engine = engines["django"].engine
print(len(set(sys.modules) - before), "floor_ui/_map_calls.html" in engine.template_loaders[0].get_template_cache)
print(*[name for name in {DEFERRED_MODULES} if name in sys.modules])
"""


def test_web_process_has_its_pages_before_its_first_request() -> None:
    environment = {**os.environ, "DEBUG": "false"}
    result = subprocess.run(
        [sys.executable, "-c", WARM_SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert result.stdout == "0 True\n\n"
