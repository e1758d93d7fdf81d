"""How a mail leaves the server: by SMTP. It blocks, and runs in threads."""

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from hexfront.engine.errors import HexfrontError
from hexfront.server.bounds import MAIL_STEP
from hexfront.server.settings import Settings


class NotSent(HexfrontError):
    """A message did not arrive, and why."""


def mail(settings: Settings, to: str, subject: str, text: str) -> None:
    """Send one mail by the server of the settings; NotSent if it is not taken there."""
    parts = urlsplit(settings.smtp)
    secure = parts.scheme == "smtps"
    try:
        kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
        with kind(parts.hostname or "", parts.port or (465 if secure else 25), timeout=MAIL_STEP) as server:
            server.ehlo()
            if not secure and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                server.ehlo()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(_message(settings, to, subject, text))
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise NotSent(f"the mail to {to} was not taken: {error}") from error


def _message(settings: Settings, to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    sender = settings.mail_from or f"hexfront@{urlsplit(settings.smtp).hostname}"
    message["From"], message["To"], message["Subject"] = sender, to, " ".join(subject.split())
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="hexfront.invalid")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def mailbox(address: str) -> str:
    """Where a mail arrives: somebody+game@example.org is somebody@example.org."""
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"
