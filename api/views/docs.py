"""The documentation: an OpenAPI description, and a page of it without anything from elsewhere."""

from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from api import security  # noqa: F401 - how a token is shown; found by being imported


class SchemaView(SpectacularAPIView):
    """The description; whoever reaches the room may read it, it says nothing of the room."""

    authentication_classes = []
    permission_classes = [AllowAny]
    renderer_classes = [OpenApiJsonRenderer2]


class DocsView(SpectacularSwaggerSplitView):
    """The page. Its script comes from an address of its own, for no script may stand in a page here."""

    authentication_classes = []
    permission_classes = [AllowAny]
    template_name = "api/docs.html"
    title = "Floorbook for other programs"
