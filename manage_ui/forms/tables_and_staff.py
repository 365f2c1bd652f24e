"""Tablets, tables and staff: the admin forms with help texts for every field."""

from typing import Any

from django import forms

from manage_ui.help_texts import explain
from tables.models import Device, Room, Table
from tables.staff_form import StaffForm
from tables.table_form import TableForm


class PersonForm(StaffForm):
    """A staff member. Managers cannot lock themselves out."""

    def __init__(self, *args: Any, own: bool = False, **kwargs: Any) -> None:
        """own: the form is about the manager who is using it."""
        super().__init__(*args, **kwargs)
        self.own = own
        explain(self, "staff")

    def clean_is_active(self) -> bool:
        """Refuse deactivating oneself: another manager has to."""
        works: bool = self.cleaned_data["is_active"]
        if self.own and not works:
            raise forms.ValidationError(
                "You can't lock yourself out. Another manager has to do this."
            )
        return works

    def clean_role(self) -> Any:
        """Refuse changing one's own role."""
        role = self.cleaned_data["role"]
        if self.own and role != self.initial.get("role"):
            raise forms.ValidationError(
                "You can't lock yourself out. Another manager has to do this."
            )
        return role


class DeviceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new tablet."""

    class Meta:
        model = Device
        fields = ("name", "table")

    def __init__(self, *args: Any, room: Room | None = None, **kwargs: Any) -> None:
        """Offer the tables of the room."""
        super().__init__(*args, **kwargs)
        self.fields["table"].queryset = Table.objects.filter(room=room)  # type: ignore[attr-defined]
        explain(self, "device")


class NewTableForm(TableForm):
    """A new table."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add the help texts."""
        super().__init__(*args, **kwargs)
        newest_only(self)
        explain(self, "table")


class ClosedTableForm(TableForm):
    """A closed table, of which only the plaque can change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Lock name and seats."""
        super().__init__(*args, **kwargs)
        for name in ("room", "name", "seats"):
            self.fields[name].disabled = True
        newest_only(self, self.instance.plaque_id)
        explain(self, "table")


def newest_only(form: TableForm, shown: int | None = None) -> None:
    """Offer the newest version of each plaque, and the one the table shows."""
    item: Any = form.fields["plaque"]
    newest: dict[str, int] = {}
    for pk, name in item.queryset.order_by("version").values_list("pk", "name"):
        newest[name] = pk
    item.queryset = item.queryset.filter(pk__in=[*newest.values(), shown or 0])
