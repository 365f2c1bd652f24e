"""URLs that make a browser a screen of the room, under /screen/."""

from django.urls import path

from waitlist.pages import screen_page

app_name = "screen"

urlpatterns = [path("<int:room>/<str:kind>", screen_page.allow, name="allow")]
