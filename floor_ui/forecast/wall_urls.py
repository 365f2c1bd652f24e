"""URL of the wall display of the staff, under /wall/."""

from django.urls import path

from floor_ui.views import forecast

app_name = "wall"

urlpatterns = [path("<int:room>", forecast.wall, name="room")]
