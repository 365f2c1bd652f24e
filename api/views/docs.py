"""The documentation: an OpenAPI description, and a page of it that loads nothing from other sites."""

from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from web.api import openapi_security  # noqa: F401 - how a token is shown; found by being imported


class SchemaView(SpectacularAPIView):
    """The description. It is public, because it contains nothing about the room."""

    authentication_classes = []
    permission_classes = [AllowAny]
    renderer_classes = [OpenApiJsonRenderer2]


class DocsView(SpectacularSwaggerSplitView):
    """The page. Its script has its own URL, because the content security policy forbids inline scripts."""

    authentication_classes = []
    permission_classes = [AllowAny]
    template_name = "api/docs.html"
    title = "Floorbook API"
