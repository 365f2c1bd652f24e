"""URLs under /audit/: the audit search and the access pages."""

from django.urls import path

from manage_ui.audit import access_views, second_factor_views, views
from web.sign_out import sign_out_view

app_name = "audit"

urlpatterns = [
    path("sign-out", sign_out_view("audit:sign-in"), name="sign-out"),
    path("", views.search, name="search"),
    path("sign-in", views.sign_in, name="sign-in"),
    path("acts.csv", views.download, name="download"),
    path("code", second_factor_views.code, name="code"),
    path("factor", second_factor_views.factor, name="second-factor"),
    path("access/", access_views.index, name="access"),
    path("access/people/<int:pk>/reset", access_views.reset, {"act": "reset"}, name="access-reset"),
    path("access/people/<int:pk>/out", access_views.reset, {"act": "out"}, name="access-out"),
    path("access/reports", access_views.make, name="access-report-make"),
    path("access/reports/<int:pk>/", access_views.report, name="access-report"),
    path("access/reports/<int:pk>/sign", access_views.sign, name="access-report-sign"),
    *(
        path(
            f"access/reports/<int:pk>.{kind}",
            access_views.file,
            {"kind": kind},
            name=f"access-report-{kind}",
        )
        for kind in ("csv", "xlsx", "pdf")
    ),
]
