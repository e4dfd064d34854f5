"""Settings. Everything that an operator may change comes from the environment; docs/operations.md lists it.

Without any variable set, this is the embedded shape: SQLite, a broker in the memory of its worker, mail as files.
"""

import base64
import hashlib
import os
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path

import dj_database_url
from kombu import Exchange, Queue

import rules
from rules.core import plugins
from wotr import house, keys

BASE_DIR = Path(__file__).resolve().parent.parent


def env(name: str, default: str = "") -> str:
    """Return an environment variable, stripped."""
    return os.environ.get(name, default).strip()


def env_flag(name: str, default: bool = False) -> bool:
    """Return whether an environment variable says yes."""
    value = env(name)
    return default if not value else value.lower() in ("1", "true", "yes", "on")


def env_list(name: str, default: str = "") -> list[str]:
    """Return the comma-separated parts of an environment variable."""
    return [part.strip() for part in env(name, default).split(",") if part.strip()]


VAR_DIR = Path(env("VAR_DIR") or BASE_DIR / "var")
VAR_DIR.mkdir(parents=True, exist_ok=True)


def push_key_from(secret: str) -> str:
    """Return the key that signs notices to browsers, raw and in base64url: the same in every process."""
    # Below the order of P-256, whose first four bytes are all ones.
    number = hashlib.pbkdf2_hmac("sha256", secret.encode(), b"push", 1000)
    return base64.urlsafe_b64encode(b"\x00" + number[1:]).decode().rstrip("=")


DEBUG = env_flag("DEBUG")
#: The embedded shape shows mail at /dev/mail/ and signs demo players in; never in production.
DEMO = env_flag("DEMO", default=not env("DATABASE_URL"))
if env("DATABASE_URL") or not DEMO:
    keys.refuse_weak(os.environ)
SECRET_KEY = env("SECRET_KEY") or keys.kept(VAR_DIR / "secret-key")
#: Encrypts the seeds of running games, so that a copy of the database predicts no die.
SEED_KEY = env("SEED_KEY") or keys.kept(VAR_DIR / "seed-key")
#: Every request comes from a proxy of ours, which names the caller.
BEHIND_PROXY = env_flag("BEHIND_PROXY")
#: What a scraper shows at /metrics; without it, only this machine may look, and nobody through a proxy.
METRICS_TOKEN = env("METRICS_TOKEN")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
#: The public address of the site, for links in mail; without a slash at the end.
SITE_URL = env("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
SITE_NAME = env("SITE_NAME", "wotr")
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL.startswith("https://") else []
HTTPS = SITE_URL.startswith("https://")
#: The house values: clocks, pauses, reminders and whatever else this server chose for itself (wotr/house.py).
HOUSE = house.read(
    env(house.FILE),
    os.environ,
    # In a demo notices come at once.
    **({"turn_hold": timedelta(0), "invitation_hold": timedelta(0)} if DEMO else {}),
)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "drf_spectacular",
    "accounts",
    "notifications",
    "games",
    "leagues",
    "wotr",
]

MIDDLEWARE = [
    "wotr.middleware.RequestContextMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "wotr.middleware.BodySizeMiddleware",
    "wotr.middleware.PlainTextMiddleware",
    "wotr.middleware.MissingTitleMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.TimezoneMiddleware",
    "accounts.middleware.VisitMiddleware",
    "accounts.middleware.KnownBrowserMiddleware",
]

ROOT_URLCONF = "wotr.urls"
WSGI_APPLICATION = "wotr.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # Expansions of a title bring templates and static files of their own: all of one is in its folder. So do
        # plugins, which come last: what is here has its name.
        "DIRS": [
            BASE_DIR / "templates",
            *sorted(BASE_DIR.glob("games/boards/*/sets/*/templates")),
            *plugins.folders("templates"),
        ],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["wotr.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "wotr.context.site",
            ],
        },
    },
]

# -- data --------------------------------------------------------------------------------------

DATABASES = {"default": dj_database_url.parse(env("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'wotr.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "wotr.sqlite"
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    DATABASES["default"]["ENGINE"] = "wotr.postgresql"
    DATABASES["default"]["CONN_MAX_AGE"] = 600
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    if env_flag(
        "DATABASE_POOLER"
    ):  # it changes connections: neither statements nor cursors outlive a transaction
        DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        DATABASES["default"].setdefault("OPTIONS", {})["prepare_threshold"] = 1
#: A copy that follows: some pages for strangers are read from it (wotr.replicas).
REPLICA_URL = env("REPLICA_URL")
if REPLICA_URL:
    DATABASES["replica"] = dj_database_url.parse(
        REPLICA_URL, engine="wotr.postgresql", conn_max_age=600, conn_health_checks=True
    )
    DATABASES["replica"]["OPTIONS"] = {"connect_timeout": 2, "tcp_user_timeout": 5_000}
    DATABASE_ROUTERS = ["wotr.replicas.Router"]
    MIDDLEWARE.append("wotr.replicas.LateReadsMiddleware")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL")
CACHES = {
    "default": (
        {"BACKEND": "accounts.counters.CountingRedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        # One web process serves the embedded shape: its rate limits need no cache that others share.
        # There are many of them, so that nobody makes it forget some by filling it up.
        else {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 200_000},
        }
    ),
    # Small pictures of positions (games.boards.picture_store): web processes and workers have them in common.
    "pictures": (
        {"BACKEND": "accounts.counters.CountingRedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        else {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": VAR_DIR / "pictures",
            "OPTIONS": {"MAX_ENTRIES": 1_000},
        }
    )
    | {"KEY_PREFIX": "pictures", "TIMEOUT": 3_600},
}

# -- background work ---------------------------------------------------------------------------

CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_ALWAYS_EAGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
else:  # the memory of the one worker (wotr.worker), which looks so often and takes what there is
    CELERY_BROKER_URL = "memory://localhost//"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.2}
    CELERY_WORKER_PREFETCH_MULTIPLIER = 0
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
#: Clocks wait for nothing; bots think, mail goes out, and addresses that people gave are called each in a queue of
#: their own, and everything else (leagues, tables, the inbox) waits for none of them. A worker that is given no
#: queue serves all.
QUEUES = ("clocks", "celery", "mail", "calls", "bots", "pictures")
CELERY_TASK_QUEUES = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]
CELERY_TASK_ROUTES = {
    "games.tasks.sweep_clocks": {"queue": "clocks"},
    "games.tasks.sweep_held": {"queue": "clocks"},
    "notifications.tasks.sweep_mail": {"queue": "mail"},
    "notifications.tasks.sweep_calls": {"queue": "calls"},
    "games.tasks.play_bot": {"queue": "bots"},
    "games.tasks.sweep_bots": {"queue": "bots"},
    "games.tasks.draw_glimpse": {"queue": "pictures"},
}
#: Whether a commit wakes the workers at once; the sweeps find the work anyway.
NUDGE_WORKERS = True
#: Seconds between two sweeps of what is due (clocks, bots, outbox).
SWEEP_SECONDS = 5
CELERY_BEAT_SCHEDULE = {
    "sweep-clocks": {"task": "games.tasks.sweep_clocks", "schedule": 30.0},
    "sweep-held": {"task": "games.tasks.sweep_held", "schedule": SWEEP_SECONDS},
    "sweep-bots": {"task": "games.tasks.sweep_bots", "schedule": SWEEP_SECONDS},
    "tidy": {"task": "games.tasks.tidy", "schedule": 3600.0},
    "sweep-rules": {"task": "games.tasks.sweep_rules", "schedule": 300.0},
    "sweep-archive": {"task": "games.tasks.sweep_archive", "schedule": 300.0},
    "sweep-orders": {"task": "games.tasks.sweep_orders", "schedule": 15.0},
    "sweep-tables": {"task": "games.tasks.sweep_tables", "schedule": 10.0},
    "sweep-mail": {"task": "notifications.tasks.sweep_mail", "schedule": SWEEP_SECONDS},
    "sweep-calls": {"task": "notifications.tasks.sweep_calls", "schedule": SWEEP_SECONDS},
    "sweep-digests": {"task": "notifications.tasks.sweep_digests", "schedule": 300.0},
    "sweep-inbox": {"task": "notifications.tasks.sweep_inbox", "schedule": SWEEP_SECONDS},
    "fetch-mail": {"task": "notifications.tasks.fetch_mail", "schedule": 60.0},
    "sweep-reminders": {"task": "games.tasks.sweep_reminders", "schedule": 60.0},
    "sweep-leagues": {"task": "leagues.tasks.sweep_leagues", "schedule": 10.0},
    "close-dead-games": {"task": "leagues.tasks.close_dead_games", "schedule": 3600.0},
}
for _sweep in CELERY_BEAT_SCHEDULE.values():
    # One that waited longer than until the next has nothing left to do.
    _sweep["options"] = {"expires": _sweep["schedule"]}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")

# -- accounts ----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "accounts.backends.WaitingAddresses",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "/accounts/login/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupForm"
ACCOUNT_FORMS = {
    "login": "accounts.sign_in_forms.LoginForm",
    "signup": "accounts.sign_in_forms.SignupForm",
    "add_email": "accounts.sign_in_forms.AddEmailForm",
    "change_password": "accounts.sign_in_forms.ChangePasswordForm",
    "set_password": "accounts.sign_in_forms.SetPasswordForm",
    "reset_password": "accounts.sign_in_forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.sign_in_forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.sign_in_forms.ReauthenticateForm",
}
ACCOUNT_EMAIL_VERIFICATION = "optional"
#: One address for each account; a new one replaces it once it is confirmed.
ACCOUNT_CHANGE_EMAIL = True
#: Behind our own proxy, throttling counts the address that the proxy names.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
#: Throttling (ACC-1): n/time/what, where what is the address of the caller or the account. Nothing is counted here by
#: what strangers can name, for they would lock its owner out: passwords are counted in accounts.password_guesses, mails
#: where they are sent.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "login_failed": "",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "confirm_email": "",
    "reauthenticate": "10/m/user",
}
#: Zero bits that a browser has to find before it signs somebody up; about half a second. 0 asks for none.
SIGN_UP_WORK_BITS = int(env("SIGN_UP_WORK_BITS", "15"))
ACCOUNT_UNIQUE_EMAIL = True
#: Signing up lets everybody in at once, so a known address has to make an account, too: one that never gets confirmed.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"

# -- words and time ----------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# -- mail --------------------------------------------------------------------------------------

DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", f"{SITE_NAME} <games@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
SERVER_EMAIL_ADDRESS = parseaddr(DEFAULT_FROM_EMAIL)[1]
EMAIL_HOST = env("EMAIL_HOST")
if EMAIL_HOST:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_PORT = int(env("EMAIL_PORT", "587"))
    EMAIL_HOST_USER = env("EMAIL_HOST_USER")
    EMAIL_HOST_PASSWORD = env("EMAIL_HOST_PASSWORD")
    EMAIL_USE_TLS = env_flag("EMAIL_USE_TLS", default=EMAIL_PORT == 587)
    EMAIL_USE_SSL = env_flag("EMAIL_USE_SSL", default=EMAIL_PORT == 465)
    EMAIL_TIMEOUT = 20
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"
    EMAIL_FILE_PATH.mkdir(exist_ok=True)

#: The address that answers to turn mails go to (`play@example.org`); a token is added behind a plus sign, or in
#: the place of `{token}`. Without it, mails cannot be answered.
MAIL_REPLY_ADDRESS = env("MAIL_REPLY_ADDRESS")
#: `required`: a mail acts at once only if our receiving server, which signs its checks with the name
#: MAIL_AUTHSERV_ID, vouches for the sender; others get a link to confirm. `off`: every mail acts at once.
MAIL_AUTHENTICATION = env("MAIL_AUTHENTICATION", "required")
MAIL_AUTHSERV_ID = env("MAIL_AUTHSERV_ID")
#: Mails of games show a picture of the board to whoever wants one.
MAIL_PICTURES = env_flag("MAIL_PICTURES", default=True)
#: A mailbox to fetch answers from, once a minute.
IMAP_HOST = env("IMAP_HOST")
IMAP_PORT = int(env("IMAP_PORT", "993"))
IMAP_TLS = env_flag("IMAP_TLS", default=True)
IMAP_USER = env("IMAP_USER")
IMAP_PASSWORD = env("IMAP_PASSWORD")
IMAP_FOLDER = env("IMAP_FOLDER", "INBOX")

#: A mail service's name in django-anymail (`postmark`, `mailgun`, ...); its settings come as ANYMAIL_... variables.
MAIL_PROVIDER = env("MAIL_PROVIDER")
ANYMAIL = {
    key.removeprefix("ANYMAIL_"): value for key, value in os.environ.items() if key.startswith("ANYMAIL_")
}
#: Whether the inbound webhooks of mail services are open; only with a secret.
MAIL_WEBHOOKS = bool(ANYMAIL.get("WEBHOOK_SECRET"))
if MAIL_PROVIDER or MAIL_WEBHOOKS:
    INSTALLED_APPS.append("anymail")
if MAIL_PROVIDER:
    EMAIL_BACKEND = f"anymail.backends.{MAIL_PROVIDER}.EmailBackend"

#: Hosts (`127.0.0.1:8123`) that webhooks may reach although they are not public; for tests only.
WEBHOOK_ALLOWED_HOSTS = env_list("WEBHOOK_ALLOWED_HOSTS")
#: Chat services that players may be told through: schemes of Apprise addresses.
CHAT_SCHEMES = env_list("CHAT_SCHEMES", "discord,slack,tgram,ntfy,ntfys,matrixs,gotifys,mmosts,rockets")
#: Signs what we send to browsers: a raw P-256 private key in base64url.
VAPID_PRIVATE_KEY = env("VAPID_PRIVATE_KEY") or push_key_from(SECRET_KEY)
WEBHOOK_TIMEOUT_SECONDS = 6.0
WEBHOOK_MAX_REPLY_BYTES = 65_536

# -- pages -------------------------------------------------------------------------------------

STATIC_URL = "/static/"
#: Where `collectstatic` (and `serve`, which runs it) puts styles, scripts and pictures.
STATIC_ROOT = Path(env("STATIC_ROOT") or VAR_DIR / "static")
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [
    BASE_DIR / "static",
    *sorted(BASE_DIR.glob("games/boards/*/sets/*/static")),
    *plugins.folders("static"),
]
#: Only our own: no page shows any that an app brings along.
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "wotr.static_files.CollectedStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'; "
    "worker-src 'self'"
)
#: Bytes of a request. Mail services hand over a whole mail, in several forms at once.
FORM_BYTES = 262_144
MAIL_WEBHOOK_BYTES = 5_000_000
DATA_UPLOAD_MAX_MEMORY_SIZE = MAIL_WEBHOOK_BYTES if MAIL_WEBHOOKS else FORM_BYTES
#: Seconds within which the body of a request has to arrive, from its first byte to its last.
BODY_SECONDS = float(env("BODY_SECONDS", "10"))
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# -- API ---------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.authentication.TokenAuthentication",
        "games.api.authentication.SeatLinkAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["games.api.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "games.api.problems.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "wotr",
    "DESCRIPTION": "Play long Middle-earth strategy games by correspondence.",
    "VERSION": rules.__version__,
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "OAS_VERSION": "3.1.0",
    "PATH_CONVERTER_OVERRIDES": {"row": {"type": "integer", "minimum": 0, "maximum": 2**63 - 1}},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.descriptions.describe_types",
    ],
}
#: Requests in a minute, by bucket; reading and playing have separate buckets (API-8).
RATE_LIMITS = {"read": 300, "play": 120, "sign-in": 10}
if env_flag("BENCHMARK_NO_LIMITS"):
    RATE_LIMITS = dict.fromkeys(RATE_LIMITS, 10**9)

#: Event streams: listeners of one process, of one address, of one address without an account, of one account, of one
#: seat without an account (anybody can make these).
STREAM_PLACES = int(env("STREAM_PLACES", "5000"))
STREAM_PER_ADDRESS = int(env("STREAM_PER_ADDRESS", "60"))
STREAM_PER_VISITOR_ADDRESS = int(env("STREAM_PER_VISITOR_ADDRESS", "8"))
STREAM_PER_ACCOUNT = int(env("STREAM_PER_ACCOUNT", "12"))
STREAM_PER_SEAT = int(env("STREAM_PER_SEAT", "3"))
#: Seconds between two looks at what no nudge has told the streams of.
STREAM_LOOK_SECONDS = float(env("STREAM_LOOK_SECONDS", "20"))

# -- logging -----------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"refusals": {"()": "wotr.logs.NoRefusals"}},
    "formatters": {"json": {"()": "wotr.logs.JSONFormatter"}},
    "handlers": {
        "console": {"class": "wotr.logs.Handler", "formatter": "json", "filters": ["refusals"]},
    },
    "root": {"handlers": ["console"], "level": env("LOG_LEVEL", "INFO")},
    "loggers": {"django.server": {"level": "WARNING"}, "celery": {"level": "WARNING"}},
}
