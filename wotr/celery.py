"""The Celery application: workers deliver notices, play bot seats and sweep what is due."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wotr.settings")

app = Celery("wotr")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
