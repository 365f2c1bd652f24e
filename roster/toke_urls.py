"""URLs of tokes and payroll, below /roster/tokes/."""

from django.urls import path

from roster.pages import payroll_views, toke_views

app_name = "tokes"

urlpatterns = [
    path("", toke_views.index, name="index"),
    path("rules/", toke_views.rules, name="rules"),
    path("<int:room>/pull", toke_views.pull, name="pull"),
    path("<int:room>/act", toke_views.act, name="act"),
    path("<int:room>/boxes/<int:number>/", toke_views.box, name="box"),
    path("<int:room>/boxes/<int:number>/count", toke_views.count, name="count"),
    path("<int:room>/boxes/<int:number>/correct", toke_views.correct, name="correct"),
    path("<int:room>/splits/<int:number>/", toke_views.split, name="split"),
    path("<int:room>/splits/<int:number>/approve", toke_views.approve, name="approve"),
    path("payroll/", payroll_views.payroll, name="payroll"),
    path("payroll.csv", payroll_views.payroll_file, name="payroll-csv"),
    path("<int:room>/payroll/act", payroll_views.act, name="payroll-act"),
    path("<int:room>/payroll/<str:key>/", payroll_views.dealer, name="dealer"),
    path("mine/", payroll_views.mine, name="mine"),
]
