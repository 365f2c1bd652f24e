"""Ids of the commands that the forms of a page send."""

import json
from hashlib import blake2b
from uuid import uuid4

from django.http import HttpRequest

# Fields that tell nothing of what a form orders.
BESIDE = ("csrfmiddlewaretoken", "command", "badge", "pin")


def command_id(request: HttpRequest) -> str:
    """Return the id of a form's command: the same for the form sent again, another one if anything in it differs.

    A second form can be sent before the page has the answer to the first one, with the same id in its `command`.
    """
    posted = request.POST.get("command", "")[:40]
    if not posted:
        return str(uuid4())
    fields = sorted(item for item in request.POST.lists() if item[0] not in BESIDE)
    digest = blake2b(json.dumps(fields).encode(), digest_size=8).hexdigest()
    return f"{posted}.{digest}"
