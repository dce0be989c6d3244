//! The reader of a mail, and the language that the reader gets.

use time::OffsetDateTime;

use crate::words::english::English;
use crate::words::mails::MailWords;

/// A language that mails are written in. A new one is a variant here and a catalogue beside `words::english`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// The only language of the product today.
    #[default]
    English,
}

impl Language {
    /// The catalogue.
    pub(super) fn words(self) -> &'static dyn MailWords {
        match self {
            Self::English => &English,
        }
    }

    /// A day, in UTC.
    pub(super) fn day(self, at: OffsetDateTime) -> String {
        self.words().day(at.year(), at.month().into(), at.day())
    }

    /// A day with its time, in UTC.
    pub(super) fn moment(self, at: OffsetDateTime) -> String {
        let time = format!("{:02}:{:02}:{:02}", at.hour(), at.minute(), at.second());
        self.words().moment(&self.day(at), &time)
    }
}

/// The person who reads a mail.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The address to mail to.
    pub to: &'a str,
    /// The language of the mail.
    pub language: Language,
}

impl<'a> Reader<'a> {
    /// The reader at an address. Accounts have no language of their own yet, because there is one language.
    #[must_use]
    pub fn at(to: &'a str) -> Self {
        Self { to, language: Language::default() }
    }
}
