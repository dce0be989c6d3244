//! Every mail of the product with sample values, for the preview in development and for tests.

use time::OffsetDateTime;

use super::invitation::{InvitationLetter, InvitedRole, invitation};
use super::language::{Language, Reader};
use super::letters::{CodeLetter, Notice, address_code, confirmation_code, notice, password_code, sign_in_code};
use super::notification::{Line, News, NotificationLetter, notification};
use super::{Mail, layout};
use crate::words::notifications;

/// A mail with sample values.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Names the mail, as a part of an address.
    pub name: &'static str,
    /// The mail.
    pub mail: Mail,
}

const NOTICES: [(&str, Notice); 18] = [
    ("already-registered", Notice::AlreadyRegistered),
    ("session-ended", Notice::SessionEnded),
    ("no-account", Notice::NoAccount),
    ("no-account-to-log-in", Notice::NoAccountToSignIn),
    ("address-in-use", Notice::AddressInUse),
    ("address-changed", Notice::AddressChanged),
    ("number-changed", Notice::NumberChanged),
    ("password-changed", Notice::PasswordChanged),
    ("second-factor-on", Notice::FactorOn),
    ("second-factor-off", Notice::FactorOff),
    ("recovery-code-used", Notice::RecoveryCodeUsed),
    ("codes-guessed", Notice::CodesGuessed),
    ("api-key-made", Notice::ApiKeyMade),
    ("account-linked", Notice::AccountLinked),
    ("passkey-added", Notice::PasskeyAdded),
    ("passkey-removed", Notice::PasskeyRemoved),
    ("passkey-copied", Notice::PasskeyCopied),
    ("password-removed", Notice::PasswordRemoved),
];

/// The samples of all mails in a language.
#[must_use]
pub fn samples(language: Language, public_url: &str) -> Vec<Sample> {
    let reader = Reader { to: "ada@troupe.example", language };
    let letter =
        CodeLetter { reader, code: "12345678", reference: "7KQF", began: OffsetDateTime::UNIX_EPOCH, minutes: 15 };
    let link =
        format!("{public_url}/signup/link#7KQF-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
    let mut all = vec![
        Sample { name: "sign-up-code", mail: confirmation_code(&letter, Some(&link)) },
        Sample { name: "password-code", mail: password_code(&letter) },
        Sample { name: "address-code", mail: address_code(&letter) },
        Sample { name: "log-in-code", mail: sign_in_code(&letter) },
    ];
    all.extend(NOTICES.map(|(name, what)| Sample { name, mail: notice(reader, public_url, what) }));
    let invited = InvitationLetter {
        reader,
        inviter: "Ben Kaduk",
        workspace: "Harbour",
        role: InvitedRole::BuiltIn("member"),
        link: &format!("{public_url}/invite/0123456789"),
        expires_at: OffsetDateTime::UNIX_EPOCH,
    };
    all.push(Sample { name: "invitation", mail: invitation(&invited) });
    let news = |workspace, news| NotificationLetter {
        reader,
        workspace,
        news,
        settings: format!("{public_url}/w/HAR/settings/preferences"),
        unsubscribe: format!("{public_url}/unsubscribe/0123456789"),
    };
    let one = task(
        public_url,
        "HAR-1 Moor the ferry",
        vec![
            line(notifications::assigned("Ben Kaduk"), None),
            line(notifications::commented("Ben Kaduk"), Some("The tide turns at noon.\nPlease bring a rope!")),
        ],
    );
    let another = task(public_url, "HAR-2 Paint the pier", vec![line(notifications::due("2 January 1970"), None)]);
    all.push(Sample { name: "notification", mail: notification(&news("Harbour", vec![one.clone()])) });
    all.push(Sample { name: "digest", mail: notification(&news("Harbour", vec![one, another])) });
    all
}

fn task(public_url: &str, title: &str, lines: Vec<Line>) -> News {
    let key = title.split(' ').next().unwrap_or_default();
    News { task: Some((title.to_owned(), format!("{public_url}/w/HAR/all/{key}"))), lines }
}

fn line(says: String, quote: Option<&str>) -> Line {
    Line { says, quote: quote.map(str::to_owned) }
}

/// The page that lists the samples. Its links lead to each mail as HTML and as text.
#[must_use]
pub fn list(language: Language, samples: &[Sample], folder: &str) -> String {
    layout::list(language, samples.iter().map(|sample| (sample.name, sample.mail.subject.as_str())), folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ml1_every_mail_has_a_subject_of_one_line_and_the_same_words_as_text_and_as_html() {
        let samples = samples(Language::English, "https://troupe.example");
        for Sample { name, mail } in &samples {
            assert!(!mail.subject.is_empty() && !mail.subject.contains('\n'), "{name}: {:?}", mail.subject);
            assert!(mail.text.ends_with('\n') && !mail.text.contains("\n\n\n"), "{name}: {}", mail.text);
            assert!(mail.html.starts_with("<!doctype html>\n<html lang=\"en\">"), "{name}");
            for place in ["{language}", "{width}", "{name}", "{rows}"] {
                assert!(!mail.html.contains(place), "{name}: {place}");
            }
            // No picture and no script: nothing tells a sender that the mail was read.
            for foreign in ["<img", "<script", "src=", "url(", "http-equiv"] {
                assert!(!mail.html.contains(foreign), "{name}: {foreign}");
            }
            for (scheme, _) in mail.html.match_indices("href=\"") {
                assert!(mail.html[scheme..].starts_with("href=\"https://troupe.example/"), "{name}: a link elsewhere");
            }
            if let Some(code) = &mail.code {
                let spaced = format!("{} {}", &code[..4], &code[4..]);
                assert!(mail.text.contains(&spaced) && mail.html.contains(&spaced), "{name}");
            }
            if let Some(link) = &mail.link {
                assert!(mail.text.contains(&format!("{link}\n")) && mail.html.contains(link), "{name}");
            }
        }
        let names: std::collections::BTreeSet<_> = samples.iter().map(|sample| sample.name).collect();
        assert_eq!(names.len(), samples.len(), "each name is used once");
    }
}
