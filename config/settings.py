"""Settings, all from the environment; without any, the embedded server on SQLite."""

import os
import tomllib
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import django_stubs_ext
from phonenumbers import SUPPORTED_REGIONS

from config.data_dir import optional_path, prepare_data_dir
from config.databases import SESSION, database, set_session
from config.email_server import email_settings
from config.environment import Environment, variables_of
from config.logs import logging_settings
from config.scheduled_tasks import (
    QUEUES,
    VISIBILITY_TIMEOUT,
    WORK,
    beat_schedule,
    limits_of_tasks,
    queues_of_tasks,
)
from config.secret_key import load_or_create_secret

django_stubs_ext.monkeypatch()  # Django's generic classes accept their parameters at run time too
env = Environment(variables_of(os.environ))

BASE_DIR = Path(__file__).resolve().parent.parent
PRODUCT_VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"][
    "version"
]
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "data"))).resolve()
REDIS_URL: str = env.text("REDIS_URL")
HTTPS: bool = env.flag("HTTPS")
# The address on which `run_room` and `serve` listen; 0.0.0.0 is every network of this machine.
HOST: str = env.text("HOST", "127.0.0.1")
PORT: int = env.number("PORT", 8000, most=65_535)

DEBUG: bool = env.flag("DEBUG")
SECRET_KEY: str = env.text("SECRET_KEY")
# Earlier keys, for data that they signed or encrypted.
SECRET_KEY_FALLBACKS: list[str] = env.names("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS: list[str] = env.names("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.names("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "web.admin_config.FloorbookAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_celery_beat",
    "axes",
    "csp",
    "config",
    "journal",
    "staff",
    "outbox",
    "players",
    "tables",
    "absences",
    "waitlist",
    "lineup",
    "tournaments",
    "drop",
    "promotions",
    "django_otp.plugins.otp_totp",
    "rulings",
    "web",
    "ops",
    "reports",
    "dealer_ui",
    "floor_ui",
    "school",
    "banked",
    "roster",
    "manage_ui",
    "api",
    "tools.simulation",
]

MIDDLEWARE = [
    "config.edge.edge_middleware",
    "django.middleware.security.SecurityMiddleware",
    "config.static.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.error_pages.MalformedInputMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "web.middleware.SessionLimitMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.request_origin.RequestOriginMiddleware",
    "staff.house_currency.CurrencyMiddleware",
    "staff.time_zone.TimeZoneMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

COMMAND_EFFECTS = "config.command_effects"
NAVIGATION = "config.navigation"
HOOKS = "config.hooks"
EVIDENCE_FILES = "config.evidence_files"
ADDRESSES = "config.addresses"
HEALTH_CHECKS = "config.health"
RETAINED_RECORDS = "config.retained_records"
TABLET_ENGINE = "config.tablet_engine"
TABLET_STATIC = ("dealer_ui", "school", "banked")
# Data that the engine's code reads beside itself.
TABLET_DATA = ("banked/rules/irregularities.toml",)  # apps whose static files a tablet keeps

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.areas.area_templates",
            ]
        },
    }
]

_DATABASE_RULE = "must be an address such as postgres://user:password@host/name"
DATABASES = {
    "default": env.parsed(
        "DATABASE_URL", lambda address: database(address, DATA_DIR), "", _DATABASE_RULE
    )
}
set_session(SESSION, os.environ)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Memory is per process; API requests are counted for all processes together.
_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": _MEMORY},
    "api": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": _MEMORY, "LOCATION": "api", "OPTIONS": {"MAX_ENTRIES": 10_000}},
}

CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "web.channel_layer.LocalFirstLayer",
        # A Redis that hangs must not delay the sending of messages.
        "CONFIG": {
            "hosts": [{"address": REDIS_URL, "socket_connect_timeout": 2, "socket_timeout": 2}]
        },
    }
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

# The embedded server's broker is memory: a task waits at most this long, and an idle server checks
# ten times a second.
# Celery uses another scheme for a Redis on a Unix socket.
CELERY_BROKER_URL = (
    REDIS_URL.replace("unix://", "redis+socket://", 1) if REDIS_URL else "memory://localhost"
)
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "socket_connect_timeout": 2,  # seconds until an unreachable Redis is an error
        # Seconds until the unfinished task of a killed worker goes to another one: longer than any task may take.
        "visibility_timeout": VISIBILITY_TIMEOUT,
        "unacked_restore_throttle": 1,  # checked every ten seconds, instead of every hundred
    }
    if REDIS_URL
    else {"polling_interval": 0.1}
)
CELERY_BEAT_SCHEDULER = "config.beat:HeartbeatScheduler"
CELERY_BEAT_SCHEDULE = beat_schedule()
HEARTBEAT_QUEUES = list(QUEUES)  # beat requests a heartbeat from the workers of each
# A worker without --queues takes tasks from all of them.
CELERY_TASK_QUEUES = {name: {"exchange": name, "routing_key": name} for name in QUEUES}
CELERY_TASK_DEFAULT_QUEUE = WORK
CELERY_TASK_ROUTES = {name: {"queue": queue} for name, queue in queues_of_tasks().items()}
CELERY_TASK_ANNOTATIONS = limits_of_tasks()
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # a long task does not delay others
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# Selects the operator's commands that pages show. The files in deploy/ set it.
INSTALLATION: str = env.text("INSTALLATION", choices=("", "debian", "containers"))
# Requests for /readyz and /metrics with this token get the facts. Without a token, programs on this
# machine get them.
METRICS_TOKEN: str = env.text("METRICS_TOKEN")
# Where the processes of this machine store their numbers for /metrics; needed as soon as there are
# several.
METRICS_DIR: Path | None = optional_path(env.text("METRICS_DIR"))
# Backups, and copies of them on another disk or machine; how old the last one may be, in hours.
BACKUP_DIR: Path = Path(env.text("BACKUP_DIR") or DATA_DIR / "backups").resolve()
BACKUP_COPY_DIR: Path | None = optional_path(env.text("BACKUP_COPY_DIR"))
BACKUP_KEEP_DAYS: int = env.number("BACKUP_KEEP_DAYS", 30, most=36_500)
BACKUP_KEEP_MONTHS: int = env.number("BACKUP_KEEP_MONTHS", 12, least=0, most=120)
BACKUP_MAX_AGE_HOURS: int = env.number("BACKUP_MAX_AGE_HOURS", 26, most=8_760)
# The certificate that the proxy serves, as a PEM file; the health page shows when it expires.
CERTIFICATE_FILE: Path | None = optional_path(env.text("CERTIFICATE_FILE"))

# How called players are paged: console, smtp (EMAIL_URL) or sms (a gateway of the house, see outbox/notify.py).
NOTIFIER: str = env.text("NOTIFIER", "console", choices=("console", "smtp", "sms", "twilio"))
SMS_WEBHOOK_URL: str = env.text("SMS_WEBHOOK_URL")
SMS_WEBHOOK_SECRET: str = env.text("SMS_WEBHOOK_SECRET")
TWILIO_URL = "https://api.twilio.com"
TWILIO_ACCOUNT_SID: str = env.text("TWILIO_ACCOUNT_SID")
TWILIO_AUTH_TOKEN: str = env.text("TWILIO_AUTH_TOKEN")
TWILIO_FROM: str = env.text("TWILIO_FROM")
_EMAIL_RULE = "must be an address such as smtp+tls://user:password@host:587"
_EMAIL = env.parsed("EMAIL_URL", email_settings, "consolemail://", _EMAIL_RULE)
vars().update(_EMAIL)
EMAIL_TIMEOUT = 5  # seconds
DEFAULT_FROM_EMAIL: str = env.text("DEFAULT_FROM_EMAIL", "floorbook@localhost")

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["staff.hashing.LimitedArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "manage:sign-in"

AXES_FAILURE_LIMIT = 5
# By user name and address together, so that a stranger elsewhere cannot lock out a manager.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "web.password_sign_in.locked_out"

# No inline scripts or styles, nothing from other sites. Django's admin is excluded, because it
# needs its own scripts.
CONTENT_SECURITY_POLICY = {
    "EXCLUDE_URL_PREFIXES": ["/admin/"],
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "config.error_pages.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "web.api.openapi.Schema",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Floorbook",
    "DESCRIPTION": "The Floorbook API. Amounts are integers in the smallest unit of the currency, which `/me/` names; "
    "times are in UTC. "
    "A refusal is an RFC 9457 problem with a code, a sentence and the rule.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["web.api.openapi.components"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "persistAuthorization": False,
        "validatorUrl": None,
    },
}
# Requests of one API client per minute, and those of them that change data.
API_RATE: int = env.number("API_RATE", 600, most=1_000_000)
API_WRITE_RATE: int = env.number("API_WRITE_RATE", 240, most=1_000_000)
# Sign-in attempts by badge and PIN from one address in a minute; a tablet has a third of them.
SIGN_INS_PER_MINUTE: int = env.number("SIGN_INS_PER_MINUTE", 60, most=1_000_000)
# Invalid tokens from one IP address per minute; further requests must wait.
API_STRANGERS: int = env.number("API_STRANGERS", 30, most=1_000_000)
# Webhook targets in addition to https to public addresses: https into the house's own network; http
# to this machine.
HOOKS_PRIVATE: bool = env.flag("HOOKS_PRIVATE")
HOOKS_HTTP: bool = env.flag("HOOKS_HTTP")

STATIC_URL = "static/"
# The folder of `collectstatic`: beside the code of an installed release, or as set in STATIC_ROOT.
_COLLECTED = BASE_DIR / "staticfiles"
STATIC_ROOT: str | None = env.text("STATIC_ROOT") or (
    str(_COLLECTED) if _COLLECTED.is_dir() else None
)
# Without a folder from `collectstatic`, files are served from the apps' folders.
WHITENOISE_USE_FINDERS = STATIC_ROOT is None

LANGUAGE_CODE = "en-us"
# The country of phone numbers without a country code, as two letters; if empty, every number needs
# its country code.
PHONE_REGION: str = env.text("PHONE_REGION", "US", can_be_empty=True)
TIME_ZONE: str = env.text("TIME_ZONE", "UTC")
USE_TZ = True

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOG_LEVEL: str = env.text("LOG_LEVEL", "WARNING", choices=LEVELS)
LOG_FORMAT: str = env.text("LOG_FORMAT", "line", choices=("line", "json"))
LOGGING = logging_settings(LOG_FORMAT, LOG_LEVEL)

# Settings that do not go together. All wrong variables are reported before anything is created or
# opened.
_MESSENGER = _EMAIL["EMAIL_BACKEND"].rpartition(".")[0].rpartition(".")[2]
env.require(
    not REDIS_URL or urlsplit(REDIS_URL).scheme in ("redis", "rediss", "unix"),
    "REDIS_URL must be an address such as redis://127.0.0.1:6379/0 or unix:///run/redis/redis-server.sock.",
)
env.require(
    TIME_ZONE in available_timezones(),
    f"TIME_ZONE must be a name such as America/Los_Angeles, not {TIME_ZONE!r}.",
)
env.require(
    not PHONE_REGION or PHONE_REGION in SUPPORTED_REGIONS,
    f"PHONE_REGION must be a country in two letters, such as US, or empty, not {PHONE_REGION!r}.",
)
env.require(
    NOTIFIER != "sms" or (SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET),
    "NOTIFIER is sms, so SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET are needed.",
)
env.require(
    NOTIFIER != "twilio" or (TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN and TWILIO_FROM),
    "NOTIFIER is twilio, so TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are needed.",
)
env.require(
    NOTIFIER != "smtp" or _MESSENGER != "console",
    "NOTIFIER is smtp, so EMAIL_URL is needed: smtp+tls://user:password@host:587.",
)
env.require(
    not any("/" in host or host.count(":") == 1 for host in ALLOWED_HOSTS),
    f"ALLOWED_HOSTS has names without scheme and port, such as floorbook.lan, not {','.join(ALLOWED_HOSTS)!r}.",
)
env.require(
    all(urlsplit(origin).netloc for origin in CSRF_TRUSTED_ORIGINS),
    "CSRF_TRUSTED_ORIGINS has origins such as https://floorbook.example, not "
    f"{','.join(CSRF_TRUSTED_ORIGINS)!r}.",
)
env.require(not (HTTPS and DEBUG), "DEBUG shows source code to strangers: never with HTTPS.")
env.refuse_problems()
ENVIRONMENT_DEFAULTS = env.defaults

prepare_data_dir(DATA_DIR)
if METRICS_DIR is not None:
    prepare_data_dir(METRICS_DIR, "METRICS_DIR")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)  # read when the library is imported
SECRET_KEY = SECRET_KEY or load_or_create_secret(DATA_DIR / "secret_key")
