"""`make test` says what it cannot install, and lets no skipped test pass."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import run
from tests.support.fork_server import PROJECT


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHROMIUM", "/no/such/chromium")
    monkeypatch.setattr(run, "postgresql_tool", lambda _name: None)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert run.missing_packages() == ["chromium-headless-shell", "postgresql", "redis-server"]


def test_missing_packages_are_named_without_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    with pytest.raises(SystemExit) as exit_info:
        run.install(["chromium", "redis-server"])
    message = str(exit_info.value.code)
    assert "apt-get install chromium redis-server" in message
    assert "\n" not in message


PYTEST = (sys.executable, "-m", "pytest", "--continue-on-collection-errors")
SKIPPED = {
    "module": "import pytest\npytest.skip('no', allow_module_level=True)\n",
    "call": "import pytest\ndef test_it():\n    pytest.skip('no')\n",
    "mark": "import pytest\n@pytest.mark.skip\ndef test_it():\n    pass\n",
    "fixture": "import pytest\n@pytest.fixture\ndef it():\n    pytest.skip('no')\n"
    "def test_it(it):\n    pass\n",
}


def test_skipped_test_fails_the_run(tmp_path: Path) -> None:
    for name, body in SKIPPED.items():
        (tmp_path / f"test_{name}.py").write_text(body)
    finished = subprocess.run(
        [*PYTEST, "-c", str(PROJECT / "pyproject.toml"), str(tmp_path)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 1
    assert "1 failed, 3 errors" in finished.stdout
    assert finished.stdout.count("No test is skipped in silence") >= len(SKIPPED)
