"""`manage.py` of a server that packs other code for its tablets: `python -m tests.support.other_version NAME COMMAND…`.

After an update, a tablet still has the engine of the earlier version. The server itself runs the current code.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.fork_server import PROJECT
from tests.support.live_room import LiveRoom

# The replacements in each engine: {name: (file, text, replacement)}
VERSIONS = {
    "other events": (
        "poker/decide/act.py",
        "e.Folded(command.seat)",
        "e.Folded(command.seat, late=True)",
    ),
    "unknown events": ("poker/events/deal.py", '"hand.folded"', '"hand.given_up"'),
}


class OtherVersion(LiveRoom):
    """A room on the data and port of another room, which does not run meanwhile."""

    def __init__(self, room: LiveRoom, name: str) -> None:
        self.__dict__.update(room.__dict__)
        self.name = name
        self.forge = None
        self.process = None

    def _run(self, *arguments: str, stdout: Path, err: Path) -> subprocess.Popen[bytes]:
        module = [sys.executable, "-m", "tests.support.other_version", self.name]
        with stdout.open("ab") as output, err.open("ab") as errors:
            return subprocess.Popen(
                [*module, *arguments],
                cwd=PROJECT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
            )


def main() -> None:
    """Run a management command. The bundle has other code than this server."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import execute_from_command_line

    from dealer_ui import bundle

    path, text, other = VERSIONS[sys.argv[1]]
    own_files = bundle._own_files

    def other_files(modules: tuple[str, ...]) -> dict[str, bytes]:
        files = own_files(modules)
        content = files[path].decode()
        assert text in content, path
        return files | {path: content.replace(text, other).encode()}

    bundle._own_files = other_files
    execute_from_command_line(["manage.py", *sys.argv[2:]])


if __name__ == "__main__":
    main()
