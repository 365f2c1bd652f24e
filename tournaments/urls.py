"""URLs of tournaments, below /tournaments/."""

from django.urls import path

from tournaments.pages import (
    plan_calendar,
    plan_event,
    plan_night,
    plan_payouts,
    plan_reports,
    plan_schedule,
    plan_templates,
    views,
)

app_name = "tournaments"

urlpatterns = [
    path("", views.index, name="events"),
    path("<int:event>/", views.director, name="director"),
    path("<int:event>/register/", views.register, name="register"),
    path("<int:event>/tables/", views.tables, name="tables"),
    path("<int:event>/payouts/", views.payouts, name="payouts"),
    path("<int:event>/deal/", views.deal, name="deal"),
    path("<int:event>/bags/", views.bags, name="bags"),
    path("<int:event>/cards/<int:entry>", views.card, name="card"),
    path("<int:event>/slips/<int:entry>", views.slip, name="slip"),
    path("<int:event>/act", views.act, name="act"),
    path("plan/", plan_templates.templates, name="plan"),
    path("plan/new", plan_templates.new_template, name="plan-new"),
    path("plan/<int:template>/", plan_templates.template, name="plan-template"),
    path("plan/<int:template>/payouts/", plan_payouts.payouts, name="plan-payouts"),
    path("plan/<int:template>/night/", plan_night.night, name="plan-night"),
    path("plan/<int:template>/retire", plan_templates.retire, name="plan-retire"),
    path("plan/<int:template>/restore", plan_templates.restore, name="plan-restore"),
    path("plan/calendar/", plan_calendar.calendar, name="plan-calendar"),
    path("plan/schedule/", plan_schedule.schedule, name="plan-schedule"),
    path("plan/events/<int:event>/", plan_event.event_plan, name="plan-event"),
    path("plan/events/<int:event>/cancel", plan_event.cancel_event, name="plan-cancel"),
    path("plan/events/<int:event>/report/", plan_reports.event_report, name="report"),
    path("plan/events/<int:event>/log/", plan_reports.event_history, name="history"),
    path("plan/events/<int:event>/result.csv", plan_reports.result_file, name="result-csv"),
    path("plan/events/<int:event>/report.pdf", plan_reports.report_pdf, name="report-pdf"),
    path("plan/report/", plan_reports.range_report, name="range"),
    path("plan/report.csv", plan_reports.range_file, name="range-csv"),
]
