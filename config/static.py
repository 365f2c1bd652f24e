"""Static files under ASGI."""

from django.http import FileResponse, HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise with complete responses, because Django warns about files streamed under ASGI."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse | FileResponse:
        """Return the file's bytes with WhiteNoise's headers."""
        match = static_file.get_response(request.method, request.META)
        body = match.file.read() if match.file is not None else b""
        response = HttpResponse(body, status=int(match.status))
        del response["Content-Type"]
        for name, value in match.headers:
            response[name] = value
        return response
