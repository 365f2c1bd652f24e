"""A mail backend that fails twice."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.core.mail.backends.locmem import EmailBackend


class TwiceDown(EmailBackend):
    """Refuses two mails as an unreachable server would; `left` counts the refusals to come."""

    left: ClassVar[int] = 2

    def send_messages(self, messages: Sequence[Any]) -> int:
        """Send the messages from the third on."""
        if TwiceDown.left:
            TwiceDown.left -= 1
            raise ConnectionRefusedError(111, "Connection refused")
        return super().send_messages(messages)
