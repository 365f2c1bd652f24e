"""`make production-check`: start the installation of deploy/ on loopback, use it, upgrade it, and break parts of it.

Prints what it does to standard error, and one line of JSON with the figures to standard output.
"""

import argparse
import json
import os
import shutil
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

OUTAGE = 30.0  # seconds that Redis and PostgreSQL are away


def main() -> int:
    """Run every step; return 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--outage", type=float, default=OUTAGE, help="seconds that a service is away"
    )
    parser.add_argument(
        "--from",
        dest="before",
        default="",
        help="the commit or tag to upgrade from; the one before",
    )
    parser.add_argument("--keep", type=Path, help="a folder for the logs of every process")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is stopped then, too
    with TemporaryDirectory(prefix="floorbook-check-") as data:
        os.environ["DATA_DIR"] = data  # of this process, which only reads settings
        import django

        django.setup()
        _install_packages()
        from tests.production.check import run_check

        with TemporaryDirectory(prefix="floorbook-production-") as folder:
            Path(folder).chmod(0o755)  # PostgreSQL's user enters it
            result = run_check(Path(folder), before=options.before, outage=options.outage)
            if options.keep:
                shutil.copytree(folder, options.keep, ignore=_not_logs, dirs_exist_ok=True)
    print(json.dumps(result))
    return 0 if result["passed"] else 1


def _not_logs(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".log")]


def _install_packages() -> None:
    from tests import run

    missing = [*run.missing_packages(), *(["caddy"] if not shutil.which("caddy") else [])]
    if missing:
        run.install(missing)


if __name__ == "__main__":
    sys.exit(main())
