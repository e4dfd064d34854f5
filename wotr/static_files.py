"""Styles, scripts and pictures: compressed, and under names that change with their contents."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """What `collectstatic` has collected; browsers may keep it for ever.

    As long as nothing has been collected, as in tests, files go by their own names and are sent as they lie in
    `static/`.
    """

    support_js_module_import_aggregation = True

    def stored_name(self, name: str) -> str:
        """Return the name with the hash of the file. Raises ValueError for a file that was not collected."""
        return str(super().stored_name(name)) if self.hashed_files else name
