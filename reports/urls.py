"""The addresses of reports, under /reports/."""

from django.urls import path

from reports.pages import views

app_name = "reports"

urlpatterns = [
    path("", views.index, name="index"),
    path("sign-in", views.sign_in, name="sign-in"),
    path("sign-out", views.sign_out, name="sign-out"),
    path("definitions/", views.definitions, name="definitions"),
    path("<slug:kind>/", views.report, name="report"),
    path("<slug:kind>.<slug:form>", views.file, name="file"),
]
