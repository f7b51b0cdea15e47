"""Django's settings as a function of the configuration."""

from __future__ import annotations

from typing import Any

from django.utils.functional import SimpleLazyObject

from benchtoward.store.configuration import Configuration
from benchtoward.store.secret_key import secret_key

SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=ON; PRAGMA temp_store=MEMORY;"
"""WAL: readers read while one writes. FULL, and `fullfsync` on macOS: a commit outlasts a power cut."""

SQLITE_BUSY_TIMEOUT_SECONDS = 20
"""How long a writer waits for another one before it is refused."""


def django_settings(configuration: Configuration) -> dict[str, Any]:
    """Return every Django setting that differs from Django's default."""
    return {
        "BENCHTOWARD": configuration,
        "DEBUG": configuration.debug,
        # Lazy, so that reading settings (a type checker does) makes no file.
        "SECRET_KEY": SimpleLazyObject(lambda: secret_key(configuration)),
        "ALLOWED_HOSTS": list(configuration.allowed_hosts),
        "DATABASES": {"default": _database(configuration)},
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        **_application(),
        **_languages(),
        **_static_files(),
        **_security(),
        "LOGGING": _logging(),
    }


def _database(configuration: Configuration) -> dict[str, Any]:
    address = configuration.database
    if address is None:
        return _sqlite(configuration)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": address.name,
        "USER": address.user,
        "PASSWORD": address.password,
        "HOST": address.host,
        "PORT": address.port,
        "OPTIONS": dict(address.options),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def _sqlite(configuration: Configuration) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": configuration.database_file,
        "OPTIONS": {
            "timeout": SQLITE_BUSY_TIMEOUT_SECONDS,
            # A deferred transaction that turns into a writer is refused at once, whatever the timeout.
            "transaction_mode": "IMMEDIATE",
            "init_command": SQLITE_PRAGMAS,
        },
        "CONN_MAX_AGE": None,
        # A file, as in use: an in-memory database has neither WAL nor a second process.
        "TEST": {"NAME": configuration.store / "test.sqlite3"},
    }


def _application() -> dict[str, Any]:
    return {
        "INSTALLED_APPS": ["django.contrib.staticfiles", "benchtoward.store", "benchtoward.web"],
        "MIDDLEWARE": [
            "django.middleware.security.SecurityMiddleware",
            "benchtoward.web.middleware.content_policy",
            "benchtoward.api.middleware.open_api",
            "whitenoise.middleware.WhiteNoiseMiddleware",
            "benchtoward.web.middleware.path_language",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
            "benchtoward.web.pages.errors.ErrorPages",
        ],
        "ROOT_URLCONF": "benchtoward.web.urls",
        "WSGI_APPLICATION": "benchtoward.web.wsgi.application",
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.template.context_processors.i18n",
                    ]
                },
            }
        ],
    }


def _languages() -> dict[str, Any]:
    return {
        "LANGUAGE_CODE": "en",
        "LANGUAGES": [("en", "English"), ("ko", "한국어")],
        "USE_I18N": True,
        "USE_TZ": True,
        "TIME_ZONE": "Asia/Seoul",
    }


def _static_files() -> dict[str, Any]:
    return {
        "STATIC_URL": "/static/",
        # Served straight from the packages: nothing has to be collected before the site starts.
        "WHITENOISE_USE_FINDERS": True,
    }


def _security() -> dict[str, Any]:
    return {
        "SECURE_CONTENT_TYPE_NOSNIFF": True,
        "SECURE_REFERRER_POLICY": "same-origin",
        "SECURE_CROSS_ORIGIN_OPENER_POLICY": "same-origin",
        "X_FRAME_OPTIONS": "DENY",
    }


def _logging() -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"stderr": {"class": "logging.StreamHandler"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            # Django's own default would send mail to administrators.
            "django": {"handlers": [], "level": "WARNING"},
            # An address that is not there is the reader's affair, not the operator's.
            "django.request": {"level": "ERROR"},
        },
    }
