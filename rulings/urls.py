"""URLs of the rulebook."""

from django.urls import path

from rulings import views
from web.sign_out import sign_out_view

app_name = "rulings"
AT = "<int:pk>/<str:clause>/"

urlpatterns = [
    path("sign-out", sign_out_view("rulings:index"), name="sign-out"),
    path("", views.index, name="index"),
    path("<int:pk>/", views.book, name="book"),
    path("<int:pk>/version/<int:number>/", views.version, name="version"),
    path("<int:pk>/back/", views.preview, name="back"),
    path("<int:pk>/rulings/<str:clause>/", views.clause, name="clause"),
    path(AT, views.setting, name="setting"),
    path(AT + "draft", views.draft, name="draft"),
    path(AT + "discard", views.discard, name="discard"),
    path(AT + "preset", views.preset, name="preset"),
    path(AT + "publish", views.publish, name="publish"),
    path(AT + "withdraw", views.withdraw, name="withdraw"),
    path(AT + "own", views.create_table_rulebook, name="own"),
]
