"""URLs to which replies of players are delivered, under /texts/."""

from django.urls import path

from waitlist.pages import text_replies

app_name = "texts"

urlpatterns = [
    path("twilio", text_replies.from_twilio, name="twilio"),
    path("house", text_replies.from_house, name="house"),
]
