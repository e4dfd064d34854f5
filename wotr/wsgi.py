"""The WSGI application: pages and API."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wotr.settings")
django.setup(set_prefix=False)

from wotr.retry import Handler  # noqa: E402 - settings first

application = Handler()

# Titles and their boards are loaded before the first player comes: nobody's request has to wait for that.
import rules  # noqa: E402 - settings first
from games import boards  # noqa: E402 - apps first

for _title in rules.titles():
    boards.board_of(_title)
boards.left_out()
