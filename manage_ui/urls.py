"""URLs of the settings pages, under /manage/."""

from django.urls import path

from manage_ui.views import (
    access,
    board,
    currency,
    devices,
    house_charges,
    index,
    ladder,
    plaques,
    policies,
    room,
    staff,
    staff_import,
    tables,
    time_zone,
)
from web.password_sign_in import PasswordSignInView
from web.sign_out import sign_out_view

app_name = "manage"

urlpatterns = [
    path("sign-in", PasswordSignInView.as_view(), name="sign-in"),
    path("sign-out", sign_out_view("manage:index"), name="sign-out"),
    path("", index.index, name="index"),
    path("room/", room.measures, name="measures"),
    path("board/", board.board, name="board"),
    path("currency/", currency.index, name="currency"),
    path("time-zone/", time_zone.index, name="time-zone"),
    path("messages/", room.messages, name="messages"),
    path("ladder/", ladder.page_of, name="ladder"),
    path("shifts/", room.shifts, name="shifts"),
    path("next/", index.next_steps, name="next"),
    path("rules/", index.rules, name="rules"),
    path("rooms/new", room.new, name="room-new"),
    path("lists/", policies.lists, name="lists"),
    path("sections/", policies.sections, name="sections"),
    path("absences/", policies.absences, name="absences"),
    path("retention/", policies.retention, name="retention"),
    path("mails/", policies.mails, name="mails"),
    path("sign-ins/", access.sign_ins, name="sign-ins"),
    path("plaques/", plaques.index, name="plaques"),
    path("plaques/new", plaques.new, name="plaque-new"),
    path("plaques/<int:pk>/", plaques.one, name="plaque"),
    path("plaques/<int:pk>/copy", plaques.copy, name="plaque-copy"),
    path("plaques/waiting/<int:pk>/withdraw", plaques.withdraw, name="plaque-withdraw"),
    path("rakes/", house_charges.rakes, name="rakes"),
    path("tables/", tables.index, name="tables"),
    path("tables/new", tables.new, name="table-new"),
    path("tables/<int:pk>/", tables.one, name="table"),
    path("staff/", staff.index, name="staff"),
    path("staff/import", staff_import.index, name="staff-import"),
    path("staff/import/commit", staff_import.commit, name="staff-commit"),
    path("staff/import/faulty.csv", staff_import.faulty, name="staff-faulty"),
    path("staff/import/form.csv", staff_import.form, name="staff-form"),
    path("staff/start-codes", staff_import.start_codes, name="start-codes"),
    path("staff/new", staff.new, name="person-new"),
    path("staff/<int:pk>/", staff.one, name="person"),
    path("staff/<int:pk>/unlock", staff.unlock, name="unlock"),
    path("devices/", devices.index, name="devices"),
    path("devices/sheet", devices.sheet, name="sheet"),
    path("devices/new", devices.new, name="device-new"),
    path("devices/<int:pk>/code", devices.code, name="code"),
    path("devices/<int:pk>/revoke", devices.revoke, name="revoke"),
]
