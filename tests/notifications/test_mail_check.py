"""`manage.py mail_check`: what settings lack, and what the source of a mail tells."""

import io

import pytest
from django.core.management import CommandError, call_command

SIGNED = (
    "from:from:to:subject:subject:date:message-id:list-unsubscribe:list-unsubscribe:list-unsubscribe-post"
)
CHECKED = (
    "mx.far.example; dkim=pass header.d=games.example; spf=pass smtp.mailfrom=play+bounce-1-2@games.example; "
    "dmarc=pass header.from=games.example"
)
STOP = "List-Unsubscribe: <https://games.example/x/>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n"

SECOND = "List-Unsubscribe: <https://evil.example/>"
SIGNED_ONCE = "from:subject:list-unsubscribe:list-unsubscribe-post"


@pytest.fixture(autouse=True)
def well_set(settings):
    settings.EMAIL_HOST = "relay.games.example"
    settings.DEFAULT_FROM_EMAIL = "The games <games@games.example>"
    settings.SITE_URL = "https://games.example"
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    settings.MAIL_AUTHENTICATION = "required"
    settings.MAIL_AUTHSERV_ID = "mx.games.example"
    settings.IMAP_HOST = "imap.games.example"


def check(**files):
    """Return what the command says, and "" or its last sentence if something is missing."""
    out = io.StringIO()
    try:
        call_command("mail_check", stdout=out, **files)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


@pytest.fixture
def source(tmp_path):
    def write(*headers):
        path = tmp_path / "mail.eml"
        path.write_text("\n".join(header.strip("\n") for header in headers) + "\n\nIt is your turn.\n")
        return path

    return write


@pytest.fixture
def ours(source):
    """A mail of ours as a receiver got it, with other checks, signed headers or domain."""

    def write(checked=CHECKED, signed=SIGNED, domain="games.example", more="", stop=STOP):
        return source(
            f"Authentication-Results: {checked}",
            f"DKIM-Signature: v=1; a=rsa-sha256; d={domain}; s=wotr2027; {more}\n\th={signed};\n\tbh=aa=; b=bb",
            "From: The games <games@games.example>",
            "Subject: Your turn",
            stop,
        )

    return write


def test_a_server_that_is_well_set_lacks_nothing():
    said, lacking = check()
    assert not lacking
    assert "MISSING" not in said
    assert "publish SPF, DKIM and DMARC for games.example" in said
    assert "_dmarc.games.example" in said


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("EMAIL_HOST", "", "set EMAIL_HOST or MAIL_PROVIDER"),
        ("DEFAULT_FROM_EMAIL", "wotr <games@localhost>", "set DEFAULT_FROM_EMAIL"),
        ("SITE_URL", "http://games.example", "at an https address only"),
        ("MAIL_REPLY_ADDRESS", "play@elsewhere.example", "does not speak for games.example"),
        ("MAIL_AUTHSERV_ID", "", "MAIL_AUTHSERV_ID is not set"),
        ("MAIL_AUTHENTICATION", "off", "whoever knows a reply address moves"),
    ],
)
def test_what_the_settings_lack_is_named(settings, name, value, words):
    setattr(settings, name, value)
    said, lacking = check()
    (line,) = [line for line in said.split("\n") if "MISSING" in line]
    assert words in line
    assert lacking.startswith("1 of ")


def test_answers_may_come_to_a_domain_below_the_senders(settings):
    settings.MAIL_REPLY_ADDRESS = "{token}@play.games.example"
    assert "the envelope sender is at play.games.example: publish SPF there" in check()[0]
    assert not check()[1]


def test_without_a_reply_address_nothing_is_lacking(settings):
    settings.MAIL_REPLY_ADDRESS = settings.MAIL_AUTHSERV_ID = ""
    said, lacking = check()
    assert "mails cannot be answered" in said
    assert not lacking


def test_a_mail_that_passed_everywhere_is_well(ours):
    said, lacking = check(message=ours())
    assert not lacking
    for method in ("SPF", "DKIM", "DMARC"):
        assert f"{method}: passed at mx.far.example for games.example" in said
    signature = "the signature of games.example (wotr2027) covers"
    assert f"{signature} From, and no second one can be added" in said
    assert f"{signature} List-Unsubscribe, and no second one can be added" in said
    assert f"{signature} List-Unsubscribe-Post\n" in said, (
        "it is signed as often as it is there, not once more"
    )


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"signed": "from:subject:list-unsubscribe"}, "does not cover List-Unsubscribe-Post"),
        ({"signed": "from:subject:list-unsubscribe-post"}, "does not cover List-Unsubscribe:"),
        ({"signed": "from:list-unsubscribe:list-unsubscribe-post"}, "does not cover Subject"),
        ({"signed": "subject:list-unsubscribe:list-unsubscribe-post"}, "does not cover From"),
        ({"stop": f"{STOP}{SECOND}", "signed": SIGNED_ONCE}, "does not cover List-Unsubscribe:"),
        ({"more": "l=200;"}, "covers a part of the body only"),
        ({"domain": "relay.example"}, "it is signed by relay.example only, not by games.example"),
        ({"checked": CHECKED.replace("dkim=pass", "dkim=fail")}, "DKIM: mx.far.example says fail"),
        ({"checked": CHECKED.replace("header.d=games", "header.d=relay")}, "DKIM: passed at mx.far.example, but for"),
        ({"checked": CHECKED.replace("play+bounce-1-2@games", "x@relay")}, "SPF: passed at mx.far.example, but for"),
        ({"checked": CHECKED.replace("dmarc=pass", "dmarc=none")}, "DMARC: mx.far.example says none"),
        ({"checked": CHECKED.partition("; dmarc")[0]}, "DMARC: mx.far.example says nothing"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_mail_of_ours_is_named(ours, how, words):
    said, lacking = check(message=ours(**how))
    (line,) = [line for line in said.split("\n") if "MISSING" in line]
    assert words in line
    assert lacking.startswith("1 of ")


def test_several_headers_of_one_receiver_are_read_together_and_no_others(source, ours):
    text = ours(checked="mx.far.example; dmarc=pass header.from=games.example").read_text()
    own = "Authentication-Results: mx.far.example; dkim=pass header.d=games.example\n"
    foreign = "Authentication-Results: mx.evil.example; spf=pass smtp.mailfrom=a@games.example\n"
    first, _, rest = text.partition("\n")
    said, _ = check(message=source(f"{first}\n{own}{foreign}{rest}"))
    assert "DKIM: passed at mx.far.example" in said
    assert "SPF: mx.far.example says nothing" in said


def test_a_mail_without_checks_or_signature_is_told_so(source):
    said, _ = check(message=source("From: games@games.example", "Subject: Your turn"))
    assert "it holds no Authentication-Results" in said
    assert "it bears no DKIM-Signature" in said
    said, _ = check(message=source("From: a@a.example, b@b.example", "Subject: Your turn"))
    assert "no sender that can be read" in said


def test_a_mail_about_an_account_needs_no_way_to_stop_it(ours):
    said, lacking = check(message=ours(stop="X-Other: 1"))
    assert "the mail has no List-Unsubscribe: notices have one" in said
    assert not lacking


OURS = "Authentication-Results: mx.games.example;"
GOOD = f"{OURS} dkim=pass header.d=shire.example; dmarc=pass header.from=shire.example"


@pytest.mark.parametrize(
    ("headers", "words", "is_well"),
    [
        ([GOOD], "one Authentication-Results bears the name mx.games.example", True),
        ([GOOD, "Authentication-Results: MX.Games.Example; dmarc=pass"], "are not taken away", False),
        (
            [f"{OURS} dmarc=pass", f"{OURS} dkim=pass"],
            "each about something else",
            True,
        ),
        ([GOOD.replace("mx.games", "mx.evil")], "(there are: mx.evil.example)", False),
        ([], "(there are: none at all)", False),
    ],
)  # fmt: skip
def test_whether_foreign_checks_are_taken_away(source, headers, words, is_well):
    said, lacking = check(received=source(*headers, "From: sam@shire.example"))
    assert words in said
    assert (not lacking) is is_well


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match=r"none\.eml cannot be read"):
        call_command("mail_check", message=tmp_path / "none.eml", stdout=io.StringIO())


def test_any_bytes_are_told_something(tmp_path):
    path = tmp_path / "odd.eml"
    for raw in (
        b"",
        b"\xff\xfe\x00",
        b"From: \xe9@x\r\nDKIM-Signature: =;;=\r\n\r\n",
        b"From: " + b"(" * 9000,
    ):
        path.write_bytes(raw)
        assert "MISSING" in check(message=path, received=path)[0]
