"""The shell commands that pages and messages show an operator, adapted to this installation."""

from typing import Literal

from django.conf import settings

Service = Literal["web", "worker", "beat", "redis", "database"]

# How to call `manage.py`, by the setting INSTALLATION. deploy/install.sh and deploy/compose.yaml set it.
_MANAGE = {
    "": ".venv/bin/python manage.py",
    "debian": "floorbook",
    "containers": "docker compose exec web python manage.py",
}
# The systemd units of each service (deploy/systemd/). systemctl resolves the pattern.
_UNITS: dict[Service, str] = {
    "web": "'floorbook-tablets@*' 'floorbook-web@*'",
    "worker": "floorbook-worker-fast floorbook-worker-slow floorbook-worker-mail",
    "beat": "floorbook-beat",
    "redis": "redis-server",
    "database": "postgresql",
}
_CONTAINERS: dict[Service, str] = {
    "web": "web web-second",
    "worker": "worker-fast worker-slow worker-mail",
    "beat": "beat",
    "redis": "redis",
    "database": "postgresql",
}


def manage(arguments: str) -> str:
    """Return the shell command that runs `manage.py` with arguments, such as "floorbook backup"."""
    return f"{_MANAGE[settings.INSTALLATION]} {arguments}"


def migrate() -> str:
    """Return the command that migrates the database to the code's version, as the owner of its tables."""
    if settings.INSTALLATION == "containers":
        return "docker compose run --rm migrate"
    return "floorbook-owner migrate" if settings.INSTALLATION == "debian" else manage("migrate")


def restart(service: Service) -> str:
    """Return the command that restarts a service."""
    if settings.INSTALLATION == "containers":
        return f"docker compose restart {_CONTAINERS[service]}"
    return f"sudo systemctl restart {_UNITS[service]}"
