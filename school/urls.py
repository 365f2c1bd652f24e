"""URLs of the school on a tablet, under /tablet/school/."""

from django.urls import URLPattern, URLResolver, path

from school import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.page, name="school"),
    path("idle", views.idle, name="school-idle"),
]
