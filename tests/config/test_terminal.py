"""Ctrl-C in the terminal that `make run` was typed in."""

import os
import pty
import sys
from pathlib import Path

from tests.support.fork_server import PROJECT

WAITING_SCRIPT = """
import signal, sys
from config.embedded import handle_stop_signals
from config.management.commands.run_room import own_terminal_signals

with own_terminal_signals(), handle_stop_signals(lambda *_: sys.exit(0)):
    print("open", flush=True)
    signal.pause()
"""
MAKEFILE = """
run:
	@exec {python} {program}
"""


def read_until(terminal: int, text: str) -> str:
    """Read the terminal's output to its end or up to `text`."""
    output = ""
    while not text or text not in output:
        try:
            output += os.read(terminal, 4096).decode()
        except OSError:  # Linux raises this when the other end is closed
            break
    return output


def test_ctrl_c_ends_make_run_without_an_error(tmp_path: Path) -> None:
    script = tmp_path / "waiting.py"
    makefile = tmp_path / "Makefile"
    script.write_text(WAITING_SCRIPT)
    makefile.write_text(MAKEFILE.format(python=sys.executable, program=script))
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(
            "make",
            ["make", "-f", str(makefile), "run"],
            {**os.environ, "PYTHONPATH": str(PROJECT)},
        )
    assert "open" in read_until(terminal, "open")
    os.write(terminal, b"\x03")
    remaining_output = read_until(terminal, "")
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert "make:" not in remaining_output
