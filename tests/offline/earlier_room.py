"""`manage.py` with a clock that is behind: `python -m tests.offline.earlier_room SECONDS COMMAND…`.

An hour without a network would take an hour. The room starts an hour behind instead, and the tablet's clock is moved
forward; when both meet again, the room runs on time.
"""

import os
import sys
from datetime import datetime, timedelta


def main() -> None:
    """Run a management command with the room's clock set back."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    from django.utils import timezone

    behind = timedelta(seconds=float(sys.argv[1]))
    real = timezone.now

    def now() -> datetime:
        return real() - behind

    timezone.now = now
    execute_from_command_line(["manage.py", *sys.argv[2:]])


if __name__ == "__main__":
    main()
