"""The texts of the school's page."""

import re
from pathlib import Path

from django.conf import settings

from dealer_ui.messages import PAGE
from school.messages import SCHOOL

SCRIPTS = Path(settings.BASE_DIR) / "school/static/school"


def test_page_shows_only_given_messages() -> None:
    message_keys = {
        key
        for path in SCRIPTS.glob("*.js")
        for key in re.findall(r'say\("(\w+)"', path.read_text())
    }
    assert message_keys
    assert message_keys <= {*PAGE, *SCHOOL}
