"""The form of the public board: seconds a page, voice, and the house's messages."""

from datetime import datetime

from django import forms

from manage_ui.forms.form_data import FormData
from manage_ui.help_texts import explain
from waitlist.board_messages import (
    MAX_LENGTH,
    MAX_MESSAGES,
    BoardMessage,
    read_messages,
    write_messages,
)
from waitlist.models import BoardSettings
from waitlist.pages.columns import MAX_MESSAGE_LINES, message_lines

# The field names of each message: its text, begin and end.
ROWS = [(f"text-{i}", f"begins-{i}", f"ends-{i}") for i in range(MAX_MESSAGES)]
MOMENT = "%Y-%m-%dT%H:%M"  # the format that browsers send


class BoardForm(forms.ModelForm[BoardSettings]):
    """The board of a room, with a row for each message it may have. Empty rows are ignored."""

    class Meta:
        model = BoardSettings
        fields = ("page_seconds", "promotion_seconds", "voice", "tournament_names")

    def __init__(self, data: FormData = None, *, instance: BoardSettings) -> None:
        """Fill in the stored messages and add empty rows up to the maximum."""
        super().__init__(data, instance=instance)
        self.fields["page_seconds"].label = "A page is shown for, seconds"
        self.fields["promotion_seconds"].label = "Promotions in turn with the lists, seconds"
        self.fields["voice"].label = "Say aloud who is called"
        self.fields["tournament_names"].label = "Names on the tournament wall"
        stored = read_messages(instance.messages)
        for i in range(MAX_MESSAGES):
            message = stored[i] if i < len(stored) else BoardMessage("")
            self.fields[f"text-{i}"] = forms.CharField(
                required=False,
                max_length=MAX_LENGTH,
                label=f"Message {i + 1} text",
                initial=message.text,
            )
            self.fields[f"begins-{i}"] = _moment_field(
                label=f"Message {i + 1} from", initial=message.begins
            )
            self.fields[f"ends-{i}"] = _moment_field(
                label=f"Message {i + 1} until", initial=message.ends
            )
        explain(self, "board")

    def clean(self) -> dict[str, object]:
        """Refuse times without a text, an end before its begin, and a text that is too long for a column."""
        data: dict[str, object] = super().clean() or self.cleaned_data
        messages = []
        for names in ROWS:
            text, begins, ends = (data.get(name) for name in names)
            text = " ".join(str(text or "").split())
            data[names[0]] = text
            begins = begins if isinstance(begins, datetime) else None
            ends = ends if isinstance(ends, datetime) else None
            if not text and (begins or ends):
                self.add_error(names[0], "A message needs a text. Write one, or clear its times.")
            if begins and ends and ends <= begins:
                self.add_error(
                    names[2], "The message would end before it begins. Choose a later end."
                )
            lines = message_lines(text)
            if lines > MAX_MESSAGE_LINES:
                problem = (
                    f"This would take {lines} lines on the board, and {MAX_MESSAGE_LINES} fit."
                )
                self.add_error(names[0], f"{problem} Shorten it.")
            if text:
                messages.append(BoardMessage(text, begins, ends))
        self.instance.messages = write_messages(messages)
        return data


def _moment_field(*, label: str, initial: datetime | None) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
    return forms.DateTimeField(label=label, initial=initial, required=False, widget=widget)
