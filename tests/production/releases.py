"""Two versions of the project in folders, as `deploy/install.sh` lays them out."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.support.fork_server import PROJECT

# A migration of the newer version, so that the upgrade has one whatever the last commit changed.
MIGRATION = '''"""A column that the version before does not know: what an upgrade adds first (expand)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ops", "{last}")]
    operations = [
        migrations.AddField("retentionrun", "note", models.CharField(max_length=20, default="", db_default="")),
    ]
'''


def commit_before() -> str:
    """Return the commit before the files as they are: the last one if some are changed, else the one before it."""
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return "HEAD" if changed.stdout.strip() else "HEAD~1"


def unpack_commit(commit: str, folder: Path) -> Path:
    """Write the files of a commit to a folder."""
    folder.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "archive", commit], cwd=PROJECT, stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "--extract"], cwd=folder, input=archive.stdout, check=True)
    return _completed(folder)


def copy_tree(folder: Path) -> Path:
    """Copy the project as it is now, with what is not committed, and add a migration."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for name in names:
        if (PROJECT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, target)
    migrations = folder / "ops" / "migrations"
    last = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "0999_upgrade.py").write_text(MIGRATION.format(last=last))
    return _completed(folder)


def _completed(folder: Path) -> Path:
    """Add what an installation has beside the files: its environment of Python, and static files."""
    (folder / ".venv").symlink_to(PROJECT / ".venv")
    environment = os.environ | {
        "DATA_DIR": str(folder.parent / f"build of {folder.name}"),
        "STATIC_ROOT": str(folder / "staticfiles"),
    }
    subprocess.run(
        [".venv/bin/python", "manage.py", "collectstatic", "--noinput", "--verbosity", "0"],
        cwd=folder,
        env=environment,
        check=True,
    )
    return folder
