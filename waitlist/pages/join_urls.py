"""URLs of the public page to join a list, under /join/."""

from django.urls import path

from waitlist.pages import join_page

app_name = "join"

urlpatterns = [
    path("<int:room>", join_page.page, name="room"),
    path("<int:room>/code", join_page.code, name="code"),
    path("<int:room>/withdraw", join_page.withdraw, name="withdraw"),
]
