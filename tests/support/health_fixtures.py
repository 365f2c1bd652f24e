"""The operations page without its checks, which write from a thread that a test's transaction would block."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.utils import timezone

from ops.health.monitor import HealthReport


@pytest.fixture(autouse=True)
def _no_checks() -> Iterator[None]:
    with patch("manage_ui.operations.views.monitor") as monitor:
        monitor().read.return_value = HealthReport(timezone.now(), ())
        yield
