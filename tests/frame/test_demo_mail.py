"""The mailbox of the demo: links to new passwords lie there, so nobody reads it from elsewhere."""

import re
from email.mime.image import MIMEImage

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.filebased import EmailBackend
from django.test import Client

from notifications.channels.email.message import Mail

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings, tmp_path):
    settings.DEMO = True
    settings.EMAIL_FILE_PATH = tmp_path
    mail = EmailMessage("A new password", "Open this link.", to=["frodo@example.org"])
    EmailBackend(file_path=tmp_path).send_messages([mail])
    return settings


def get(path="/dev/mail/", host="127.0.0.1:8000", address="127.0.0.1", **headers):
    return Client().get(path, HTTP_HOST=host, REMOTE_ADDR=address, **headers)


def test_the_demo_shows_its_mail_on_the_machine_itself(demo):
    page = get().content.decode()
    assert "A new password" in page
    name = re.search(r'"/dev/mail/([^/"]+)/"', page)[1]
    assert "Open this link." in get(f"/dev/mail/{name}/").content.decode()


@pytest.mark.parametrize(
    ("host", "address"),
    [("localhost:8123", "127.0.0.1"), ("[::1]:8000", "::1"), ("127.0.0.1", "::ffff:127.0.0.1")],
)
def test_the_machine_has_several_names(demo, host, address):
    demo.ALLOWED_HOSTS = ["*"]
    assert get(host=host, address=address).status_code == 200


@pytest.mark.parametrize(
    "request_",
    [
        {"address": "192.0.2.7"},
        {"address": "10.0.0.1"},
        {"address": ""},
        {"host": "evil.example"},  # a name that its owner lets point to 127.0.0.1 (DNS rebinding)
        {"host": "127.0.0.1.evil.example"},
        {"host": "192.0.2.1:8000"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_HOST": "localhost"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
    ],
    ids=str,
)
def test_nobody_else_reads_it(demo, request_):
    demo.ALLOWED_HOSTS = ["*"]
    paths = ("/dev/mail/", "/dev/mail/anything/", "/dev/mail/anything/html/")
    assert {get(path, **request_).status_code for path in paths} == {404}
    assert "/dev/mail/" not in get("/", **request_).content.decode()


def test_not_behind_a_proxy_nor_at_a_public_address(demo):
    demo.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert get().status_code == 404
    demo.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    demo.SITE_URL = "https://play.example.org"
    assert get().status_code == 404


def test_it_is_for_the_demo_only(demo):
    assert "/dev/mail/" in get("/").content.decode()
    demo.DEMO = False
    assert get().status_code == 404


def test_the_demo_shows_the_pictures_of_a_mail(demo):
    """They lie in the mail itself: nothing is fetched from anywhere."""
    mail = Mail("Your turn", "Text", to=["frodo@example.org"])
    mail.attach_alternative('<img src="cid:board@pictures.invalid">', "text/html")
    part = MIMEImage(b"\x89PNG", "png")
    part.add_header("Content-ID", "<board@pictures.invalid>")
    mail.attach(part)
    EmailBackend(file_path=demo.EMAIL_FILE_PATH).send_messages([mail])
    names = re.findall(r'"/dev/mail/([^/"]+)/"', get().content.decode())
    answers = [get(f"/dev/mail/{name}/html/") for name in names]
    (page,) = [answer for answer in answers if answer.status_code == 200]
    assert 'src="data:image/png;base64,iVBORw=="' in page.content.decode()
    assert "img-src data:;" in page["Content-Security-Policy"]
