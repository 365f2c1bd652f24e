"""Tablets, tables and staff: the forms of the set-up pages, each field with its sentence."""

from typing import Any

from django import forms

from manage_ui.explained import explain
from tables.models import Device, Room, Table
from tables.staff_form import StaffForm
from tables.table_form import TableForm


class PersonForm(StaffForm):
    """A member of staff. Nobody shuts himself out."""

    def __init__(self, *args: Any, own: bool = False, **kwargs: Any) -> None:
        """own: whoever is at the page is the one it is about."""
        super().__init__(*args, **kwargs)
        self.own = own
        explain(self, "staff")

    def clean_is_active(self) -> bool:
        """Another manager does that."""
        works: bool = self.cleaned_data["is_active"]
        if self.own and not works:
            raise forms.ValidationError("You would shut yourself out. Another manager does that.")
        return works

    def clean_role(self) -> Any:
        """The same."""
        role = self.cleaned_data["role"]
        if self.own and role != self.initial.get("role"):
            raise forms.ValidationError("You would shut yourself out. Another manager does that.")
        return role


class DeviceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new tablet."""

    class Meta:
        model = Device
        fields = ("name", "table")

    def __init__(self, *args: Any, room: Room | None = None, **kwargs: Any) -> None:
        """Tables of the room."""
        super().__init__(*args, **kwargs)
        self.fields["table"].queryset = Table.objects.filter(room=room)  # type: ignore[attr-defined]
        explain(self, "device")


class NewTableForm(TableForm):
    """A table that is made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Each with its sentence."""
        super().__init__(*args, **kwargs)
        newest_only(self)
        explain(self, "table")


class OldTableForm(TableForm):
    """A closed table: only its plaque is another one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Name and chairs stay."""
        super().__init__(*args, **kwargs)
        for name in ("room", "name", "seats"):
            self.fields[name].disabled = True
        newest_only(self, self.instance.plaque_id)
        explain(self, "table")


def newest_only(form: TableForm, shown: int | None = None) -> None:
    """Offer the newest version of each plaque, and the one that hangs there."""
    one: Any = form.fields["plaque"]
    newest: dict[str, int] = {}
    for pk, name in one.queryset.order_by("version").values_list("pk", "name"):
        newest[name] = pk
    one.queryset = one.queryset.filter(pk__in=[*newest.values(), shown or 0])
