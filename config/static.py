"""Static files under ASGI."""

from django.http import FileResponse, HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with whole files: Django warns of files streamed under ASGI."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse | FileResponse:
        """Answer with the file's bytes and WhiteNoise's headers."""
        found = static_file.get_response(request.method, request.META)
        body = found.file.read() if found.file is not None else b""
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response
