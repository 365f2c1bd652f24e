"""URLs of the reports, under /reports/."""

from django.urls import path

from reports.archive import views as stored
from reports.pages import conduct, views
from reports.pages import file_job_views as jobs
from web.sign_out import sign_out_view

app_name = "reports"

urlpatterns = [
    path("", views.index, name="index"),
    path("sign-in", views.sign_in, name="sign-in"),
    path("sign-out", sign_out_view("reports:sign-in"), name="sign-out"),
    path("definitions/", views.definitions, name="definitions"),
    path("stored/", stored.index, name="stored"),
    path("stored/<int:pk>/", stored.report, name="stored-report"),
    path("stored/<int:pk>.<slug:form>", stored.file, name="stored-file"),
    path("stored/<int:pk>/close", stored.close, name="stored-close"),
    path("stored/mails/<int:pk>/again", stored.again, name="mail-again"),
    path("consistency/", conduct.consistency, name="consistency"),
    path("consistency.<slug:form>", conduct.consistency_file, name="consistency-file"),
    path("discipline/", conduct.discipline, name="discipline"),
    path("discipline.<slug:form>", conduct.discipline_file, name="discipline-file"),
    path("files/<uuid:key>/", jobs.page_of_file, name="job"),
    path("files/<uuid:key>.pdf", jobs.download, name="job-file"),
    path("<slug:kind>/make", jobs.make, name="make"),
    path("<slug:kind>/", views.report, name="report"),
    path("<slug:kind>.<slug:form>", views.file, name="file"),
]
