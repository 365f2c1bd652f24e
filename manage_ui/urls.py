"""URLs of the settings pages, under /manage/."""

from django.urls import path

from manage_ui.views import banked, devices, index, plaques, staff, staff_import, tables
from manage_ui.views.board import BoardPage
from manage_ui.views.house import CurrencyPage, SignInsPage, TimeZonePage
from manage_ui.views.house_charges import CollectionPage
from manage_ui.views.ladder import LadderPage
from manage_ui.views.policies import (
    AbsencesPage,
    MailsPage,
    RetentionPage,
    SectionsPage,
    WaitlistPage,
)
from manage_ui.views.room import MeasuresPage, MessagesPage, NewRoomPage, ShiftsPage
from web.password_sign_in import PasswordSignInView
from web.sign_out import sign_out_view

app_name = "manage"

urlpatterns = [
    path("sign-in", PasswordSignInView.as_view(), name="sign-in"),
    path("sign-out", sign_out_view("manage:index"), name="sign-out"),
    path("", index.index, name="index"),
    path("room/", MeasuresPage.as_view(), name="measures"),
    path("board/", BoardPage.as_view(), name="board"),
    path("currency/", CurrencyPage.as_view(), name="currency"),
    path("time-zone/", TimeZonePage.as_view(), name="time-zone"),
    path("messages/", MessagesPage.as_view(), name="messages"),
    path("ladder/", LadderPage.as_view(), name="ladder"),
    path("shifts/", ShiftsPage.as_view(), name="shifts"),
    path("next/", index.next_steps, name="next"),
    path("rules/", index.rules, name="rules"),
    path("rooms/new", NewRoomPage.as_view(), name="room-new"),
    path("lists/", WaitlistPage.as_view(), name="lists"),
    path("sections/", SectionsPage.as_view(), name="sections"),
    path("absences/", AbsencesPage.as_view(), name="absences"),
    path("retention/", RetentionPage.as_view(), name="retention"),
    path("mails/", MailsPage.as_view(), name="mails"),
    path("sign-ins/", SignInsPage.as_view(), name="sign-ins"),
    path("plaques/", plaques.index, name="plaques"),
    path("plaques/new", plaques.NewPlaquePage.as_view(), name="plaque-new"),
    path("plaques/<int:pk>/", plaques.PlaquePage.as_view(), name="plaque"),
    path("plaques/<int:pk>/copy", plaques.CopyPlaquePage.as_view(), name="plaque-copy"),
    path("plaques/waiting/<int:pk>/withdraw", plaques.withdraw, name="plaque-withdraw"),
    path("banked/", banked.index, name="banked"),
    path("banked/plaques/new", banked.NewHousePlaquePage.as_view(), name="banked-plaque-new"),
    path("banked/plaques/<int:pk>/", banked.HousePlaquePage.as_view(), name="banked-plaque"),
    path("banked/tables/new", banked.NewBankedTablePage.as_view(), name="banked-table-new"),
    path("banked/tables/<int:pk>/", banked.BankedTablePage.as_view(), name="banked-table"),
    path("banked/irregularities/", banked.DecisionsPage.as_view(), name="banked-decisions"),
    path("rakes/", CollectionPage.as_view(), name="rakes"),
    path("tables/", tables.index, name="tables"),
    path("tables/new", tables.NewTablePage.as_view(), name="table-new"),
    path("tables/<int:pk>/", tables.TablePage.as_view(), name="table"),
    path("staff/", staff.index, name="staff"),
    path("staff/import", staff_import.index, name="staff-import"),
    path("staff/import/commit", staff_import.commit, name="staff-commit"),
    path("staff/import/faulty.csv", staff_import.faulty, name="staff-faulty"),
    path("staff/import/form.csv", staff_import.form, name="staff-form"),
    path("staff/start-codes", staff_import.start_codes, name="start-codes"),
    path("staff/new", staff.NewPersonPage.as_view(), name="person-new"),
    path("staff/<int:pk>/", staff.PersonPage.as_view(), name="person"),
    path("staff/<int:pk>/unlock", staff.unlock, name="unlock"),
    path("devices/", devices.index, name="devices"),
    path("devices/sheet", devices.sheet, name="sheet"),
    path("devices/new", devices.NewDevicePage.as_view(), name="device-new"),
    path("devices/<int:pk>/code", devices.code, name="code"),
    path("devices/<int:pk>/revoke", devices.revoke, name="revoke"),
]
