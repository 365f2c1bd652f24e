"""URLs of the school on the floor, under /floor/school/."""

from django.urls import path

from school.pages import floor_views as views

app_name = "training"

urlpatterns = [
    path("", views.index, name="index"),
    path("mine/", views.own, name="own"),
    path("<int:person>/", views.person, name="person"),
    path("<int:person>/sign-off", views.sign_off, name="sign-off"),
    path("<int:person>/withdraw", views.withdraw, name="withdraw"),
    path("<int:person>/choices", views.choices, name="choices"),
    path("<int:person>/forget", views.forget, name="forget"),
    path("<int:person>/record.json", views.record_as_json, name="json"),
    path("<int:person>/record.csv", views.record_as_csv, name="csv"),
    path("<int:person>/rides/<int:seq>.pdf", views.certificate, name="certificate"),
]
