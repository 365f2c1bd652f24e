"""The terminal in which `make run` was started."""

import os
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def own_terminal_signals() -> Generator[None]:
    """Send Ctrl-C to this process and not to make, which would report a clean end as an interrupt.

    It has no effect without make, or without a terminal.
    """
    before = os.getpgrp()
    terminal = sys.stdin.fileno() if sys.stdin is not None else -1
    if "MAKELEVEL" not in os.environ or not _in_foreground(terminal):
        yield
        return
    # Otherwise the terminal would stop this process: for taking it, and for Ctrl-Z, after which it
    # could not continue because the shell waits for make.
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    os.setpgid(0, 0)
    os.tcsetpgrp(terminal, os.getpgrp())
    try:
        yield
    finally:
        os.tcsetpgrp(terminal, before)


def _in_foreground(terminal: int) -> bool:
    return terminal >= 0 and os.isatty(terminal) and os.tcgetpgrp(terminal) == os.getpgrp()
