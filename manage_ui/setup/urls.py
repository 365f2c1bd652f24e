"""URLs of the setup. /setup has no trailing slash, like the link that the server prints."""

from django.urls import path

from manage_ui.setup.pages import plaques, room, staff, start, tables, you

app_name = "setup"

urlpatterns = [
    path("setup", start.index, name="index"),
    path("setup/demo", start.demo, name="demo"),
    path("setup/you", you.you, name="you"),
    path("setup/factor", you.factor, name="factor"),
    path("setup/room", room.room, name="room"),
    path("setup/games", plaques.games, name="games"),
    path("setup/tables", tables.tables, name="tables"),
    path("setup/tables/paired", tables.paired, name="paired"),
    path("setup/tables/sheet", tables.sheet, name="sheet"),
    path("setup/staff", staff.staff, name="staff"),
    path("setup/staff/faulty.csv", staff.faulty, name="staff-faulty"),
    path("setup/staff/form.csv", staff.form, name="staff-form"),
    path("setup/end", staff.end, name="end"),
]
