"""Step 1: the first manager is created with the one-time code; the second factor is set up by the account itself."""

from datetime import datetime

from manage_ui.setup.forms import FirstManagerForm
from ops.installation import first_manager_create
from staff.models import Staff


def create(form: FirstManagerForm, *, code_hash: str | None, now: datetime) -> Staff:
    """Create the first manager of a valid form. code_hash: None at the server's terminal.

    Raises `Refusal`: `bad_setup_code`, `setup_begun`, `setup_closed`; and `TooBusy`.
    """
    data = form.cleaned_data
    return first_manager_create(
        code_hash=code_hash,
        username=data["username"],
        alias=data["alias"],
        badge=data["badge"],
        pin=data["pin"],
        password=data["password"],
        now=now,
    )
