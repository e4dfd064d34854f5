"""The Chromium of this machine; tools/browser.sh installs one."""

import shutil

#: The one without windows does the same work with less effort.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """Return the path of a Chromium, or None if there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
