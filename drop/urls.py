"""URLs of drop boxes, below /floor/drop/."""

from django.urls import path

from drop.pages import views

app_name = "drop"

urlpatterns = [
    path("", views.index, name="index"),
    path("take/<int:room>", views.take, name="take"),
    path("<int:pk>/", views.box, name="box"),
    path("<int:pk>/count", views.count, name="count"),
    path("<int:pk>/explain", views.explain, name="explain"),
    path("<int:pk>/correct", views.correct, name="correct"),
    path("<int:pk>/slip.pdf", views.slip, name="slip"),
]
