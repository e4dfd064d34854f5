"""The Django project: settings, addresses, processes. No behaviour."""

from wotr.celery import app as celery_app

__all__ = ["celery_app"]
