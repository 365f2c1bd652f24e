"""Forms of tablets, tables and staff on the settings pages."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User

from manage_ui.forms.form_data import FormData
from manage_ui.forms.staff_form import StaffForm, choice_field
from manage_ui.forms.table_form import TableForm
from manage_ui.help_texts import explain
from staff.models import Room
from staff.rooms import is_house_wide
from staff.staff_rooms import rooms_of
from tables.models import Device, Table


class PersonForm(StaffForm):
    """A staff member. Managers cannot lock themselves out."""

    def __init__(self, *args: object, by: User, **kwargs: object) -> None:
        """by: the manager who uses the form, who can assign only their own rooms."""
        super().__init__(*args, **kwargs)
        self.own = self.instance.pk is not None and self.instance.user_id == by.pk
        rooms = choice_field(self, "rooms")
        choices = [(str(room.pk), room.name) for room in rooms_of(by)]
        rooms.choices = choices
        self.fields["house_wide"].disabled = not is_house_wide(by)
        if self.instance.pk is None and len(choices) == 1:
            self.initial["rooms"] = [choices[0][0]]
        explain(self, "staff")

    def clean_is_active(self) -> bool:
        """Refuse managers who would deactivate themselves."""
        works: bool = self.cleaned_data["is_active"]
        if self.own and not works:
            raise forms.ValidationError(
                "You can't lock yourself out. Another manager has to do this."
            )
        return works

    def clean_house_wide(self) -> bool:
        """Refuse managers of all rooms who would give up that right themselves."""
        wide: bool = super().clean_house_wide()
        if self.own and self.initial.get("house_wide") and not wide:
            raise forms.ValidationError(
                "You can't lock yourself out. Another manager has to do this."
            )
        return wide

    def clean_role(self) -> object:
        """Refuse managers who would change their own role."""
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

    def __init__(
        self, data: FormData = None, *, instance: Device | None = None, room: Room | None = None
    ) -> None:
        super().__init__(data, instance=instance)
        self.fields["table"].queryset = Table.every.filter(room=room)  # type: ignore[attr-defined]
        explain(self, "device")


class NewTableForm(TableForm):
    """A new table."""

    def __init__(
        self,
        data: FormData = None,
        *,
        instance: Table | None = None,
        initial: dict[str, object] | None = None,
        rooms: Sequence[Room],
    ) -> None:
        """rooms: those of the manager."""
        super().__init__(data, instance=instance, initial=initial)
        room: Any = self.fields["room"]
        room.queryset = room.queryset.filter(pk__in=[choice.pk for choice in rooms])
        newest_only(self)
        explain(self, "table")


class OneTableForm(TableForm):
    """An existing table: its name, its seats and, while it is closed, its plaque."""

    def __init__(self, data: FormData = None, *, instance: Table | None = None) -> None:
        """Disable the room, and the plaque of an open table, which the floor changes."""
        super().__init__(data, instance=instance)
        self.plaque_pk = self.instance.plaque_id
        self.fields["room"].disabled = True
        self.fields["plaque"].disabled = self.instance.is_open
        newest_only(self, self.plaque_pk)
        explain(self, "table")

    def clean(self) -> dict[str, object]:
        """Refuse a plaque that was chosen before the table opened."""
        data = super().clean()
        chosen = self.data.get("plaque", "")
        if self.fields["plaque"].disabled and chosen not in ("", str(self.plaque_pk)):
            self.add_error(
                "plaque",
                f"{self.instance.name} was opened in the meantime. Change its plaque on its Tables page.",
            )
        return data


def newest_only(form: TableForm, shown: int | None = None) -> None:
    """Limit the choice to the newest version of each plaque, and the version that the table shows."""
    item: Any = form.fields["plaque"]
    newest: dict[str, int] = {}
    for pk, name in item.queryset.order_by("version").values_list("pk", "name"):
        newest[name] = pk
    item.queryset = item.queryset.filter(pk__in=[*newest.values(), shown or 0])
