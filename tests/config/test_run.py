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
    monkeypatch.setattr(run, "WEBKIT_DRIVER", "/no/such/driver")
    monkeypatch.setattr(run, "FIREFOX", "/no/such/firefox")
    monkeypatch.setattr(run, "postgresql_tool", lambda _name: None)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    always = ["chromium-headless-shell", "webkit2gtk-driver", "xvfb", "postgresql", "redis-server"]
    monkeypatch.setattr(sys, "argv", ["tests.run"])
    assert run.missing_packages() == always
    monkeypatch.setattr(sys, "argv", ["tests.run", run.ALL])
    assert sorted(run.missing_packages()) == sorted([*always, "firefox-esr"])


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


@pytest.mark.release
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


def run_suite(folder: Path, monkeypatch: pytest.MonkeyPatch, **failures: int) -> tuple[int, int]:
    """Run a suite whose tests fail so many times each; return its exit status before and after the second try."""
    monkeypatch.setattr(sys, "argv", ["run"])
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # Django would be loaded six times
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    release\n")
    for name, times in failures.items():
        (folder / f"test_{name}.py").write_text(
            f"from pathlib import Path\n\n\ndef test_{name}():\n"
            f"    tries = Path(__file__).with_suffix('.tries')\n"
            f"    tries.write_text((tries.read_text() if tries.exists() else '') + 'x')\n"
            f"    assert len(tries.read_text()) > {times}\n"
        )
    options = ("-p", "xdist.plugin", "-c", str(folder / "pytest.ini"), str(folder))
    suite = run.Suite("A suite", run.ALL_FILES, "not release", {}, workers=1, options=options)
    with (folder / "output.txt").open("wb") as output:
        status = suite.start(folder, output).wait()
    return status, run.repeat_failures(suite, status, folder)


def test_a_failed_test_that_passes_alone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_suite(tmp_path, monkeypatch, steady=0, unsteady=1) == (1, 1)
    output = capfd.readouterr().out
    assert "1 passed" in output, "only the one that failed"
    assert "test_unsteady.py::test_unsteady passes alone" in output


def test_a_test_that_fails_twice_fails_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_suite(tmp_path, monkeypatch, steady=0, unsteady=1, wrong=2) == (1, 1)
    assert "passes alone" not in capfd.readouterr().out


def test_many_failures_are_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    failing = dict.fromkeys(("one", "two", "three", "four", "five"), 1)
    assert run_suite(tmp_path, monkeypatch, **failing) == (1, 1)
    assert "Once more" not in capfd.readouterr().out
