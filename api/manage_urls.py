"""URLs of the managers' page for API clients, under /manage/api/."""

from django.urls import path

from api.views import manage

app_name = "programs"
urlpatterns = [
    path("", manage.index, name="index"),
    path("make", manage.make, name="make"),
    path("<int:pk>/token", manage.add_token, name="token"),
    path("<int:pk>/shut", manage.disable, name="shut"),
    path("token/<int:pk>/revoke", manage.revoke, name="revoke"),
    path("delivery/<int:pk>/again", manage.redeliver, name="again"),
]
