"""Ctrl-C in the terminal that `make run` was typed in."""

import os
import pty
import sys
from pathlib import Path

from tests.fork_server import PROJECT

WAITING = """
import signal, sys
from config.embedded import handle_stop_signals
from config.terminal import own_terminal_signals

with own_terminal_signals(), handle_stop_signals(lambda *_: sys.exit(0)):
    print("open", flush=True)
    signal.pause()
"""
MAKEFILE = """
run:
	@exec {python} {program}
"""


def read_until(terminal: int, text: str) -> str:
    """Read what the terminal shows, to its end or to `text`."""
    shown = ""
    while not text or text not in shown:
        try:
            shown += os.read(terminal, 4096).decode()
        except OSError:  # Linux's way to say that nobody holds the other end any more
            break
    return shown


def test_ctrl_c_is_a_clean_end_for_make_too(tmp_path: Path) -> None:
    program, makefile = tmp_path / "waiting.py", tmp_path / "Makefile"
    program.write_text(WAITING)
    makefile.write_text(MAKEFILE.format(python=sys.executable, program=program))
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(
            "make",
            ["make", "-f", str(makefile), "run"],
            {**os.environ, "PYTHONPATH": str(PROJECT)},
        )
    assert "open" in read_until(terminal, "open")
    os.write(terminal, b"\x03")
    rest = read_until(terminal, "")
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert "make:" not in rest
