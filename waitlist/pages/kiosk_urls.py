"""URL of the kiosk for self check-in, under /kiosk/."""

from django.urls import path

from waitlist.pages import kiosk

app_name = "kiosk"

urlpatterns = [path("<int:room>", kiosk.page, name="room")]
