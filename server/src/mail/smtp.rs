//! A mail server.

use std::fmt;
use std::time::Duration;

use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
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
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Smtp").field("from", &self.from).finish_non_exhaustive()
    }
}

impl Smtp {
    pub(super) fn new(url: &str, from: &str) -> Result<Self, String> {
        let transport = Transport::from_url(url)
            .map_err(|error| format!("TROUPE_MAIL_URL cannot be read: {error}."))?
            .timeout(Some(PATIENCE))
            .build();
        let from = from.parse().map_err(|error| format!("TROUPE_MAIL_FROM: {error}."))?;
        Ok(Self { transport, from })
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
            .subject(mail.subject);
        let head = match mail.unsubscribe {
            Some(link) => head.header(ListUnsubscribe(format!("<{link}>"))).header(ListUnsubscribePost),
            None => head,
        };
        let written = match mail.html {
            Some(html) => head.multipart(MultiPart::alternative_plain_html(mail.text, html)),
            None => head.header(ContentType::TEXT_PLAIN).body(mail.text),
        };
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

    #[test]
    fn nt9_a_notification_names_the_address_that_ends_such_mails_with_one_request() {
        let smtp = Smtp::new("smtp://127.0.0.1:25", "Troupe <troupe@example.org>").expect("a server");
        let link = format!("https://troupe.example/unsubscribe/{}", "a".repeat(86));
        let mail = |unsubscribe| Mail {
            to: "ann@example.org".to_owned(),
            subject: "Hello".to_owned(),
            text: "Hello".to_owned(),
            html: None,
            code: None,
            link: None,
            unsubscribe,
        };
        let written = |mail| {
            let message = smtp.message(mail, Uuid::from_u128(7)).expect("a mail");
            String::from_utf8(message.formatted()).expect("text").replace("\r\n ", " ")
        };
        let with = written(mail(Some(link.clone())));
        assert!(with.contains(&format!("List-Unsubscribe: <{link}>\r\n")), "{with}");
        assert!(with.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{with}");
        assert!(!written(mail(None)).contains("Unsubscribe"));
    }

    #[test]
    fn jb8_the_message_id_depends_on_the_job_alone() {
        let smtp = Smtp::new("smtp://127.0.0.1:25", "Troupe <troupe@example.org>").expect("a server");
        let written = |text: &str, html: bool, id| {
            let mail = Mail {
                to: "ann@example.org".to_owned(),
                subject: "Hello".to_owned(),
                text: text.to_owned(),
                html: html.then(|| format!("<p>{text}</p>")),
                code: None,
                link: None,
                unsubscribe: None,
            };
            String::from_utf8(smtp.message(mail, id).expect("a mail").formatted()).expect("text")
        };
        let id = Uuid::from_u128(7);
        let line = format!("Message-ID: <{id}@example.org>\r\n");
        assert!(written("One", false, id).contains(&line) && written("Two", true, id).contains(&line));
        assert!(!written("One", false, Uuid::from_u128(8)).contains(&line));
        let both = written("One", true, id);
        let at = |part: &str| both.find(part).unwrap_or_else(|| panic!("no {part} in {both}"));
        assert!(at("multipart/alternative") < at("text/plain"));
        assert!(at("text/plain") < at("text/html"), "readers show the last part that they understand");
    }
}
