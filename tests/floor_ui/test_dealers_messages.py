"""Every event of the lineup has a text; the form has the command's bounds."""

import pytest

from floor_ui.dealers import messages
from floor_ui.dealers.command_forms import POLICY_FIELDS
from poker.lineup import commands as c
from poker.lineup.events import EVENTS
from tests.support.samples import sample_event
from web.posted_fields import PolicyNumber


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_text(kind: type) -> None:
    text = messages.event_text(sample_event(kind), {"x": "Wren"})
    assert text
    assert "somebody" not in text


@pytest.mark.parametrize("field", POLICY_FIELDS, ids=lambda field: field.name)
def test_the_form_has_the_bounds_of_the_command(field: PolicyNumber) -> None:
    hints = c.PolicyInput.__annotations__[field.name].__metadata__[0]
    assert (hints.ge, hints.le) == (field.least, field.most)
