"""`make offline`: deal an hour without a network and print what became of it as one line of JSON."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import django

HANDS = 30


def main() -> int:
    """Run the hour; return 0 if nothing was lost and both sides agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    django.setup()
    from playwright.sync_api import sync_playwright

    from tests.offline.hour import run_hour

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        summary = run_hour(
            play, Path(folder), hands=options.hands, seed=options.seed, environment={}
        )
    print(summary.line())
    is_clean = summary.journal_clean and summary.state_equal and summary.times_equal
    return 0 if is_clean and not (summary.lost or summary.doubled or summary.divergences) else 1


if __name__ == "__main__":
    sys.exit(main())
