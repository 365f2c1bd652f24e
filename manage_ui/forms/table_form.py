"""The form of a table: room, name, seats, plaque."""

from django import forms

from poker.refusal import Refusal
from tables.models import Table
from tables.plaques import check_seat_count
from tables.table_names import refuse_taken_name
from web.messages.refusals import refusal_message


class TableForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form of a table, for creating and changing it."""

    class Meta:
        model = Table
        fields: tuple[str, ...] = ("room", "name", "seats", "plaque")

    def clean_name(self) -> str:
        """Refuse a name that a URL cannot contain."""
        name: str = self.cleaned_data["name"]
        if "/" in name:
            raise forms.ValidationError("A table name can't contain a slash.")
        return name

    def clean(self) -> dict[str, object]:
        """Refuse a name that is taken in the room, and more seats than the plaque's game allows."""
        data = super().clean() or self.cleaned_data
        room = data.get("room")
        name = data.get("name")
        if room is not None and name is not None:
            try:
                refuse_taken_name(room=room, name=name, but=self.instance.pk)
            except Refusal as refusal:
                self.add_error("name", refusal_message(refusal))
        plaque = data.get("plaque")
        seats = data.get("seats", self.instance.seats)
        if plaque is not None and seats is not None:
            try:
                check_seat_count(plaque=plaque, seats=seats)
            except Refusal as refusal:
                # Show the error at the field that was changed.
                field = "plaque" if "plaque" in self.changed_data else "seats"
                self.add_error(field, refusal_message(refusal))
        return data
