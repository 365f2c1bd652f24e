"""The terminal that `make run` was typed in."""

import os
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def own_terminal() -> Generator[None]:
    """Let Ctrl-C reach this process and not make, which would call a clean end an interrupt.

    Without make, or without a terminal, there is nothing to do.
    """
    before = os.getpgrp()
    terminal = sys.stdin.fileno() if sys.stdin is not None else -1
    if "MAKELEVEL" not in os.environ or not _in_foreground(terminal):
        yield
        return
    # Without these, the terminal would stop this process: for taking it, and for Ctrl-Z, which
    # nobody could continue because the shell waits for make.
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
