"""Settings, all from the environment; without any, the embedded server on SQLite."""

import tomllib
from datetime import timedelta
from pathlib import Path

import django_stubs_ext
import environ

from config.data_dir import prepare_data_dir
from config.databases import database
from config.secret_key import load_or_create_secret

django_stubs_ext.monkeypatch()  # Django's generic classes accept their parameters at run time too
env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
PRODUCT_VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"][
    "version"
]
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data"))).resolve()
prepare_data_dir(DATA_DIR)
REDIS_URL: str = env.str("REDIS_URL", default="")
HTTPS: bool = env.bool("HTTPS", default=False)

DEBUG: bool = env.bool("DEBUG", default=False)
SECRET_KEY: str = env.str("SECRET_KEY", default="") or load_or_create_secret(
    DATA_DIR / "secret_key"
)
# Earlier keys, for what they signed or encrypted.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "access.admin_config.FloorbookAdminConfig",
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
    "audit",
    "players",
    "tables",
    "django_otp.plugins.otp_totp",
    "access",
    "rulings",
    "web",
    "drops",
    "printing",
    "ops",
    "reports",
    "audit_ui",
    "players_ui",
    "dealer_ui",
    "desk_ui",
    "floor_ui",
    "manage_ui",
    "replay",
    "api",
    "tools.simulation",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.static.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.error_pages.MalformedInputMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "access.middleware.SessionLimitMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.request_origin.RequestOriginMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

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
            ]
        },
    }
]

DATABASES = {"default": database(env, DATA_DIR)}
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
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

# The embedded server's broker is memory: without a short polling interval a task waits a second.
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = {} if REDIS_URL else {"polling_interval": 0.01}
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_BEAT_SCHEDULE = {
    "rules begin": {"task": "rulings.rules_begin", "schedule": 20.0},  # seconds
    "plaques begin": {"task": "tables.plaques_begin", "schedule": 20.0},
    "lists lapse": {"task": "tables.lists_lapse", "schedule": 5.0},
    "line-up": {"task": "tables.lineup_clock", "schedule": 10.0},
    "tablets silent": {"task": "tables.tablets_silent", "schedule": 5.0},
    "webhooks": {"task": "api.deliver", "schedule": 10.0},
    "webhooks forget": {"task": "api.forget", "schedule": 3600.0},
    "usual paces": {"task": "tables.paces_keep", "schedule": 600.0},
    "rollups": {"task": "reports.roll", "schedule": 60.0},
    "retention": {"task": "keeping.retention", "schedule": 86_400.0},
    "access report": {"task": "access.quarter_report", "schedule": 3600.0},
    "logs proved": {"task": "reports.prove", "schedule": 60.0},
    "stored reports": {"task": "reports.store", "schedule": 60.0},
    "report mails": {"task": "reports.mail", "schedule": 60.0},
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# How called players are paged: console, smtp (EMAIL_URL) or sms (a gateway of the house, see tables/notify.py).
NOTIFIER: str = env.str("NOTIFIER", default="console")
SMS_WEBHOOK_URL: str = env.str("SMS_WEBHOOK_URL", default="")
SMS_WEBHOOK_SECRET: str = env.str("SMS_WEBHOOK_SECRET", default="")
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 5  # seconds
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", default="floorbook@localhost")

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["access.hashing.LimitedArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "admin:login"

AXES_FAILURE_LIMIT = 5
# By user name and address together: a stranger elsewhere locks out no manager.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

# No inline scripts or styles, nothing from other sites. Django's admin is left out, because it needs its own scripts.
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
    "DEFAULT_SCHEMA_CLASS": "api.openapi.Schema",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Floorbook",
    "DESCRIPTION": "The Floorbook API. Amounts are integers in the smallest currency unit; times are in UTC. "
    "A refusal is an RFC 9457 problem with a code, a sentence and the rule.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["api.openapi.components"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "persistAuthorization": False,
        "validatorUrl": None,
    },
}
# Requests of one API client per minute, and those of them that change data.
API_RATE: int = env.int("API_RATE", default=600)
API_WRITE_RATE: int = env.int("API_WRITE_RATE", default=240)
# Invalid tokens from one IP address per minute; further ones are asked to wait.
# Sign-in attempts by badge and PIN from one address in a minute; a tablet has a third of them.
SIGN_INS_PER_MINUTE: int = env.int("SIGN_INS_PER_MINUTE", default=60)
API_STRANGERS: int = env.int("API_STRANGERS", default=30)
# Webhook targets besides https to public addresses: https into the house's own network; http to this machine.
HOOKS_PRIVATE: bool = env.bool("HOOKS_PRIVATE", default=False)
HOOKS_HTTP: bool = env.bool("HOOKS_HTTP", default=False)

STATIC_URL = "static/"
STATIC_ROOT: str | None = env.str("STATIC_ROOT", default="") or None
# Without a folder from `collectstatic`, files are served from the apps' folders.
WHITENOISE_USE_FINDERS = STATIC_ROOT is None

LANGUAGE_CODE = "en-us"
# The country of phone numbers without one, as two letters; empty: every number needs its country code.
PHONE_REGION: str = env.str("PHONE_REGION", default="US")
TIME_ZONE: str = env.str("TIME_ZONE", default="UTC")
USE_TZ = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {
        "django.request": {"level": "ERROR"},  # 404s are routine and would drown real errors
        "celery.worker.control": {"level": "ERROR"},  # stops of the worker are routine too
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
