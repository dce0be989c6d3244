//! Mail: one contract, two ways to carry it. Jobs send it, so that a mail that cannot be sent now is sent later.
//!
//! For each mail, one function makes a [`Mail`] from its values and its reader. The words come from the catalogue of the reader's
//! language, and one layout makes text and HTML of them. [`samples`] has every mail.

mod dev_mailbox;
mod invitation;
mod language;
mod layout;
mod letters;
mod names;
mod notification;
mod samples;
mod smtp;

pub use dev_mailbox::{DevMailbox, MailMessage};
pub use invitation::{InvitationLetter, InvitedRole, invitation};
pub use language::{Language, Reader};
pub use letters::{CodeLetter, Notice, address_code, confirmation_code, notice, password_code, sign_in_code};
pub use names::escaped;
pub use notification::{Line, News, NotificationLetter, notification};
pub use samples::{Sample, list, samples};
pub use smtp::Smtp;

use uuid::Uuid;

use crate::config::MailConfig;
use crate::db::Db;
use crate::words::jobs as words;

/// A mail to one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The address.
    pub to: String,
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The same as HTML.
    pub html: String,
    /// The code in the text, for the development mailbox.
    pub code: Option<String>,
    /// The link in the text, for the development mailbox.
    pub link: Option<String>,
    /// The address that ends such mails with one request, for mail readers (RFC 8058).
    pub unsubscribe: Option<String>,
}

/// Why a mail was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undelivered {
    /// True if another attempt would fail as well.
    pub lasting: bool,
    /// A sentence without addresses and without the mail server's own words.
    pub reason: String,
}

/// How mail is delivered.
#[derive(Clone, Debug)]
pub enum Mailer {
    /// A mail server.
    Smtp(Box<Smtp>),
    /// A table, on a developer's machine.
    DevMailbox(DevMailbox),
    /// No mail server is set, and the development mailbox is not allowed: any visitor could read it.
    None,
}

impl Mailer {
    /// Chooses from the settings. `own_database` is true if the node runs its own database.
    ///
    /// # Errors
    /// When the mail server's address cannot be read.
    pub fn new(config: &MailConfig, loopback: bool, own_database: bool, db: &Db) -> Result<Self, String> {
        match (&config.url, &config.from) {
            (Some(url), Some(from)) => {
                Smtp::new(url.reveal(), from, config.reply_to.as_deref()).map(|smtp| Self::Smtp(Box::new(smtp)))
            }
            _ if loopback && (own_database || config.dev_mailbox) => Ok(Self::DevMailbox(DevMailbox::new(db.clone()))),
            _ => Ok(Self::None),
        }
    }

    /// Delivers a mail, once. `id` is the same in every attempt for the same mail. If an account has no address, the
    /// recipient is its phone number, and no mail is sent.
    ///
    /// # Errors
    /// Why the mail was not delivered.
    pub async fn deliver(&self, mail: Mail, id: Uuid) -> Result<(), Undelivered> {
        if !mail.to.contains('@') {
            return Ok(());
        }
        match self {
            Self::Smtp(smtp) => smtp.send(mail, id).await,
            Self::DevMailbox(mailbox) => mailbox
                .keep(mail)
                .await
                .map_err(|_| Undelivered { lasting: false, reason: words::MAIL_NOT_KEPT.to_owned() }),
            Self::None => Err(Undelivered { lasting: false, reason: words::NO_MAIL_SERVER.to_owned() }),
        }
    }
}
