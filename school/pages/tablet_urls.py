"""URLs of the school on a tablet, under /tablet/school/."""

from django.urls import URLPattern, URLResolver, path

from school.pages import tablet_views as views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.page, name="school"),
    path("idle", views.idle, name="school-idle"),
    path("lessons", views.lessons, name="school-lessons"),
    path("sign-in", views.sign_in, name="school-sign-in"),
    path("results", views.results, name="school-results"),
]
