"""The project as an app: it has no tables, and checks those of the others."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "wotr"

    def ready(self) -> None:
        from wotr import upgrades  # noqa: F401 - registers its check
