"""What a process loads before its first answer."""

import subprocess
import sys

LATE = ("numpy", "openpyxl", "scipy", "weasyprint")
ASKED = f"""
import sys, django
django.setup()
from django.urls import get_resolver
assert get_resolver().url_patterns
print(*[name for name in {LATE} if name in sys.modules])
"""


def test_what_few_requests_need_is_loaded_when_they_come() -> None:
    """Together they take a second, in the web process, the worker and every command."""
    result = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == []
