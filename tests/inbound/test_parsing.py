"""What people wrote is found in mails as common programs send them; nothing in a mail can harm (MIL-7)."""

import json
from email import message_from_bytes
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notifications.inbound.authentication import verdict
from notifications.inbound.html_text import text_of_html
from notifications.inbound.parser import (
    MOST_BYTES,
    MOST_LINE,
    MOST_LINES,
    Unreadable,
    read_message,
)
from notifications.inbound.quotes import below_signs, own_words

pytestmark = pytest.mark.pythons

MAILS = Path(__file__).parent / "mails"
EXPECTED = json.loads((MAILS / "expected.json").read_text())


def test_the_corpus_is_whole():
    assert {path.stem for path in MAILS.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 60


REAL = sorted(name for name in EXPECTED if name.startswith("real-"))


def test_whole_mails_with_all_their_headers_are_vouched_for():
    """Those called real-… stand here as they come through a mail server: path, signature, structure and all."""
    charsets = set()
    for name in REAL:
        raw = (MAILS / f"{name}.eml").read_bytes()
        assert read_message(raw, server="mx.games.example").authentication.method == "dmarc", name
        assert not read_message(raw).authentication.is_good, name
        charsets |= {part.get_content_charset() for part in message_from_bytes(raw).walk()}
    assert len(REAL) >= 35
    assert {"utf-8", "us-ascii", "iso-8859-1", "iso-8859-2", "iso-2022-jp", "gb18030", "euc-kr"} <= charsets


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_what_its_sender_wrote_is_found(name):
    found = read_message((MAILS / f"{name}.eml").read_bytes())
    assert list(found.lines) == EXPECTED[name]["lines"]
    assert bool(found.ignored) == EXPECTED[name].get("ignored", False)
    assert found.sender == EXPECTED[name].get("sender", "sam@shire.example")
    assert "play+abcdefghijklmnopqrstuvwxyz@games.example" in found.recipients


def message(body=b"pass\n", *headers):
    return b"\n".join([b"From: sam@shire.example", b"To: play@games.example", *headers, b"", body])


@pytest.mark.parametrize(
    ("local", "is_program"),
    [
        ("bounce", True),
        ("bounces+17", True),
        ("no-reply", True),
        ("noreply2", True),
        ("mailer-daemon", True),
        ("bouncer.bob", False),
        ("postmasterson", False),
    ],
)
def test_whose_name_begins_like_a_program_s_is_a_person_all_the_same(local, is_program):
    raw = message().replace(b"sam@", local.encode() + b"@")
    assert bool(read_message(raw).ignored) == is_program


def test_a_message_without_a_sender_or_an_id_is_still_one():
    found = read_message(b"\n\npass\n")
    assert (found.sender, found.lines) == ("", ("pass",))
    assert found.message_id.endswith("@without-id>")
    assert found.message_id == read_message(b"\n\npass\n").message_id


def test_a_null_sender_is_a_bounce():
    assert read_message(message(), envelope_sender="").ignored
    assert not read_message(message(), envelope_sender="sam@shire.example").ignored


def test_too_large_is_refused():
    with pytest.raises(Unreadable):
        read_message(b"x" * (MOST_BYTES + 1))


def test_too_many_and_too_long_lines_are_cut_and_it_is_said():
    found = read_message(message(b"pass\n" * (MOST_LINES + 1)))
    assert found.cut
    assert len(found.lines) == MOST_LINES
    found = read_message(message(b"x" * (MOST_LINE + 1)))
    assert found.cut
    assert len(found.lines[0]) == MOST_LINE


def test_parts_nested_beyond_reason_are_not_read():
    raw = b"From: sam@shire.example\n"
    for depth in range(300):
        raw += b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (depth, depth)
    raw += b"Content-Type: text/plain\n\nresign yes\n"
    assert read_message(raw).lines == ()


def test_a_thousand_parts_are_not_read():
    parts = b"".join(b"--b\nContent-Type: text/plain\n\npass\n" for _ in range(1000))
    raw = b'From: sam@shire.example\nContent-Type: multipart/mixed; boundary="b"\n\n' + parts + b"--b--\n"
    assert len(read_message(raw).lines) <= MOST_LINES


def test_line_ends_cannot_be_smuggled_into_a_subject():
    found = read_message(message(b"pass", b"Subject: =?utf-8?Q?a=0D=0ABcc:_x@y.example?="))
    assert "\n" not in found.subject
    assert "\r" not in found.subject


RESULTS = "Authentication-Results: mx.games.example; "


@pytest.mark.parametrize(
    ("results", "method"),
    [
        ("mx.games.example; dmarc=pass (p=reject) header.from=shire.example", "dmarc"),
        ("mx.games.example 1; dkim=pass header.d=shire.example header.s=a", "dkim"),
        ("mx.games.example; dkim=pass header.i=@mail.shire.example", "dkim"),
        ("mx.games.example; spf=pass smtp.mailfrom=sam@shire.example", "spf"),
        ("MX.Games.Example; dkim=fail; spf=pass smtp.mailfrom=shire.example", "spf"),
        ("mx.games.example; dkim=pass header.d=other.example", ""),
        ("mx.games.example; dkim=pass header.d=example", ""),
        ("mx.games.example; dkim=pass header.d=notshire.example", ""),
        ("mx.games.example; dmarc=fail header.from=shire.example; dkim=pass header.d=shire.example", ""),
        ("mx.games.example; none", ""),
        ("mx.evil.example; dmarc=pass header.from=shire.example", ""),
        ("mx.games.example (dmarc=pass header.from=shire.example); spf=softfail", ""),
        ('"mx.games.example"; dmarc=pass header.from="shire.example"', "dmarc"),
        # What stands in quotes or comments may be the sender's own choice.
        (
            'mx.games.example; spf=pass smtp.mailfrom="a; dmarc=pass header.from=shire.example; b"@evil.example',
            "",
        ),
        ('mx.games.example; spf=pass smtp.mailfrom="shire.example"@evil.example', ""),
        (
            'mx.games.example; spf=pass smtp.mailfrom="a\\"; dkim=pass header.d=shire.example; b"@evil.example',
            "",
        ),
        ('mx.games.example; dkim=pass header.i="@evil header.d=shire.example" header.d=evil.example', ""),
        ('mx.games.example; dkim=pass reason="header.d=shire.example" header.d=evil.example', ""),
        (
            'mx.games.example; spf=pass smtp.mailfrom="("@evil.example; dmarc=fail header.from=shire.example; '
            'x=y z.z=")"@evil.example; dkim=pass header.d=shire.example',
            "",
        ),
        ("mx.games.example; spf=none (a \\) b; dkim=pass header.d=shire.example)", ""),
        ("mx.games.example; spf=none (((((((dkim=pass))))))(; dkim=pass header.d=shire.example", ""),
    ],
)
def test_who_vouches_for_the_sender(results, method):
    raw = message(b"pass", b"Authentication-Results: " + results.encode())
    assert read_message(raw, server="mx.games.example").authentication.method == method


def test_only_the_newest_check_of_our_server_counts():
    """The lower one came with the mail: anybody may write that."""
    raw = message(
        b"pass",
        b"Authentication-Results: mx.games.example; dkim=fail",
        b"Authentication-Results: mx.games.example; dmarc=pass header.from=shire.example",
    )
    assert not read_message(raw, server="mx.games.example").authentication.is_good


OURS = b"Authentication-Results: mx.games.example; "
VOUCHED = OURS + b"dmarc=pass header.from=shire.example; dkim=pass header.d=shire.example"


@pytest.mark.parametrize(
    "second",
    [
        VOUCHED,
        OURS + b"dmarc=fail",
        OURS + b"spf=pass smtp.mailfrom=a@shire.example; dkim=pass header.d=shire.example",
        b'Authentication-Results: "MX.Games.Example" 1; dmarc=none',
    ],
)
def test_where_a_check_in_our_name_stands_twice_nothing_is_believed(second):
    """One of them came with the mail, whichever it is."""
    for headers in ([VOUCHED, second], [second, VOUCHED]):
        found = read_message(message(b"pass", *headers), server="mx.games.example").authentication
        assert not found.is_good
        assert found.twice
        assert found.words == "it holds two checks in the name of the receiving server"


@pytest.mark.parametrize(
    "second",
    [
        # Programs that check one after the other, each with a header of its own: OpenDMARC above OpenDKIM.
        OURS + b"spf=pass smtp.mailfrom=a@shire.example",
        OURS + b"none",
        b"Authentication-Results: mx.elsewhere.example; dmarc=fail",
        b"X-Authentication-Results: mx.games.example; dmarc=pass header.from=shire.example",
    ],
)
def test_other_checks_below_ours_take_nothing_away(second):
    found = read_message(message(b"pass", VOUCHED, second), server="mx.games.example").authentication
    assert found.method == "dmarc"
    assert not found.twice


@pytest.mark.parametrize(
    ("given", "sender"),
    [
        ("=?utf-8?q?sam=40shire=2Eexample?= <x@evil.example>", "x@evil.example"),
        ("=?utf-8?q?sam=40shire=2Eexample_=3Ca=40b=3E?= <x@evil.example>", "x@evil.example"),
        ("=?utf-8?q?sam=40shire=2Eexample=2C?= <x@evil.example>", "x@evil.example"),
        ('"sam@shire.example" <x@evil.example>', "x@evil.example"),
        ("=?utf-8?q?sam=40shire=2Eexample?=", ""),
        ("=?iso-8859-1?Q?Gamdschie=2C_S=E4m?= <Sam@Shire.example>", "sam@shire.example"),
        ("=?utf-8?B?R2FtZ2VlLCBTYW0=?= <sam@shire.example>", "sam@shire.example"),
        ('"Gamgee, Sam" <sam@shire.example>', "sam@shire.example"),
        ("sam@shire.example (at home, in bed)", "sam@shire.example"),
        ("(at home (in bed), \\) asleep) sam@shire.example", "sam@shire.example"),
        ('"Sam :) \\"Gamgee\\"" <sam@shire.example>', "sam@shire.example"),
    ],
)
def test_a_name_may_look_like_an_address_but_the_address_counts(given, sender):
    """Whoever has a mailbox with the same provider may still call themselves what they like."""
    raw = f"From: {given}\nTo: {given.replace('x@', 'play@')}\n{RESULTS}dmarc=pass\n\npass".encode()
    found = read_message(raw, server="mx.games.example")
    assert found.sender == sender
    assert found.recipients == ((sender.replace("x@", "play@"),) if sender else ())


@pytest.mark.parametrize(
    "given",
    [
        "sam@shire.example)x@shire.example",
        "sam@shire.example(x@shire.example",
        "sam@shire.example<x@shire.example>",
        "<sam@shire.example>x@shire.example",
        "sam@shire.example x@shire.example",
        "<@evil.example,@other.example:sam@shire.example>",
        '"sam@shire.example',
        "sam@[127.0.0.1]",
    ],
)
def test_a_sender_who_can_be_read_in_two_ways_is_nobody(given):
    """The provider of both checked the one; we must not take it for the other."""
    raw = f"From: {given}\nTo: play@games.example\n{RESULTS}dmarc=pass header.from=shire.example\n\npass"
    found = read_message(raw.encode(), server="mx.games.example")
    assert found.sender == ""
    assert not found.authentication.is_good
    assert found.recipients == ("play@games.example",)


def test_an_odd_name_in_to_hides_no_recipient():
    raw = b"From: sam@shire.example\nTo: Smile :) <play@games.example>\n\npass"
    assert "play@games.example" in read_message(raw).recipients


def test_two_senders_are_none():
    raw = b"From: a@shire.example\nFrom: b@evil.example\n" + RESULTS.encode()
    raw += b"dmarc=pass header.from=shire.example\n\npass"
    assert not read_message(raw, server="mx.games.example").authentication.is_good
    raw = b"From: a@shire.example, b@evil.example\n" + RESULTS.encode()
    raw += b"dmarc=pass header.from=shire.example\n\npass"
    assert not read_message(raw, server="mx.games.example").authentication.is_good


def test_without_a_name_for_our_server_nothing_vouches():
    raw = message(b"pass", b"Authentication-Results: ; dmarc=pass header.from=shire.example")
    assert not read_message(raw).authentication.is_good
    assert not verdict({}, "", "mx").is_good  # type: ignore[arg-type]


# -- whatever comes ----------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        b"From: sam@shire.example\n",
        b"Content-Type: multipart/mixed; boundary=b\n",
        b"Content-Type: text/html; charset=utf-16\n",
        b"Content-Type: text/plain; charset*0=ut; charset*1=f-8\n",
        b"Content-Transfer-Encoding: base64\n",
        b"Content-Transfer-Encoding: quoted-printable\n",
        b"Content-Transfer-Encoding: x-uuencode\n",
        b"Authentication-Results: mx; dkim=pass header.d=shire.example\n",
        b"Subject: =?utf-8?B?////?=\n",
        b"From: =?x?Q?=?= <a@b.c>\n",
        b"\n",
        b"--b\n",
        b"--b--\n",
        b"> quoted\n",
        b"On 3 May 2027, wotr wrote:\n",
        b"From: x\nSent: 2027\n",
        b"-- \n",
        b"begin 644 x\n",
        b"<div class=gmail_quote><blockquote>",
        b"</div></p></blockquote>",
        b"<![CDATA[<!-- <style>",
        "Lórien ∞ \u202e".encode(),
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(PIECES, st.binary(max_size=40)), max_size=30), st.sampled_from([None, "", "a@b.c"]))
def test_no_bytes_do_more_than_make_a_message_unreadable(pieces, envelope):
    try:
        found = read_message(b"".join(pieces), envelope_sender=envelope, server="mx")
    except Unreadable:
        return
    assert len(found.lines) <= MOST_LINES
    assert all(line.strip() and "\n" not in line and "\x00" not in line for line in found.lines)
    assert "\n" not in found.message_id


@st.composite
def spoilt(draw):
    """A mail of the corpus in which pieces are cut out, doubled, moved or overwritten."""
    raw = (MAILS / f"{draw(st.sampled_from(sorted(EXPECTED)))}.eml").read_bytes()
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(raw)))
        end = min(begin + draw(st.integers(0, 200)), len(raw))
        piece = draw(st.one_of(st.just(b""), st.just(raw[begin:end] * 2), PIECES, st.binary(max_size=8)))
        raw = raw[:begin] + piece + raw[end:]
    return raw


@settings(max_examples=300, deadline=None)
@given(spoilt())
def test_no_spoilt_mail_does_more_than_hold_other_words(raw):
    try:
        found = read_message(raw, server="mx.games.example")
    except Unreadable:
        return
    assert len(found.lines) <= MOST_LINES
    assert all(line.strip() and len(line) <= MOST_LINE and "\n" not in line for line in found.lines)
    assert "\n" not in found.message_id + found.subject + found.sender
    assert read_message(raw, server="mx.games.example") == found


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(
    st.text(alphabet=st.characters(codec="utf-8", exclude_characters="<>&"), min_size=1, max_size=60).filter(
        lambda text: text.strip()
    )
)
def test_text_in_html_stays_text(words):
    assert " ".join(text_of_html(f"<p>{words}</p>").split()) == " ".join(words.split()) or "\x00" in words


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=400))
def test_what_is_own_is_part_of_the_text(text):
    assert all(line in text for line in own_words(text))


@pytest.mark.parametrize(
    "nasty", ["<" * 50_000, "<!--" * 20_000, "<div>" * 40_000, "&#" * 50_000, "<a " * 40_000, "]]>" * 30_000]
)
def test_before_nasty_html_the_words_are_found_within_the_time_of_a_test(nasty):
    """A reader that searches again and again for the ends of such things would take hours."""
    raw = b"From: a@b.example\nContent-Type: text/html\n\n<p>pass</p><p>place gondor</p>" + nasty.encode()
    found = read_message(raw)
    assert found.lines[:2] == ("pass", "place gondor")
    assert len(found.lines) <= MOST_LINES
    assert all(len(line) <= MOST_LINE for line in found.lines)


def test_of_a_long_report_its_beginning_is_read():
    part = b"--b\nContent-Type: message/delivery-status\n\nStatus: 5.1.1\n" + b"X-More: and so on\n" * 2000
    found = read_message(message(part + b"--b--\n", b'Content-Type: multipart/report; boundary="b"'))
    assert "Status: 5.1.1" in found.report
    assert len(found.report) == 20_000


def test_a_move_that_looks_like_a_header_stands_above_those_of_outlook():
    headers = "From: wotr <games@localhost>\nSent: Monday, 3 May 2027 12:00\nTo: you\nSubject: your turn"
    assert own_words(f"from: minas-morgul\n\n{headers}\n\nIt is your turn.") == ["from: minas-morgul"]
    assert own_words(f"{headers}\n\nIt is your turn.") == []


def test_moves_that_begin_alike_are_no_headers():
    moves = ["to: ash-mountains", "fly: nazgul at minas-morgul", "to: north-downs"]
    assert own_words("\n".join([*moves, "", "On 3 May 2027, wotr wrote:", "> It is your turn."])) == moves


OURS = "Write your moves above this line.\n\nIt is your turn.\n  1. pass"
QUOTED = "\n".join(f"> {line}" for line in OURS.split("\n"))


@pytest.mark.parametrize(
    ("head", "below"),
    [
        (
            "보낸 사람: wotr <games@localhost>\n보낸 날짜: 2026년 11월 26일\n받는 사람: frodo\n제목: x",
            OURS,
        ),
        (
            "Feladó: wotr <games@localhost>\nElküldve: 2026. november 26. 13:29\nCímzett: frodo\nTárgy: x",
            OURS,
        ),
        ("*Mittente:* wotr\n*Inviato:* giovedì 26 novembre 2026\n*Oggetto:* x", QUOTED),
        ("On 26 November 2026 at 13:29, War of the Ring said:", QUOTED),
        ("W dniu 26.11.2026 o 13:29, wotr pisze:", QUOTED),
        ("2026年11月26日(木) 13:29 wotr <games@localhost>:", f"\n{QUOTED}"),
        ("בתאריך יום ה׳, 26 בנוב׳ 2026 ב-13:29 מאת wotr <\u200egames@localhost\u200e>:", f"\n{QUOTED}"),
    ],
)
def test_the_head_of_an_answered_mail_is_known_by_its_shape(head, below):
    """In languages of which no word is known: who and when, a colon, and the mail itself right below."""
    assert own_words(f"guide: strider\n\n{head}\n\n{below}") == ["guide: strider"]
    if "\n" not in head:
        assert own_words(f"{head}\n{QUOTED}\n\nguide: strider") == ["guide: strider"]


def test_moves_with_colons_above_our_own_mail_are_no_head():
    moves = ["use character: separate", "who: strider, gimli", "to: rivendell", "hunt: 2"]
    assert own_words("\n".join([*moves, "", OURS])) == moves
    assert own_words("\n".join([*moves, "", QUOTED])) == moves


def test_what_a_program_breaks_off_a_quoted_line_is_quoted():
    """Wrapped at 76 after the marks were set, as if the words stood alone."""
    quoted = [
        "> Meriadoc Brandybuck, Gimli, Legolas, Boromir, Strider, Gandalf the Grey and",
        "Peregrin",
        "> Took.",
    ]
    assert own_words("\n".join([*quoted, "", "guide: strider"])) == ["guide: strider"]
    between = ["> Who guides the Fellowship?", "guide: strider", "> Write your moves above this line."]
    assert own_words("\n".join(between)) == ["guide: strider"]


def test_a_message_signed_in_the_clear_is_read():
    signed = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nguide: strider\n- -- \nPeter\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCAAdFiEE\n-----END PGP SIGNATURE-----"
    )
    assert own_words(signed) == ["guide: strider"]


@pytest.mark.parametrize("signs", ["***", "---", "======", "~~~", "--- second action ---", "___"])
def test_what_stands_below_a_line_of_signs_is_not_read_but_known(signs):
    text = f"guide: strider\n\n{signs}\nhunt: 2\n\nOn 26 Nov 2026 wotr <games@localhost> wrote:\n{QUOTED}"
    assert own_words(text) == ["guide: strider"]
    assert below_signs(text) == ["hunt: 2"]
    assert below_signs(text.replace(signs, "--")) == []
    assert below_signs(QUOTED) == []
