"""What refusals of mail mean, in the words of many servers and services; “no such mailbox” is for good (NOT-10)."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from anymail.webhooks import (
    amazon_ses,
    brevo,
    mailersend,
    mailgun,
    mailjet,
    mailtrap,
    mandrill,
    postal,
    postmark,
    resend,
    sparkpost,
    unisender_go,
)

from notifications.channels.email.refusals import Meaning, of_answer, of_event, of_report, of_service

OURS, FAILED, UNWANTED, NO_MAILBOX = Meaning.OURS, Meaning.FAILED, Meaning.UNWANTED, Meaning.NO_MAILBOX
IN = "frodo@example.org"


def answers():
    """Return the answers of servers in the file beside this one, each with its meaning."""
    meaning = None
    for line in (Path(__file__).parent / "answers.txt").read_text().splitlines():
        if line.startswith("["):
            meaning = Meaning[line.strip("[]")]
        elif line and not line.startswith("#"):
            yield line, meaning


@pytest.mark.parametrize(("line", "meaning"), list(answers()))
def test_an_answer_and_the_report_that_quotes_it_mean_the_same(line, meaning):
    assert of_answer(int(line[:3]), line[4:].encode()).meaning is meaning
    finer = "4.0.0" if line[0] == "4" else "5.0.0"
    for kind in ("smtp; ", "SMTP;", "smtp;\n "):
        assert of_report(report(finer, f"{kind}{line}"), IN).meaning is meaning


def test_what_is_kept_of_an_answer_names_nobody():
    refusal = of_answer(550, b"5.1.1 <frodo@example.org>:\r\n Recipient address rejected\xff " + b"x" * 9000)
    assert refusal.words.startswith("550 5.1.1 … Recipient address rejected")
    assert len(refusal.words) <= 160


# -- reports -------------------------------------------------------------------------------------


def report(status, diagnostic="", action="failed", final=IN, original=""):
    fields = {
        "Original-Recipient": original and f"rfc822;{original}",
        "Final-Recipient": final and f"rfc822; {final}",
        "Action": action,
        "Status": status,
        "Diagnostic-Code": diagnostic,
    }
    text = "\n".join(f"{name}: {value}" for name, value in fields.items() if value)
    return f"Reporting-MTA: dns; mx.example.org\nArrival-Date: Thu, 26 Nov 2026 12:00:00 +0000\n\n{text}\n"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (report("5.1.1"), NO_MAILBOX),
        (report("5.1.1", final="Frodo@Example.ORG"), NO_MAILBOX),
        (report("5.1.1", final=""), NO_MAILBOX),
        (report("5.1.1 (bad destination)", 'X-Postfix; unknown user: "frodo"'), NO_MAILBOX),
        (report("5.1.1", "smtp; 550 frob"), NO_MAILBOX),
        (report("5.0.0", "smtp; 550 No such user here"), NO_MAILBOX),
        (report("5.1.1", action="Failed (unknown)"), NO_MAILBOX),
        (report("5.2.1"), NO_MAILBOX),
        # Their mail is sent on to somewhere else, where it is refused: this address may be well.
        (report("5.1.1", final="sam@elsewhere.example"), FAILED),
        (report("5.1.1", final="box17@store.example.org", original=IN), NO_MAILBOX),
        (report("5.7.1", "smtp; 550 5.7.1 blocked using a list"), OURS),
        (report("5.0.0", "smtp; 550 5.7.1 blocked using a list"), OURS),
        (report("5.1.1", "smtp; 550 5.7.1 blocked using a list"), OURS),
        (report("5.7.1"), OURS),
        (report("5.2.2"), FAILED),
        (report("5.3.4"), FAILED),
        (report("5.4.7"), FAILED),
        (report("4.4.7", "smtp; 421 delivery time expired"), FAILED),
        (report("4.4.1", "X-Postfix; connect to mx: Connection timed out"), FAILED),
        (report("5.0.0"), FAILED),
        (report("4.2.2", action="delayed"), None),
        (report("2.0.0", action="delivered"), None),
        (report("2.0.0", action="relayed"), None),
        (report(""), None),
        ("", None),
        # One copy of it arrived; what is said about us counts first.
        (report("2.0.0", action="expanded") + "\n" + report("5.2.2"), FAILED),
        (report("5.1.1") + "\n" + report("5.7.1"), OURS),
        ("Feedback-Type: abuse\nUser-Agent: x\nOriginal-Rcpt-To: frodo@example.org\n", UNWANTED),
        ("Feedback-Type: not-spam\nUser-Agent: x\n", None),
    ],
)
def test_a_report_means_what_it_says_of_this_address(text, meaning):
    for ends in ("\n", "\r\n"):
        refusal = of_report(text.replace("\n", ends), IN)
        assert (refusal and refusal.meaning) is meaning


@pytest.mark.parametrize(
    "nasty", ["Status: 5." * 2_000, "\n" * 20_000, "a:" * 9_000, "Diagnostic-Code: smtp; " + "x@" * 9_000]
)
def test_no_report_does_more_than_mean_nothing(nasty):
    of_report(f"Action: failed\nStatus: 5.0.0\n{nasty}", IN)


# -- services ------------------------------------------------------------------------------------


def ses(kind, sub, diagnostic=None):
    bounced = {"emailAddress": IN, **({"diagnosticCode": diagnostic} if diagnostic else {})}
    event = {"eventType": "Bounce", "mail": {"destination": [IN]}}
    event["bounce"] = {"bounceType": kind, "bounceSubType": sub, "bouncedRecipients": [bounced]}
    view = amazon_ses.AmazonSESTrackingWebhookView
    return view.esp_to_anymail_events(view.__new__(view), event, {"MessageId": "x"})[0]


def told_by(view, raw, *more):
    return view.esp_to_anymail_event(view.__new__(view), raw, *more)


def by_postmark(kind, details="", record="Bounce"):
    raw = {"RecordType": record, "Type": kind, "Email": IN, "Details": details, "Description": "words"}
    return told_by(postmark.PostmarkTrackingWebhookView, raw | {"BouncedAt": "2026-11-26T12:00:00Z"})


def by_mailgun(event, message="", severity="permanent", reason="bounce", code=550):
    data = {"event": event, "severity": severity, "reason": reason, "recipient": IN, "timestamp": 1}
    data["delivery-status"] = {"code": code, "message": message, "description": ""}
    return told_by(mailgun.MailgunTrackingWebhookView, {"event-data": data, "signature": {"token": "x"}})


def by_brevo(kind, reason=""):
    raw = {"event": kind, "email": IN, "reason": reason, "ts_epoch": 1}
    return told_by(brevo.BrevoTrackingWebhookView, raw)


def by_mailjet(error, *, hard, event="bounce"):
    raw = {"event": event, "error": error, "hard_bounce": hard, "email": IN, "time": 1}
    return told_by(mailjet.MailjetTrackingWebhookView, raw)


def by_mailersend(kind, reason):
    data = {
        "type": kind,
        "email": {"recipient": {"email": IN}},
        "morph": {"object": "recipient_bounce", "reason": reason},
    }
    return told_by(mailersend.MailerSendTrackingWebhookView, {"data": data})


def by_mailtrap(event, response=None):
    raw = {"event": event, "timestamp": 1, "message_id": "x", "email": IN, "response": response}
    return told_by(mailtrap.MailtrapTrackingWebhookView, raw)


def by_mandrill(event, diag):
    raw = {"event": event, "ts": 1, "msg": {"email": IN, "diag": diag, "metadata": {}, "tags": []}}
    return told_by(mandrill.MandrillCombinedWebhookView, raw)


def by_postal(status, output):
    raw = {"payload": {"status": status, "output": output, "details": "", "message": {"to": IN, "id": 1}}}
    view = postal.PostalTrackingWebhookView
    (event,) = view.parse_events(view.__new__(view), SimpleNamespace(body=json.dumps(raw).encode()))
    return event


def by_resend(message, kind):
    raw = {
        "type": "email.bounced",
        "data": {"to": [IN], "bounce": {"message": message, "type": kind}, "headers": []},
    }
    view = resend.ResendTrackingWebhookView
    return view.esp_to_anymail_event(view.__new__(view), raw, SimpleNamespace(headers={}))


def by_sparkpost(number, reason):
    event = {
        "type": "bounce",
        "bounce_class": number,
        "raw_reason": reason,
        "raw_rcpt_to": IN,
        "timestamp": "1",
    }
    return told_by(
        sparkpost.SparkPostTrackingWebhookView, "message_event", event, {"msys": {"message_event": event}}
    )


def by_unisender(status, response=""):
    delivery = {"delivery_status": status, "destination_response": response}
    data = {
        "status": "hard_bounced",
        "email": IN,
        "event_time": "2026-11-26 12:00:00",
        "delivery_info": delivery,
    }
    return told_by(unisender_go.UnisenderGoTrackingWebhookView, data | {"job_id": "x"})


UNKNOWN, BLOCKED = "smtp; 550 5.1.1 user unknown", "smtp; 550 5.7.1 blocked using zen.spamhaus.org"

EVENTS = [
    (lambda: ses("Permanent", "General", UNKNOWN), NO_MAILBOX),
    (lambda: ses("Permanent", "General"), NO_MAILBOX),
    (lambda: ses("Permanent", "General", BLOCKED), OURS),
    (lambda: ses("Permanent", "Suppressed"), NO_MAILBOX),
    (lambda: ses("Permanent", "OnAccountSuppressionList"), NO_MAILBOX),
    (lambda: ses("Transient", "MailboxFull", "smtp; 552 5.2.2 full"), FAILED),
    (lambda: ses("Transient", "General"), FAILED),
    (lambda: ses("Transient", "MessageTooLarge"), FAILED),
    (lambda: ses("Transient", "ContentRejected"), OURS),
    (lambda: ses("Undetermined", "Undetermined"), FAILED),
    (lambda: by_postmark("HardBounce", "smtp;550 5.1.1 The email account does not exist"), NO_MAILBOX),
    (lambda: by_postmark("HardBounce"), NO_MAILBOX),
    (lambda: by_postmark("BadEmailAddress"), NO_MAILBOX),
    (lambda: by_postmark("SoftBounce", "smtp;552 5.2.2 mailbox full"), FAILED),
    (lambda: by_postmark("SoftBounce"), FAILED),
    (lambda: by_postmark("SoftBounce", UNKNOWN), FAILED),
    (lambda: by_postmark("Blocked", "smtp;554 5.7.1 blocked"), OURS),
    (lambda: by_postmark("Blocked"), OURS),
    (lambda: by_postmark("DMARCPolicy"), OURS),
    (lambda: by_postmark("SMTPApiError"), OURS),
    (lambda: by_postmark("SpamNotification"), OURS),
    (lambda: by_postmark("SpamComplaint", record="SpamComplaint"), UNWANTED),
    (lambda: by_postmark("Transient"), None),
    (lambda: by_postmark("DnsError"), None),
    (lambda: by_postmark("AutoResponder"), None),
    (lambda: by_mailgun("failed", "5.1.1 The email account that you tried to reach does not exist."), NO_MAILBOX),
    (lambda: by_mailgun("failed", "550 5.1.1 user unknown"), NO_MAILBOX),
    (lambda: by_mailgun("failed", "5.2.2 The email account that you tried to reach is over quota", code=552), FAILED),
    (lambda: by_mailgun("failed", "5.7.1 Our system has detected that this message is likely unsolicited mail"), OURS),
    (lambda: by_mailgun("failed", "Not delivering to it", reason="suppress-bounce", code=605), NO_MAILBOX),
    (lambda: by_mailgun("failed", "Mailbox full", severity="temporary", reason="generic"), None),
    (lambda: by_mailgun("complained"), UNWANTED),
    (lambda: by_mailgun("delivered"), None),
    (lambda: by_mailgun("opened"), None),
    (lambda: by_brevo("hard_bounce", "550 5.1.1 user unknown"), NO_MAILBOX),
    (lambda: by_brevo("hard_bounce"), NO_MAILBOX),
    (lambda: by_brevo("invalid_email"), NO_MAILBOX),
    (lambda: by_brevo("soft_bounce", "mailbox full"), FAILED),
    (lambda: by_brevo("soft_bounce"), FAILED),
    (lambda: by_brevo("blocked"), OURS),
    (lambda: by_brevo("error"), OURS),
    (lambda: by_brevo("spam"), UNWANTED),
    (lambda: by_brevo("deferred"), None),
    (lambda: by_mailjet("user unknown", hard=True), NO_MAILBOX),
    (lambda: by_mailjet("mailbox inactive", hard=True), NO_MAILBOX),
    (lambda: by_mailjet("quota exceeded", hard=False), FAILED),
    (lambda: by_mailjet("no mail host", hard=True), FAILED),
    (lambda: by_mailjet("relay/access denied", hard=True), OURS),
    (lambda: by_mailjet("sender blocked", hard=False, event="blocked"), OURS),
    (lambda: by_mailjet("spam reporter", hard=False, event="blocked"), UNWANTED),
    (lambda: by_mailjet("greylisted", hard=False), None),
    (lambda: by_mailersend("hard_bounced", "550 5.1.1 user unknown"), NO_MAILBOX),
    (lambda: by_mailersend("hard_bounced", "Unknown user"), NO_MAILBOX),
    (lambda: by_mailersend("soft_bounced", "The mailbox is out of space"), FAILED),
    (lambda: by_mailtrap("bounce", "bounced (550 5.1.1 The email account does not exist)"), NO_MAILBOX),
    (lambda: by_mailtrap("bounce", "bounced (550 5.7.1 blocked by policy)"), OURS),
    (lambda: by_mailtrap("soft bounce"), None),
    (lambda: by_mailtrap("reject"), OURS),
    (lambda: by_mandrill("hard_bounce", "smtp;550 5.1.1 user unknown"), NO_MAILBOX),
    (lambda: by_mandrill("hard_bounce", "smtp;554 5.7.1 Service unavailable; Client host blocked"), OURS),
    (lambda: by_mandrill("soft_bounce", "smtp;452 4.2.2 full"), FAILED),
    (lambda: by_mandrill("spam", ""), UNWANTED),
    (lambda: by_postal("HardFail", "550 5.1.1 User unknown"), NO_MAILBOX),
    (lambda: by_postal("HardFail", "554 5.7.1 Spamhaus says no, blocked"), OURS),
    (lambda: by_postal("HardFail", ""), OURS),
    (lambda: by_postal("SoftFail", "451 later"), None),
    (lambda: by_resend("The recipient's email provider sent a hard bounce message.", "Permanent"), NO_MAILBOX),
    (lambda: by_resend("The recipient's email provider sent a general bounce message.", "Undetermined"), FAILED),
    (lambda: by_resend("sent a bounce message because the recipient's inbox was full.", "Transient"), FAILED),
    (lambda: by_sparkpost("10", "550 5.1.1 Invalid recipient"), NO_MAILBOX),
    (lambda: by_sparkpost("10", ""), NO_MAILBOX),
    (lambda: by_sparkpost("22", "552 5.2.2 full"), FAILED),
    (lambda: by_sparkpost("22", ""), FAILED),
    (lambda: by_sparkpost("21", "554 DNS failure"), FAILED),
    (lambda: by_sparkpost("51", "554 5.7.1 spam"), OURS),
    (lambda: by_sparkpost("51", ""), OURS),
    (lambda: by_unisender("err_user_unknown"), NO_MAILBOX),
    (lambda: by_unisender("err_user_unknown", "550 5.1.1 user unknown"), NO_MAILBOX),
    (lambda: by_unisender("err_mailbox_full"), FAILED),
    (lambda: by_unisender("err_too_large"), FAILED),
    (lambda: by_unisender("err_domain_inactive"), FAILED),
    (lambda: by_unisender("err_blacklisted"), OURS),
    (lambda: by_unisender("err_spam_rejected"), OURS),
]  # fmt: skip


@pytest.mark.parametrize(("event", "meaning"), EVENTS)
def test_an_event_of_a_mail_service_means_what_the_reader_s_server_said(event, meaning):
    found = event()
    assert found.recipient == IN
    refusal = of_event(found)
    assert (refusal and refusal.meaning) is meaning, (found.event_type, found.reject_reason, refusal)
    assert refusal is None or IN not in refusal.words


@pytest.mark.parametrize(
    ("status", "words", "meaning"),
    [
        ("invalid", "no", NO_MAILBOX),
        ("rejected", "no", FAILED),
        ("rejected", '[{"status": "rejected", "reject_reason": "hard-bounce"}]', FAILED),
        ("rejected", '[{"status": "rejected", "reject_reason": "invalid-sender"}]', OURS),
    ],
)
def test_what_a_service_does_not_take_at_all(status, words, meaning):
    assert of_service(status, words).meaning is meaning
