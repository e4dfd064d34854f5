"""Settings of the test suite: the same server with nothing that waits or leaves traces."""

import os
import tempfile
from dataclasses import replace
from datetime import timedelta

os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="wotr-test-"))
os.environ.setdefault("DEMO", "0")
os.environ.setdefault("LOG_LEVEL", "ERROR")
# What this tree is tested by does not hang on what else is installed.
os.environ["PLUGINS"] = "no"

from wotr.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
_MEMORY = "django.core.cache.backends.locmem.LocMemCache"  # one for all of them: whoever clears it clears everything
CACHES = {name: {"BACKEND": _MEMORY, "KEY_PREFIX": name} for name in CACHES}  # noqa: F405
#: Whole games go by mail: only the tests of pictures draw them.
MAIL_PICTURES = False
#: No broker in tests: the nudge after a commit is dropped; tests run the sweeps themselves.
NUDGE_WORKERS = False
#: A machine with other things to do is no receiver that keeps us waiting.
WEBHOOK_TIMEOUT_SECONDS = 60.0
HOUSE = replace(
    HOUSE,  # noqa: F405
    turn_hold=timedelta(0),
    invitation_hold=timedelta(0),
    practice_hold=timedelta(0),
    hand_over=timedelta(0),
)
if DATABASES["default"]["ENGINE"] == "wotr.sqlite":  # noqa: F405
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}  # noqa: F405
