"""The time when archived reports are read."""

from datetime import UTC, datetime

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
