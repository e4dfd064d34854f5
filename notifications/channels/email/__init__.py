"""Mail: to the verified address of an account, or to that of a guest. It has no places of its own."""

from notifications.channels.email.message import id_of
from notifications.channels.email.sending import send
from notifications.channels.transport import MAIL, Transport
from notifications.composers import Notice
from notifications.models import Delivery

__all__ = ("NAME", "Email", "id_of", "send", "transport")

#: As it is stored.
NAME = "email"


class Email(Transport):
    name, label = NAME, "E-mail"
    shelf, column = None, 10
    personal, lane = True, MAIL

    def send(self, delivery: Delivery, notice: Notice) -> None:
        send(delivery, notice)

    def test_notice(self) -> Notice:
        return Notice("A test", "Mail reaches you.", "<p>Mail reaches you.</p>")


transport = Email()
