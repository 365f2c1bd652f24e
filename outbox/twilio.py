"""Twilio's public Messages API: sending a text, and the signature of replies."""

import hmac
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha1
from urllib.parse import urlencode

from outbox import http_client
from outbox.notify import PlayerMessage


class Twilio:
    """Sends each text as one form-encoded POST with basic authentication."""

    def __init__(self, url: str, account: str, token: str, sender: str) -> None:
        """`url` is the API's address; `account` and `token` are the credentials; `sender` is the sending number."""
        self.url = f"{url}/2010-04-01/Accounts/{account}/Messages.json"
        self.account = account
        self.token = token
        self.sender = sender

    def reaches(self, message: PlayerMessage) -> bool:
        return bool(message.phone)

    def send(self, message: PlayerMessage) -> bool:
        """Send the text. A missing response, or one other than 2xx, raises OSError without the player's number."""
        if not message.phone:
            return False
        body = urlencode({"To": message.phone, "From": self.sender, "Body": message.text}).encode()
        login = b64encode(f"{self.account}:{self.token}".encode()).decode()
        headers = {
            "Authorization": f"Basic {login}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
        result = http_client.send(self.url, body, headers)
        if result.error:
            raise OSError(0, f"Twilio: {result.error}.")
        return True


def signature(token: str, url: str, fields: Mapping[str, str]) -> str:
    """Return X-Twilio-Signature: base64 of the HMAC-SHA1 of the URL and all fields, sorted by name."""
    text = url + "".join(name + fields[name] for name in sorted(fields))
    return b64encode(hmac.new(token.encode(), text.encode(), sha1).digest()).decode()
