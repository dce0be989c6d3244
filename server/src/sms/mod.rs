//! Sends text messages, through the operator's gateway or into the development mailbox. Jobs call this module, so a
//! failed attempt is repeated later.

mod gateway;
mod message;

use uuid::Uuid;

use crate::config::SmsConfig;
use crate::mail::{DevMailbox, Mail, Mailer, Undelivered};
use crate::outbound::Outbound;
use crate::words::{jobs as job_words, sms as words};

use gateway::Gateway;
pub use message::TextMessage;

/// The means by which a node sends mails and text messages.
#[derive(Clone, Debug)]
pub struct Carriers {
    /// Mail.
    pub mailer: Mailer,
    /// Text messages.
    pub sms: Sms,
}

/// How text messages are sent.
#[derive(Clone, Debug)]
pub enum Sms {
    /// A webhook of the operator.
    Gateway(Box<Gateway>),
    /// The development mailbox.
    DevMailbox(DevMailbox),
    /// Text messages are off.
    None,
}

impl Sms {
    /// Chooses from the settings.
    ///
    /// # Errors
    /// If the URL of the webhook is not allowed, or the settings require a development mailbox and there is none.
    pub fn new(config: &SmsConfig, outbound: Outbound, mailer: &Mailer) -> Result<Self, String> {
        match (&config.gateway, mailer) {
            (Some(gateway), _) => Gateway::new(gateway, outbound).map(|gateway| Self::Gateway(Box::new(gateway))),
            (None, Mailer::DevMailbox(mailbox)) if config.mailbox => Ok(Self::DevMailbox(mailbox.clone())),
            (None, _) if config.mailbox => Err(words::NO_MAILBOX.to_owned()),
            (None, _) => Ok(Self::None),
        }
    }

    /// Whether the node sends text messages.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// Sends a message, once. `id` is the same in every attempt for the same message.
    ///
    /// # Errors
    /// Why the message was not sent.
    pub async fn send(&self, message: TextMessage, id: Uuid) -> Result<(), Undelivered> {
        match self {
            Self::Gateway(gateway) => gateway.send(&message, id).await,
            Self::DevMailbox(mailbox) => mailbox
                .keep(as_mail(message))
                .await
                .map_err(|_| Undelivered { lasting: false, reason: job_words::MAIL_NOT_KEPT.to_owned() }),
            Self::None => Err(Undelivered { lasting: false, reason: job_words::NO_SMS_GATEWAY.to_owned() }),
        }
    }
}

fn as_mail(message: TextMessage) -> Mail {
    let TextMessage { number, text, purpose, code } = message;
    let subject = words::subject(purpose);
    Mail { to: number, subject, text, html: String::new(), code, link: None, unsubscribe: None }
}
