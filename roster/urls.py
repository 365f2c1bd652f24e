"""URLs of the roster, under /roster/."""

from django.urls import path

from roster.pages import (
    calendar_views,
    crew_views,
    day_views,
    fairness_views,
    own_views,
    week_views,
)

app_name = "roster"

urlpatterns = [
    path("", week_views.week, name="week"),
    path("<int:room>/<str:monday>/open", week_views.week_open, name="week-open"),
    path("<int:room>/<str:monday>/act", week_views.week_act, name="week-act"),
    path("<int:room>/<str:monday>/shift", week_views.shift, name="shift"),
    path("<int:room>/<str:monday>/cancel", week_views.run_cancel, name="run-cancel"),
    path("crew/", crew_views.crew, name="crew"),
    path("crew/<int:room>/act", crew_views.crew_act, name="crew-act"),
    path("day/", day_views.day, name="day"),
    path("day/<int:room>/<str:monday>/act", day_views.day_act, name="day-act"),
    path("fairness/", fairness_views.fairness, name="fairness"),
    path("mine/", own_views.mine, name="mine"),
    path("mine/<int:room>/act", own_views.mine_act, name="mine-act"),
    path("mine/<int:room>/<str:monday>/<int:shift>/", own_views.mine_swap, name="mine-swap"),
    path("mine/<int:room>/phone", own_views.phone, name="own-phone"),
    path("mine/<int:room>/address", own_views.notice_address, name="notice-address"),
    path("mine/<int:room>/calendar", own_views.calendar_renew, name="calendar-renew"),
    path("mine/<str:part>/", own_views.mine, name="mine-part"),
    path("calendar/<str:token>.ics", calendar_views.calendar, name="calendar"),
]
