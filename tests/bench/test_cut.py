"""A benchmark that is cut says which rows are missing and why, and leaves the page as it was."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.measures import Comparison, Limit, stream_lines

WRITTEN = "| what | ours |\n|---|---|\n| one | 1 ms |\n| two | 1 ms |\n| three | 1 ms |\n"
ONE = Limit("one", 1, "9 ms", "once")
THREE = Limit("three", 3, "9 ms", "once")


def first() -> Iterator[Comparison | Limit]:
    """A row, and then what the test says."""
    yield ONE
    raise LookupError("no such table")


def ended() -> Iterator[Comparison | Limit]:
    """As a time limit ends it."""
    yield ONE
    os.kill(os.getpid(), signal.SIGTERM)
    yield Limit("two", 2, "9 ms", "once")


def third() -> Iterator[Comparison | Limit]:
    yield THREE


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that was written before; `--write` is asked for."""
    page = tmp_path / "benchmarks.md"
    page.write_text(WRITTEN)
    monkeypatch.setattr(bench, "PAGE", page)
    monkeypatch.setattr(sys, "argv", ["bench", "--write"])
    return page


def test_a_part_that_fails_is_named_and_the_next_goes_on(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "PARTS", {"the first": first, "the third": third})
    assert bench.main() == 1
    output = capsys.readouterr()
    assert "| three | 3 ms |" in output.out
    assert "Cut: the first, after the row 'one', at 0 s: LookupError: no such table." in output.err
    assert "On the page and not measured now: two." in output.err
    assert page.read_text() == WRITTEN


def test_an_end_from_outside_is_named_with_all_that_did_not_begin(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(bench, "PARTS", {"the first": ended, "the third": third})
    assert bench.main() == 1
    output = capsys.readouterr()
    assert "after the row 'one', at 0 s: Interrupted: ended from outside by SIGTERM." in output.err
    assert "Not begun: the third." in output.err
    assert "not measured now: two; three." in output.err
    assert page.read_text() == WRITTEN
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_whole_run_is_written(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PARTS", {"the third": third})
    assert bench.main() == 0
    assert "| three | 3 ms | once | | 9 ms |" in page.read_text()
    assert "| one |" not in page.read_text()


def test_a_process_that_fails_keeps_the_lines_that_it_had_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "halfway.py").write_text("print('a 1', flush=True)\nraise SystemExit(3)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    lines = stream_lines("halfway")
    assert next(lines) == "a 1"
    with pytest.raises(RuntimeError, match="halfway ended with 3"):
        next(lines)
