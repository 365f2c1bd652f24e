"""`python -m tests.golden.triggers`: write journal/expected_triggers.json from freshly migrated databases.

Run it after a migration that adds, changes or drops a trigger.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.fork_server import PROJECT
from tests.support.services import postgresql

PRINT = """
import json
from journal.trigger_comparison import trigger_hashes
print(json.dumps(trigger_hashes()))
"""
FILE = PROJECT / "journal" / "expected_triggers.json"


def migrated_hashes(folder: Path, database_url: str) -> dict[str, str]:
    """Migrate an empty database; return the hashes of its triggers."""
    environment = os.environ | {"DATA_DIR": str(folder), "DATABASE_URL": database_url}
    for arguments in (["migrate", "--verbosity", "0"], ["shell", "--no-imports", "-c", PRINT]):
        result = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=PROJECT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    hashes: dict[str, str] = json.loads(result.stdout)
    return hashes


def main() -> None:
    """Write the file."""
    with TemporaryDirectory() as folder, postgresql() as database_url:
        hashes = {
            "sqlite": migrated_hashes(Path(folder, "sqlite"), ""),
            "postgresql": migrated_hashes(Path(folder, "postgresql"), database_url),
        }
    FILE.write_text(json.dumps(hashes, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
