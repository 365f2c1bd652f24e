"""A way to send mails that is down for the first two."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.core.mail.backends.locmem import EmailBackend


class TwiceDown(EmailBackend):
    """Refuses two mails as a server does that is not there; `left` says how many it still refuses."""

    left: ClassVar[int] = 2

    def send_messages(self, messages: Sequence[Any]) -> int:
        """The third arrives."""
        if TwiceDown.left:
            TwiceDown.left -= 1
            raise ConnectionRefusedError(111, "Connection refused")
        return super().send_messages(messages)
