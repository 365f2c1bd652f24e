"""Every lineup event has a text, and the form has the same bounds as the command."""

import pytest

from lineup import messages
from lineup.pages.command_forms import POLICY_FIELDS
from lineup.rules import commands as c
from lineup.rules.events import EVENTS
from tests.support.samples import sample_event
from web.posted import PolicyNumber


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_text(kind: type) -> None:
    text = messages.event_text(sample_event(kind), {"x": "Wren"})
    assert text
    assert "somebody" not in text


@pytest.mark.parametrize("field", POLICY_FIELDS, ids=lambda field: field.name)
def test_the_form_has_the_bounds_of_the_command(field: PolicyNumber) -> None:
    hints = c.PolicyInput.__annotations__[field.name].__metadata__[0]
    assert (hints.ge, hints.le) == (field.least, field.most)
