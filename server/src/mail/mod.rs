//! Mail: one contract, two ways to carry it.

mod dev_mailbox;
mod letters;
mod smtp;

pub use dev_mailbox::{DevMailbox, MailMessage};
pub use letters::{CodeLetter, already_registered, confirmation_code, sessions_ended};
pub use smtp::Smtp;

use crate::config::MailConfig;
use crate::db::Db;

/// A mail to one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The address.
    pub to: String,
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The code in the text, for the development mailbox.
    pub code: Option<String>,
    /// The link in the text, for the development mailbox.
    pub link: Option<String>,
}

/// Who carries mail.
#[derive(Clone, Debug)]
pub enum Mailer {
    /// A mail server.
    Smtp(Box<Smtp>),
    /// A table, on a developer's machine.
    DevMailbox(DevMailbox),
    /// Nobody: no mail server is set, and this is no place to show mail to whoever asks.
    Nobody,
}

impl Mailer {
    /// The carrier that the settings ask for. `own_database` says that the node runs its own.
    ///
    /// # Errors
    /// When the mail server's address cannot be read.
    pub fn new(config: &MailConfig, loopback: bool, own_database: bool, db: &Db) -> Result<Self, String> {
        match (&config.url, &config.from) {
            (Some(url), Some(from)) => {
                Smtp::new(url.reveal(), from, db.runtime()).map(|smtp| Self::Smtp(Box::new(smtp)))
            }
            _ if loopback && (own_database || config.dev_mailbox) => Ok(Self::DevMailbox(DevMailbox::new(db.clone()))),
            _ => Ok(Self::Nobody),
        }
    }

    /// Takes a mail. What is stored is stored when this returns; a mail server is talked to in the
    /// background, so that nobody can tell from the time whether there was a mail.
    pub async fn send(&self, mail: Mail) {
        match self {
            Self::Smtp(smtp) => smtp.send(mail),
            Self::DevMailbox(mailbox) => mailbox.keep(mail).await,
            Self::Nobody => {
                tracing::warn!(subject = mail.subject, "a mail was not sent: no mail server is set (TROUPE_MAIL_URL)")
            }
        }
    }
}
