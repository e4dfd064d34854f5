"""What can go wrong with a notice."""

from __future__ import annotations


class DeliveryError(Exception):
    """A notice could not be sent.

    `permanent`: trying again will not help. `gone`: nothing will ever get there, so that nothing more should be
    sent; that is permanent, too. `ours`: the fault is on this side, whoever the recipient is.
    """

    def __init__(
        self, message: str, *, permanent: bool = False, gone: bool = False, ours: bool = False
    ) -> None:
        super().__init__(message)
        self.permanent = permanent or gone
        self.gone = gone
        self.ours = ours


class NotificationError(Exception):
    """A preference or place that cannot be set, in a player's words, with a stable code."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
