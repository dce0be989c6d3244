//! A mail server.

use std::fmt;
use std::time::Duration;

use lettre::message::{Mailbox, header::ContentType};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::runtime::Handle;

use super::Mail;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Tries for one mail, and the pauses between them.
const PAUSES: [Duration; 3] = [Duration::from_secs(2), Duration::from_secs(15), Duration::from_secs(120)];

/// A mail server.
#[derive(Clone)]
pub struct Smtp {
    transport: Transport,
    from: Mailbox,
    runtime: Handle,
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Smtp").field("from", &self.from).finish_non_exhaustive()
    }
}

impl Smtp {
    pub(super) fn new(url: &str, from: &str, runtime: &Handle) -> Result<Self, String> {
        let transport = Transport::from_url(url)
            .map_err(|error| format!("TROUPE_MAIL_URL cannot be read: {error}."))?
            .timeout(Some(Duration::from_secs(20)))
            .build();
        let from = from.parse().map_err(|error| format!("TROUPE_MAIL_FROM: {error}."))?;
        Ok(Self { transport, from, runtime: runtime.clone() })
    }

    /// Sends in the background, trying again for a while. Mail here can be asked for again, so it
    /// is not kept over a restart.
    pub(super) fn send(&self, mail: Mail) {
        let message = match self.message(mail) {
            Ok(message) => message,
            Err(error) => return tracing::error!(error, "a mail could not be written"),
        };
        let transport = self.transport.clone();
        self.runtime.spawn(async move {
            let mut pauses = PAUSES.into_iter();
            while let Err(error) = transport.send(message.clone()).await {
                let pause = if error.is_permanent() { None } else { pauses.next() };
                let Some(pause) = pause else {
                    return tracing::error!(%error, "a mail was not delivered");
                };
                tracing::warn!(%error, "a mail was not delivered yet");
                tokio::time::sleep(pause).await;
            }
        });
    }

    fn message(&self, mail: Mail) -> Result<Message, String> {
        let to = mail.to.parse().map_err(|_| "the address is not one".to_owned())?;
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(mail.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(mail.text)
            .map_err(|error| error.to_string())
    }
}
