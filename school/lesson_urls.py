"""URLs of the pages on which managers write lessons, under /school/lessons/."""

from django.urls import path

from school import lesson_pages

app_name = "school-lessons"

urlpatterns = [
    path("", lesson_pages.index, name="index"),
    path("<int:pk>/", lesson_pages.one, name="one"),
    path("<int:pk>/delete", lesson_pages.delete, name="delete"),
    path("from/<int:room>/<str:table>/<int:number>/", lesson_pages.from_hand, name="from-hand"),
]
