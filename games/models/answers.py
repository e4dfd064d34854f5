"""Answers that programs were given, for those that ask for the same once more."""

from django.conf import settings
from django.db import models


class KeptAnswer(models.Model):
    """The answer that a request with an idempotency key got, so that sending it again has no second effect (MOV-7).

    Moves and lines of a chat have their keys beside what came of them (Submission, ChatLine).
    """

    #: A digest of who asked (account or seat link), of the method and the address, and of their key.
    name = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="kept_answers")
    request_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    #: Sealed, for some answers hold a secret.
    sealed = models.TextField(default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.user_id} {self.created_at:%Y-%m-%d %H:%M}"
