"""URLs of the pages on which managers write lessons, under /school/lessons/."""

from django.urls import path

from school.pages import lesson_views as views

app_name = "school-lessons"

urlpatterns = [
    path("", views.index, name="index"),
    path("<int:pk>/", views.lesson, name="one"),
    path("<int:pk>/delete", views.delete, name="delete"),
    path("from/<int:room>/<str:table>/<int:number>/", views.from_hand, name="from-hand"),
]
