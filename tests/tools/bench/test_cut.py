"""A benchmark that is cut says which rows are missing and why, and leaves the page as it was."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.bench import __main__ as bench
from tools.bench.measures import Comparison, Limit, stream_lines

EARLIER_PAGE = "| what | ours |\n|---|---|\n| one | 1 ms |\n| two | 1 ms |\n| three | 1 ms |\n"
ONE = Limit("one", 1, "9 ms", "once")
THREE = Limit("three", 3, "9 ms", "once")


def write_first_row() -> Iterator[Comparison | Limit]:
    """Write a row, then the line of the test."""
    yield ONE
    raise LookupError("no such table")


def raise_timeout() -> Iterator[Comparison | Limit]:
    """Raise what a time limit raises."""
    yield ONE
    os.kill(os.getpid(), signal.SIGTERM)
    yield Limit("two", 2, "9 ms", "once")


def write_third_row() -> Iterator[Comparison | Limit]:
    yield THREE


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page from an earlier run; `--write` is set."""
    page = tmp_path / "benchmarks.md"
    page.write_text(EARLIER_PAGE)
    monkeypatch.setattr(bench, "PAGE", page)
    monkeypatch.setattr(sys, "argv", ["bench", "--write"])
    return page


def test_failed_part_is_named_and_the_next_part_runs(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        bench, "PARTS", {"the first": write_first_row, "the third": write_third_row}
    )
    assert bench.main() == 1
    output = capsys.readouterr()
    assert "| three | 3 ms |" in output.out
    assert "Cut: the first, after the row 'one', at 0 s: LookupError: no such table." in output.err
    assert "On the page and not measured now: two." in output.err
    assert page.read_text() == EARLIER_PAGE


def test_interrupt_lists_the_parts_not_started(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(bench, "PARTS", {"the first": raise_timeout, "the third": write_third_row})
    assert bench.main() == 1
    output = capsys.readouterr()
    assert "after the row 'one', at 0 s: Interrupted: ended from outside by SIGTERM." in output.err
    assert "Not begun: the third." in output.err
    assert "not measured now: two; three." in output.err
    assert page.read_text() == EARLIER_PAGE
    assert signal.getsignal(signal.SIGTERM) == before


def test_complete_run_is_written(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PARTS", {"the third": write_third_row})
    assert bench.main() == 0
    assert "| three | 3 ms | once | | 9 ms |" in page.read_text()
    assert "| one |" not in page.read_text()


def test_failed_process_keeps_its_earlier_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "halfway.py").write_text("print('a 1', flush=True)\nraise SystemExit(3)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    output_lines = stream_lines("halfway")
    assert next(output_lines) == "a 1"
    with pytest.raises(RuntimeError, match="halfway ended with 3"):
        next(output_lines)


def test_row_names_its_unit() -> None:
    assert bench.line(ONE) == "| one | 1 ms | once | | 9 ms |"
    assert bench.line(ONE._replace(unit="MB", aim="9 MB")) == "| one | 1 MB | once | | 9 MB |"
