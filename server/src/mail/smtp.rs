//! A mail server.

use std::fmt;
use std::time::Duration;

use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use uuid::Uuid;

use super::{Mail, Undelivered};
use crate::words::jobs as words;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// The time that the mail server has for each answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A mail server.
#[derive(Clone)]
pub struct Smtp {
    transport: Transport,
    from: Mailbox,
    reply_to: Option<Mailbox>,
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Smtp").field("from", &self.from).finish_non_exhaustive()
    }
}

impl Smtp {
    pub(super) fn new(url: &str, from: &str, reply_to: Option<&str>) -> Result<Self, String> {
        let transport = Transport::from_url(url)
            .map_err(|error| format!("TROUPE_MAIL_URL cannot be read: {error}."))?
            .timeout(Some(PATIENCE))
            .build();
        let from = from.parse().map_err(|error| format!("TROUPE_MAIL_FROM: {error}."))?;
        let reply_to = reply_to
            .map(str::parse::<Mailbox>)
            .transpose()
            .map_err(|error| format!("TROUPE_MAIL_REPLY_TO: {error}."))?;
        Ok(Self { transport, from, reply_to })
    }

    /// Hands a mail to the mail server. The same `id` gives the same Message-ID, so a mailbox can drop a second copy.
    pub(super) async fn send(&self, mail: Mail, id: Uuid) -> Result<(), Undelivered> {
        let message = self.message(mail, id)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) => Err(Undelivered { lasting: error.is_permanent(), reason: reason(&error) }),
        }
    }

    fn message(&self, mail: Mail, id: Uuid) -> Result<Message, Undelivered> {
        let lasting = |reason: &str| Undelivered { lasting: true, reason: reason.to_owned() };
        let to = mail.to.parse().map_err(|_| lasting(words::ADDRESS_INVALID))?;
        let head = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            .subject(mail.subject)
            .header(AutoSubmitted);
        let head = match &self.reply_to {
            Some(reply_to) => head.reply_to(reply_to.clone()),
            None => head,
        };
        let head = match mail.unsubscribe {
            Some(link) => head.header(ListUnsubscribe(format!("<{link}>"))).header(ListUnsubscribePost),
            None => head,
        };
        let written = head.multipart(MultiPart::alternative_plain_html(mail.text, mail.html));
        written.map_err(|_| lasting(words::MAIL_UNWRITABLE))
    }
}

/// The address at which a mail reader ends such mails.
#[derive(Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

/// Says that a program has sent the mail, so that no other program answers it (RFC 3834).
#[derive(Clone, Copy)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// Says that one POST request is enough.
#[derive(Clone, Copy)]
struct ListUnsubscribePost;

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

/// Why a mail server did not take a mail, without the server's own words: these often quote the address.
fn reason(error: &lettre::transport::smtp::Error) -> String {
    match error.status() {
        Some(code) => words::mail_refused(&code.to_string()),
        None if error.is_timeout() => words::MAIL_SERVER_SLOW.to_owned(),
        None if error.is_tls() => words::MAIL_SERVER_WITHOUT_TLS.to_owned(),
        None if error.is_response() => words::MAIL_SERVER_UNREADABLE.to_owned(),
        None => words::MAIL_SERVER_AWAY.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(reply_to: Option<&str>) -> Smtp {
        Smtp::new("smtp://127.0.0.1:25", "Troupe <troupe@example.org>", reply_to).expect("a server")
    }

    fn mail(text: &str, unsubscribe: Option<&str>) -> Mail {
        Mail {
            to: "ann@example.org".to_owned(),
            subject: "Hello".to_owned(),
            text: text.to_owned(),
            html: format!("<p>{text}</p>"),
            code: None,
            link: None,
            unsubscribe: unsubscribe.map(str::to_owned),
        }
    }

    /// A mail as the mail server gets it, with unfolded headers.
    fn written(smtp: &Smtp, mail: Mail, id: u128) -> String {
        let message = smtp.message(mail, Uuid::from_u128(id)).expect("a mail");
        String::from_utf8(message.formatted()).expect("text").replace("\r\n ", " ")
    }

    #[test]
    fn nt9_a_notification_names_the_address_that_ends_such_mails_with_one_request() {
        let link = format!("https://troupe.example/unsubscribe/{}", "a".repeat(86));
        let with = written(&server(None), mail("Hello", Some(&link)), 7);
        assert!(with.contains(&format!("List-Unsubscribe: <{link}>\r\n")), "{with}");
        assert!(with.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{with}");
        assert!(!written(&server(None), mail("Hello", None), 7).contains("Unsubscribe"));
    }

    #[test]
    fn ml3_a_mail_is_from_the_domain_of_the_sender_and_says_that_a_program_has_sent_it() {
        let plain = written(&server(None), mail("Hello", None), 7);
        assert!(plain.contains("From: Troupe <troupe@example.org>\r\n"), "{plain}");
        assert!(plain.contains("@example.org>\r\n") && plain.contains("\r\nDate: "), "{plain}");
        assert!(plain.contains("Auto-Submitted: auto-generated\r\n"), "{plain}");
        assert!(!plain.contains("Reply-To"), "{plain}");
        let helped = written(&server(Some("Help <help@example.org>")), mail("Hello", None), 7);
        assert!(helped.contains("Reply-To: Help <help@example.org>\r\n"), "{helped}");
        assert!(Smtp::new("smtp://127.0.0.1:25", "troupe@example.org", Some("nobody")).is_err());
    }

    #[test]
    fn jb8_the_message_id_depends_on_the_job_alone() {
        let smtp = server(None);
        let line = format!("Message-ID: <{}@example.org>\r\n", Uuid::from_u128(7));
        let [one, two] = ["One", "Two"].map(|text| written(&smtp, mail(text, None), 7));
        assert!(one.contains(&line) && two.contains(&line), "{one}");
        assert!(!written(&smtp, mail("One", None), 8).contains(&line));
        let at = |part: &str| one.find(part).unwrap_or_else(|| panic!("no {part} in {one}"));
        assert!(at("multipart/alternative") < at("text/plain"));
        assert!(at("text/plain") < at("text/html"), "readers show the last part that they understand");
    }
}
