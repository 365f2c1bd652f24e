"""URLs of the waitlists in the API, under /api/v1/rooms/<room>/."""

from django.urls import path

from waitlist.api import command_views, views

urlpatterns = [
    path("lists/", views.ListsView.as_view(), name="lists"),
    path("lists/<str:key>/", views.ListView.as_view(), name="list"),
    path("lists/<str:key>/names/", views.WaitlistEntriesView.as_view(), name="put-down"),
    path("lists/<str:key>/close/", command_views.CloseView.as_view(), name="close-list"),
    path("lists/<str:key>/changes/", command_views.ChangesView.as_view(), name="changes"),
    path("lists/<str:key>/chain/", command_views.ChainView.as_view(), name="chain"),
    path("lists/<str:key>/must-moves/", command_views.MovesView.as_view(), name="must-moves"),
    path("acts/<number:entry>/undo/", command_views.UndoView.as_view(), name="undo-act"),
    path("lists/<str:key>/declines/", command_views.DeclinesView.as_view(), name="declines"),
    path("interest/", command_views.InterestListView.as_view(), name="interest"),
    *(
        path(f"names/<number:number>/{act}/", view.as_view(), name=f"name-{act}")
        for act, view in views.COMMAND_VIEWS.items()
    ),
]
