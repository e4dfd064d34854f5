"""Errors of notices."""


class DeliveryError(Exception):
    """A notice could not be sent.

    By itself that means: again, later. No answer, or none that makes sense, says nothing about the next time; a
    place from which nothing comes for long is switched off by `notifications.delivery`.

    `permanent`: never; trying this notice again will not help. `gone`: the receiver itself has said for good that
    nothing will ever get there, so that nothing more should be sent; that is permanent, too. `ours`: the fault is
    on this side, whoever the recipient is; it counts against nobody. `answered`: the other side has said so itself,
    and kept nobody waiting.
    """

    def __init__(
        self,
        message: str,
        *,
        permanent: bool = False,
        gone: bool = False,
        ours: bool = False,
        answered: bool = False,
    ) -> None:
        super().__init__(message)
        self.permanent = permanent or gone
        self.gone = gone
        self.ours = ours
        self.answered = answered


class NotificationError(Exception):
    """A preference or place that cannot be set, in a player's words, with a stable code."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class TooOften(Exception):
    """Something that makes mail to others was done as often as it may be; in a player's words, with a stable code.

    `wait`: seconds after which it is possible again.
    """

    def __init__(self, code: str, message: str, wait: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.wait = wait
