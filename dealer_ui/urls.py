"""URLs of the tablet, under /tablet/."""

from django.urls import URLPattern, URLResolver, path

from dealer_ui import engine_files, incident_report, refused_taps, remedy, service_worker, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.page, name="tablet"),
    path("pair", views.pair, name="tablet-pair"),
    path("sign-in", views.sign_in, name="tablet-sign-in"),
    path("sign-out", views.sign_out, name="tablet-sign-out"),
    path("command", views.command, name="tablet-command"),
    path("incident", incident_report.incident, name="tablet-incident"),
    path("refused-taps", refused_taps.refused_taps, name="tablet-refused-taps"),
    path("carry-out", remedy.carry_out_remedy, name="tablet-carry-out"),
    path("snapshot", views.snapshot, name="tablet-snapshot"),
    path("sw.js", service_worker.service_worker, name="tablet-service-worker"),
    path("manifest.webmanifest", service_worker.web_manifest, name="tablet-manifest"),
    path("engine/worker.js", engine_files.worker_script, name="tablet-engine-worker"),
    path("engine/<str:name>.zip", engine_files.engine_bundle, name="tablet-engine"),
    path("runtime/<str:version>/<str:name>", engine_files.runtime_file, name="tablet-runtime-file"),
    path("here", views.heartbeat, name="tablet-here"),
]
