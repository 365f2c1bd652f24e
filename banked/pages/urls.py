"""URLs of house-banked tables, below /floor/banked/."""

from django.urls import path

from banked.pages import call_views, round_views, table_views

app_name = "banked"

urlpatterns = [
    path("calls/<int:pk>/", call_views.call, name="call"),
    path("calls/<int:pk>/<slug:act>", call_views.act, name="call-act"),
    path("rulings/<int:pk>/", call_views.ruling, name="ruling"),
    path("rulings/<int:pk>/record", call_views.record, name="record"),
    path("at/<int:pk>", table_views.at, name="table-at"),
    path("<str:name>/", table_views.table, name="table"),
    path("<str:name>/rounds/<int:number>/", round_views.round_, name="round"),
    path("<str:name>/rounds/<int:number>/evidence", round_views.evidence, name="evidence"),
    path("<str:name>/entries/<int:seq>/", round_views.entry, name="entry"),
    path("<str:name>/<slug:act>", table_views.act, name="table-act"),
]
