"""What a process loads before its first answer."""

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
