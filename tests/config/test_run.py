"""`make test` names the packages it cannot install, fails for a skipped test, and diagnoses failed tests."""

import os
import subprocess
import sys
from dataclasses import dataclass
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


@dataclass
class Outcome:
    """What a run of a suite printed about its failed tests."""

    status: int
    failed: list[str]
    output: str


def run_suite(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    **failures: int,
) -> Outcome:
    """Run a suite and diagnose it. Each test fails as many times as its keyword says, and then passes."""
    monkeypatch.setattr(sys, "argv", ["run"])
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # Django would be loaded six times
    monkeypatch.setenv("PYTEST_ADDOPTS", f"-p xdist.plugin -c {folder / 'pytest.ini'}")
    monkeypatch.chdir(folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    release\n    xdist_group\n")
    for name, times in failures.items():
        (folder / f"test_{name}.py").write_text(
            "from pathlib import Path\n"
            "import pytest\n"
            "@pytest.mark.xdist_group('a group')\n"
            f"def test_{name}():\n"
            "    tries = Path(__file__).with_suffix('.tries')\n"
            "    tries.write_text((tries.read_text() if tries.exists() else '') + 'x')\n"
            f"    assert len(tries.read_text()) > {times}\n"
        )
    suite = run.Suite("A suite", "not release", {}, paths=(str(folder),), workers=2)
    cache = folder / "cache"
    with (folder / "output.txt").open("wb") as output:
        status = suite.start(cache, output).wait()
    run.diagnose(suite, status, cache)
    return Outcome(status, suite.failed(cache), capfd.readouterr().out)


def test_failed_test_that_passes_alone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    outcome = run_suite(tmp_path, monkeypatch, capfd, steady=0, unsteady=1, wrong=2)
    assert outcome.status == run.FAILED
    assert outcome.failed == ["test_unsteady.py::test_unsteady", "test_wrong.py::test_wrong"]
    assert "1 failed, 1 passed" in outcome.output
    assert outcome.output.count("passes alone") == 1
    assert "test_unsteady.py::test_unsteady passes alone" in outcome.output


def test_many_failures_do_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    failing = dict.fromkeys(("one", "two", "three", "four", "five"), 1)
    outcome = run_suite(tmp_path, monkeypatch, capfd, **failing)
    assert outcome.status == run.FAILED
    assert "Once more" not in outcome.output
