//! The words of mails. Each language has one catalogue, which implements [`MailWords`]: the compiler finds a text that a catalogue
//! lacks. English is the only language of Troupe today.

/// The values of a mail with a code.
#[derive(Clone, Copy, Debug)]
pub struct CodeValues<'a> {
    /// The code, in two groups of digits.
    pub code: &'a str,
    /// Tells apart several requests of one person.
    pub reference: &'a str,
    /// How long the code is valid.
    pub minutes: u64,
}

/// The words of a mail with a code.
#[derive(Clone, Debug)]
pub struct CodeWords {
    /// One line, with the code and the reference.
    pub subject: String,
    /// What the mail is about.
    pub heading: String,
    /// What the reference belongs to, such as a sign-up.
    pub request: &'static str,
    /// How the code is used, and how long it is valid.
    pub paragraphs: Vec<String>,
    /// What to do if another person has caused the mail.
    pub not_you: String,
}

/// The words of a mail without a code.
#[derive(Clone, Debug)]
pub struct NoticeWords {
    /// One line.
    pub subject: String,
    /// What has happened.
    pub heading: String,
    /// What it means, and what to do.
    pub paragraphs: Vec<String>,
}

/// The words of a mail with an invitation.
#[derive(Clone, Debug)]
pub struct InvitationWords {
    /// One line.
    pub subject: String,
    /// Who invites, to which workspace, in which role.
    pub heading: String,
    /// Until when the invitation is valid, and for whom.
    pub until: String,
}

/// The words of all mails, in one language.
pub trait MailWords: Sync {
    /// The language, as HTML names it.
    fn language(&self) -> &'static str;
    /// A day; January is the first month.
    fn day(&self, year: i32, month: u8, day: u8) -> String;
    /// A time of a day. `time` has hours, minutes and seconds, in UTC.
    fn moment(&self, day: &str, time: &str) -> String;

    /// The label in front of a code.
    fn your_code(&self) -> &'static str;
    /// The line below a code. `request` comes from [`CodeWords`].
    fn started(&self, request: &str, reference: &str, moment: &str) -> String;
    /// The mail of a sign-up. `with_link` says whether it also has a link.
    fn sign_up_code(&self, values: CodeValues<'_>, with_link: bool) -> CodeWords;
    /// The button that leads to the page that confirms a sign-up.
    fn confirm_address(&self) -> &'static str;
    /// The mail for a new password.
    fn password_code(&self, values: CodeValues<'_>) -> CodeWords;
    /// The mail for a new address of an account.
    fn address_code(&self, values: CodeValues<'_>) -> CodeWords;
    /// The mail for a sign-in by code.
    fn sign_in_code(&self, values: CodeValues<'_>) -> CodeWords;

    /// The button that leads to the log-in page.
    fn log_in(&self) -> &'static str;
    /// Another sign-up has used the address of an account.
    fn already_registered(&self) -> NoticeWords;
    /// A session was ended because it was used from two places.
    fn session_ended(&self) -> NoticeWords;
    /// A new password was asked for, but no account has the address.
    fn no_account(&self) -> NoticeWords;
    /// A code to sign in with was asked for, but no account has the address.
    fn no_account_to_sign_in(&self) -> NoticeWords;
    /// Another account wants the address.
    fn address_in_use(&self) -> NoticeWords;
    /// The account has another address now.
    fn address_changed(&self) -> NoticeWords;
    /// The phone number of the account was added, changed or removed.
    fn number_changed(&self) -> NoticeWords;
    /// The account has another password now.
    fn password_changed(&self) -> NoticeWords;
    /// The second factor was turned on.
    fn factor_on(&self) -> NoticeWords;
    /// The second factor was turned off.
    fn factor_off(&self) -> NoticeWords;
    /// A recovery code was used.
    fn recovery_code_used(&self) -> NoticeWords;
    /// A stranger has entered the password, and then wrong codes.
    fn codes_guessed(&self) -> NoticeWords;
    /// An API key was made.
    fn api_key_made(&self) -> NoticeWords;
    /// An identity at a provider was linked.
    fn account_linked(&self) -> NoticeWords;
    /// A passkey was added.
    fn passkey_added(&self) -> NoticeWords;
    /// A passkey was removed.
    fn passkey_removed(&self) -> NoticeWords;
    /// A passkey was refused because its counter has gone back.
    fn passkey_copied(&self) -> NoticeWords;
    /// The password was removed from an account with a passkey.
    fn password_removed(&self) -> NoticeWords;

    /// An inviter without a name.
    fn someone(&self) -> &'static str;
    /// The name of a role that every workspace has.
    fn role(&self, word: &str) -> &'static str;
    /// The mail with an invitation. `until` is a day.
    fn invitation(&self, inviter: &str, workspace: &str, role: &str, until: &str, to: &str) -> InvitationWords;
    /// The button that leads to the invitation.
    fn see_invitation(&self) -> &'static str;
    /// The advice to a person who does not know the inviter.
    fn inviter_unknown(&self) -> &'static str;

    /// The subject of a mail about several tasks.
    fn news(&self, count: usize, workspace: &str) -> String;
    /// The tasks that a mail has no room for.
    fn more_tasks(&self, count: usize) -> String;
    /// The changes of one task that a mail has no room for.
    fn more_changes(&self, count: usize) -> String;
    /// Why the person gets the mail.
    fn why(&self, workspace: &str) -> String;
    /// The link to the preferences.
    fn choose(&self) -> &'static str;
    /// The link that ends such mails.
    fn unsubscribe(&self) -> &'static str;
}
