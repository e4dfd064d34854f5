"""What is text of a mail: nothing that is struck out, hidden or attached, in whatever character set it is written."""

from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest

from notifications.inbound.html_text import text_of_html
from notifications.inbound.parser import MOST_BYTES, MOST_TAKEN, Unreadable, lightened, read_message

pytestmark = pytest.mark.pythons

MOVE, OTHER = "guide: strider", "guide: gandalf-the-grey"


def in_html(html):
    struck = []
    return text_of_html(html, struck).split("\n"), struck


def lines_of(part):
    part["From"], part["To"] = "sam@shire.example", "play@games.example"
    found = read_message(part.as_bytes())
    return list(found.lines), list(found.struck)


# -- struck out ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "struck",
    [
        "<s>{}</s>",
        "<DEL>{}</DEL>",
        "<strike>{}</strike>",
        "<span style='text-decoration: line-through'>{}</span>",
        '<span style="TEXT-DECORATION:underline Line-Through red">{}</span>',
        '<span style="text-decoration-line:line-through">{}</span>',
        "<s><span style='color:red'>guide:</span></s><s> gandalf-the-grey</s>",
        "<p style='text-decoration:line-through'><b style='text-decoration:none'>{}</b></p>",
        "<style>.gone, p.x {{ text-decoration: line-through }}</style><span class='gone'>{}</span>",
    ],
)
def test_what_is_struck_out_is_left_aside(struck):
    html = f"<html><body><div>{struck.format(OTHER)}</div><div>{MOVE}</div></body></html>"
    shown, left = in_html(html)
    assert [line for line in shown if line] == [MOVE]
    assert left == [OTHER]


def test_of_a_line_only_the_words_that_stand_count():
    shown, left = in_html("<div>guide: <s>gandalf-the-grey</s> strider <s>please</s></div>")
    assert shown == ["guide: strider"]
    assert left == ["gandalf-the-grey", "please"]


def test_of_a_mail_in_both_forms_the_one_counts_that_shows_the_stroke():
    """Mail programs write the same words as plain text, where nothing is struck out."""
    mail = MIMEMultipart("alternative")
    mail.attach(MIMEText(f"{OTHER}\n{MOVE}\n"))
    mail.attach(MIMEText(f"<div><s>{OTHER}</s></div><div>{MOVE}</div>", "html"))
    assert lines_of(mail) == ([MOVE], [OTHER])
    mail = MIMEMultipart("alternative")
    mail.attach(MIMEText(f"{OTHER}\n"))
    mail.attach(MIMEText(f"<div><s>{OTHER}</s></div>", "html"))
    assert lines_of(mail) == ([], [OTHER])


def test_what_is_struck_out_in_a_quotation_is_nobody_s_concern():
    mail = MIMEText(f"<p>{MOVE}</p><blockquote><s>{OTHER}</s></blockquote>", "html")
    assert lines_of(mail) == ([MOVE], [])


# -- hidden --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hidden",
    [
        "<div hidden>{}</div>",
        "<div style='display:none'>{}</div>",
        "<div style='DISPLAY : NONE !important'>{}</div>",
        "<div style='visibility:hidden'>{}</div>",
        "<div style='visibility:collapse'>{}</div>",
        "<div style='font-size:0'>{}</div>",
        "<div style='font-size:0.0pt'><b style='font-size:1em'>{}</b></div>",
        "<div style='font:0/0 serif'>{}</div>",
        "<div style='opacity:0'>{}</div>",
        "<div style='max-height:0px;overflow:hidden'>{}</div>",
        "<div style='position:absolute;left:-9999px'>{}</div>",
        "<div style='text-indent:-999em'>{}</div>",
        "<div style='color:transparent'>{}</div>",
        "<div style='color:rgba(0, 0, 0, 0)'>{}</div>",
        "<div style='background:#fff'><font color='white'>{}</font></div>",
        "<table bgcolor='#FFFFFF'><tr><td style='color:rgb(255,255,255)'>{}</td></tr></table>",
        "<style><!-- x --> .a{{}} #b {{ display: none }}</style><p id='b'>{}</p>",
        "<style>/* a */ p.preview {{ color: red; visibility: hidden; }}</style><p class='preview'>{}</p>",
        "<div style='visibility:hidden'><p><b>{}</b></p></div>",
        "<iframe><p>{}</p></iframe>",
        "<video>{}</video>",
        "<template><p>{}</p></template>",
    ],
)
def test_what_nobody_sees_is_not_there(hidden):
    shown, left = in_html(f"<div>{hidden.format(OTHER)}</div><div>{MOVE}</div>")
    assert [line for line in shown if line] == [MOVE]
    assert left == []


@pytest.mark.parametrize(
    "seen",
    [
        "<div style='font-size:0'><span style='font-size:14px'>{}</span></div>",
        "<div style='visibility:hidden'><span style='visibility:visible'>{}</span></div>",
        "<div style='font-size:10px'>{}</div>",
        "<div style='font-size:0.9em'>{}</div>",
        "<div style='opacity:0.9'>{}</div>",
        "<div style='max-height:0'>{}</div>",
        # A program that shows white letters on black writes no more of it than this.
        "<div style='color:rgb(255,255,255)'>{}</div>",
        "<div style='background:#000'><font color='white'>{}</font></div>",
        "<div style='background:white'><p style='background:black'><font color='white'>{}</font></p></div>",
        "<div style='color:white;background:white'><p style='color:black'>{}</p></div>",
        "<style>@media print {{ .a {{ color: red }} .b {{ display: none }} }}</style><p class='b'>{}</p>",
        "<style>.a .b {{ display: none }}</style><p class='b'>{}</p>",
        "<style>.b {{ display: none }}</style><p class='b' style='display:block'>{}</p>",
        "<div style='color:rgba(1.2.3,0)'>{}</div>",
    ],
)
def test_what_is_seen_counts(seen):
    shown, left = in_html(seen.format(MOVE))
    assert [line for line in shown if line] == [MOVE]
    assert left == []


# -- attached ------------------------------------------------------------------------------------


@pytest.mark.parametrize("subtype", ["plain", "html"])
@pytest.mark.parametrize(
    ("type_names", "disposition"),
    [
        ({"name": "log.txt"}, ("inline", {"filename": "log.txt"})),
        ({"name": "log.txt"}, None),
        ({}, ("inline", {"filename": "log.txt"})),
        ({}, ("inline", {"filename": ("utf-8", "", "Zug für Zug.txt")})),
        ({}, ("attachment", {})),
    ],
)
def test_what_has_a_file_name_or_hangs_on_a_mail_is_no_text(subtype, type_names, disposition):
    mail = MIMEMultipart("mixed")
    mail.attach(MIMEText(f"{MOVE}\n"))
    attached = MIMEText(f"{OTHER}\n", subtype)
    for name, value in type_names.items():
        attached.set_param(name, value)
    if disposition:
        attached.add_header("Content-Disposition", disposition[0], **disposition[1])
    mail.attach(attached)
    assert lines_of(mail) == ([MOVE], [])


@pytest.mark.parametrize("kind", ["mixed", "alternative"])
def test_what_hangs_on_a_mail_in_several_parts_is_no_text(kind):
    mail, attached = MIMEMultipart("mixed"), MIMEMultipart(kind)
    attached.attach(MIMEText(f"{OTHER}\n"))
    attached.add_header("Content-Disposition", "attachment")
    mail.attach(MIMEText(f"{MOVE}\n"))
    mail.attach(attached)
    assert lines_of(mail) == ([MOVE], [])


def test_text_below_a_picture_counts():
    mail = EmailMessage()
    mail.set_content("discard c1-blue-one\n")
    mail.add_attachment(b"png", "image", "png", filename="board.png")
    mail.attach(MIMEText("pass\n"))
    assert lines_of(mail) == (["discard c1-blue-one", "pass"], [])


def test_of_a_heavy_mail_all_falls_off_but_text_and_reports():
    parts = {
        "text/plain": "Sorry.",
        "message/delivery-status": "Status: 5.1.1",
        "message/rfc822": "x" * MOST_BYTES,
    }
    body = "".join(f"--b\nContent-Type: {kind}\n\n{text}\n\n" for kind, text in parts.items())
    light = lightened(f"From: a@b\nContent-Type: multipart/report; boundary=b\n\n{body}--b--\n".encode())
    assert len(light) < 2_000
    assert "Status: 5.1.1" in read_message(light).report
    for broken in (b"x" * (MOST_BYTES + 1), b"x" * (MOST_TAKEN + 1)):
        with pytest.raises(Unreadable):
            lightened(broken)


# -- character sets ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("charset", "codec", "words"),
    [
        ("x-windows-iso2022jp", "iso2022_jp", "次の手"),
        ("_iso-2022-jp$ESC", "iso2022_jp", "次の手"),
        ("csISO2022JP", "iso2022_jp", "次の手"),
        ("cp50221", "iso2022_jp_ext", "次の手"),
        ("x-ms932", "cp932", "次の手"),
        ("x-sjis", "cp932", "次の手"),
        ("x-euc-jp", "euc_jp", "次の手"),
        ("x-windows-949", "cp949", "다음 수"),
        ("ks_c_5601-1989", "cp949", "다음 수"),
        ("x-gbk", "gb18030", "下一步"),
        ("x-x-big5", "big5", "下一步"),
        ("x-koi8r", "koi8-r", "ход"),
        ("windows1251", "cp1251", "ход"),
        ("x-mac-cyrillic", "mac-cyrillic", "ход"),
        ("8859-2", "iso8859-2", "příště"),
        ("iso-8859-1-windows-3.1-latin-1", "cp1252", "Zwölf"),
        ("x-utf-8", "utf-8", "ход"),
        ("x-unknown", "utf-8", "ход"),
        ("rot13", "cp1252", "Zwölf"),
    ],
)
def test_a_character_set_is_known_by_whatever_name(charset, codec, words):
    mail = b"From: sam@shire.example\nContent-Type: text/plain; charset=" + charset.encode() + b"\n\n"
    found = read_message(mail + f"{words}\npass\n".encode(codec))
    assert found.lines == (words, "pass")


def test_signs_that_python_does_not_know_cost_no_move():
    """①, which programs on Windows write in ISO-2022-JP, is in no standard."""
    mail = b"From: sam@shire.example\nContent-Type: text/plain; charset=%b\n\n\x1b$B-!\x1b(B\npass\n"
    for charset in (b"iso-2022-jp", b"x-windows-iso2022jp"):
        assert read_message(mail % charset).lines[-1] == "pass"


# -- who wrote it --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "is_program"),
    [
        ("Feedback-ID: i0a1b2c3d:Fastmail", False),
        ("Auto-Submitted: no (typed by hand)", False),
        ("Auto-Submitted: (typed (by hand)) No", False),
        ("X-Autoreply: no", False),
        ("X-Auto-Response-Suppress: All", False),
        ("Precedence: first-class", False),
        ("List-Id: <x.example>", True),
        ("List-Post: NO (posting not allowed)", True),
        ("Precedence: bulk", True),
        ("Precedence: list (of the house)", True),
        ("Auto-Submitted: auto-replied (vacation)", True),
        ("Auto-Submitted: auto-generated; owner=x", True),
        ("X-Autoreply: yes", True),
    ],
)
def test_a_header_says_a_program_wrote_it_or_says_nothing(header, is_program):
    found = read_message(f"From: sam@shire.example\n{header}\n\npass\n".encode())
    assert bool(found.ignored) == is_program, found.ignored


def test_no_style_however_long_or_broken_keeps_the_words():
    nasty = [
        "<style" * 20_000,
        "{" * 90_000,
        ".a{" * 40_000,
        "/*" * 60_000,
        "}" * 90_000,
        "a,b{c:d}" * 20_000,
    ]
    for css in nasty:
        shown, _ = in_html(f"<p>{MOVE}</p><style>{css}</style>")
        assert shown[0] == MOVE
        assert "".join(shown[1:]) == ""
