"""URLs of the floor."""

from django.urls import path

from floor_ui.views import absences, closing, forecast, phone, queue, tables
from floor_ui.views import breaking as breaks
from floor_ui.views import call as calls
from floor_ui.views import map as the_map
from floor_ui.views import plaque as plaques
from floor_ui.views import ruling as rulings
from web.sign_out import sign_out_view

app_name = "floor"

urlpatterns = [
    path("", queue.index, name="index"),
    path("map/", the_map.index, name="map"),
    path("forecast/", forecast.index, name="forecast"),
    path("forecast/<int:room>/take", forecast.take, name="forecast-take"),
    path("tables/", tables.index, name="tables"),
    path("absences/", absences.index, name="absences"),
    path("absences/<int:pk>/<int:seat>/", absences.pick_up, name="pick-up"),
    path("absences/<int:pk>/<int:seat>/pick-up", absences.picked_up, name="picked-up"),
    path("absences/chips/<int:pk>/", absences.stack, name="stack"),
    path("absences/chips/<int:pk>/return", absences.give_back, name="stack-return"),
    path("absences/chips/<int:pk>/slip.pdf", absences.slip, name="stack-slip"),
    path("closing/", closing.page, name="closing"),
    path("closing/<int:room>/close", closing.close, name="closing-close"),
    path("tables/at/<int:pk>", tables.at, name="table-at"),
    path("tables/<str:name>/", tables.table, name="table"),
    path("tables/<str:name>/break/", breaks.page, name="break"),
    path("tables/<str:name>/break/draw", breaks.draw, name="break-draw"),
    path("tables/<str:name>/<slug:act>", tables.act, name="table-act"),
    path("phone/", phone.index, name="phone"),
    path("phone/allow", phone.allow, name="phone-allow"),
    path("phone/test", phone.test, name="phone-test"),
    path("phone/remove", phone.remove, name="phone-remove"),
    path("phone/duty", phone.duty, name="phone-duty"),
    path("phone/shown", phone.shown, name="phone-shown"),
    path("phone/answer", phone.answer, name="phone-answer"),
    path("sw.js", phone.service_worker, name="phone-service-worker"),
    path("manifest.webmanifest", phone.web_manifest, name="phone-manifest"),
    path("sign-in", queue.sign_in, name="sign-in"),
    path("sign-out", sign_out_view("floor:sign-in"), name="sign-out"),
    path("calls/<int:pk>/", calls.call, name="call"),
    path("calls/<int:pk>/delivered", calls.delivered, name="delivered"),
    path("calls/<int:pk>/answer", calls.answer, name="answer"),
    path("calls/<int:pk>/report", calls.report, name="report"),
    path("calls/<int:pk>/heard", calls.heard, name="heard"),
    path("calls/<int:pk>/escalate", calls.escalate, name="escalate"),
    path("calls/<int:pk>/cancel", calls.cancel, name="cancel"),
    path("calls/<int:pk>/try", calls.try_out, name="try"),
    path("calls/<int:pk>/accept", calls.accept, name="accept"),
    path("calls/<int:pk>/override", calls.override, name="override"),
    path("calls/<int:pk>/impound", calls.impound, name="impound"),
    path("rulings/<int:pk>/", rulings.ruling, name="ruling"),
    path("rulings/<int:pk>/record", rulings.record, name="record"),
    path("rulings/<int:pk>/pay", rulings.pay, name="pay"),
    path("tables/<str:name>/plaque.pdf", plaques.of_table, name="plaque"),
    path("plaques/<int:pk>.pdf", plaques.version, name="plaque-version"),
]
