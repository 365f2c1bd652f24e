"""Pages of the rulebook."""

from django.test import Client

from staff.models import Staff


def sign_in_client(staff_member: Staff) -> Client:
    client = Client()
    client.force_login(staff_member.user, "django.contrib.auth.backends.ModelBackend")
    return client
