"""Replies of players to texts, delivered by the house's gateway or by Twilio. A forged signature is refused."""

import hmac
import json
import time

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.html import escape
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from outbox import notify, twilio
from waitlist.text_replies import reply_read

MAX_AGE = 300  # seconds between the gateway's signature and now


@csrf_exempt  # Twilio signs the request, and a page of another site can't
@require_POST
def from_twilio(request: HttpRequest) -> HttpResponse:
    """Read a reply that Twilio delivers, and answer as TwiML."""
    fields = {name: str(request.POST[name]) for name in request.POST}
    expected = twilio.signature(settings.TWILIO_AUTH_TOKEN, request.build_absolute_uri(), fields)
    signed = request.headers.get("X-Twilio-Signature", "")
    if settings.NOTIFIER != "twilio" or not _equal(expected, signed):
        return HttpResponse(status=403)
    answer = reply_read(
        provider="twilio",
        key=fields.get("MessageSid", ""),
        phone=fields.get("From", ""),
        text=fields.get("Body", "")[:200],
        now=timezone.now(),
    )
    message = f"<Message>{escape(answer)}</Message>" if answer else ""
    xml = f'<?xml version="1.0" encoding="UTF-8"?><Response>{message}</Response>'
    return HttpResponse(xml, content_type="text/xml")


@csrf_exempt  # the house's gateway signs it with the secret of outgoing messages
@require_POST
def from_house(request: HttpRequest) -> HttpResponse:
    """Read a reply that the house's gateway delivers: {"id", "from", "text"}; answer {"text"}."""
    at = request.headers.get("X-Floorbook-Time", "")
    signed = request.headers.get("X-Floorbook-Signature", "")
    expected = notify.signature(settings.SMS_WEBHOOK_SECRET, at, request.body)
    is_current = at.isascii() and at.isdecimal() and abs(time.time() - int(at[:12])) <= MAX_AGE
    if settings.NOTIFIER != "sms" or not is_current or not _equal(expected, signed):
        return HttpResponse(status=403)
    try:
        data = json.loads(request.body)
        key, phone, text = (str(data[name]) for name in ("id", "from", "text"))
    except (ValueError, TypeError, KeyError):
        return JsonResponse({"error": "Send id, from and text."}, status=400)
    answer = reply_read(provider="house", key=key, phone=phone, text=text[:200], now=timezone.now())
    return JsonResponse({"text": answer})


def _equal(expected: str, signature: str) -> bool:
    return hmac.compare_digest(expected.encode(), signature.encode())
