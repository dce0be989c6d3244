//! The mail with an invitation, as text and as HTML. Its names are strangers' words.

use time::OffsetDateTime;
use time::format_description::StaticFormatDescription;
use time::macros::format_description;

use super::Mail;
use super::names::{escaped, harmless};
use crate::words::letters as words;

/// The format of a day in mails.
const DAY: StaticFormatDescription = format_description!("[day padding:none] [month repr:long] [year]");

/// What an invitation says.
#[derive(Clone, Copy, Debug)]
pub struct InvitationLetter<'a> {
    /// The address to mail to.
    pub to: &'a str,
    /// The name of the person who invites; may be empty.
    pub inviter: &'a str,
    /// The name of the workspace.
    pub workspace: &'a str,
    /// The name of the role, as people read it.
    pub role: &'a str,
    /// The page that shows the invitation.
    pub link: &'a str,
    /// The time from which the invitation is no longer valid.
    pub expires_at: OffsetDateTime,
}

/// The mail with an invitation.
#[must_use]
pub fn invitation(letter: &InvitationLetter<'_>) -> Mail {
    let InvitationLetter { to, inviter, workspace, role, link, expires_at } = *letter;
    let inviter = match harmless(inviter) {
        name if name.is_empty() => words::SOMEONE.to_owned(),
        name => name,
    };
    let (workspace, role) = (harmless(workspace), harmless(role));
    let until = expires_at.format(DAY).unwrap_or_default();
    let says = words::invited(&inviter, &workspace, &role);
    let until = words::invitation_until(&until, to);
    let html = HTML
        .replace("{join}", words::ACCEPT_INVITATION)
        .replace("{link}", &escaped(link))
        // Last, because names may hold the words above.
        .replace("{until}", &escaped(&until))
        .replace("{unknown}", words::INVITER_UNKNOWN)
        .replace("{says}", &escaped(&says));
    Mail {
        to: to.to_owned(),
        subject: words::invitation_subject(&inviter, &workspace),
        text: words::invitation(&says, link, &until),
        html: Some(html),
        code: None,
        link: Some(link.to_owned()),
        unsubscribe: None,
    }
}

/// Tables and inline styles: mail readers know little else.
const HTML: &str = include_str!("invitation.html");

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(inviter: &str, workspace: &str) -> Mail {
        invitation(&InvitationLetter {
            to: "bob@example.org",
            inviter,
            workspace,
            role: "Member",
            link: "https://troupe.example/invite/0a",
            expires_at: OffsetDateTime::UNIX_EPOCH,
        })
    }

    #[test]
    fn l07_the_words_of_an_inviter_stay_text() {
        let mail = mail("<b>Eve</b> {link}", "Bank https://evil.example");
        let html = mail.html.expect("html");
        assert!(html.contains("&lt;b&gt;Eve&lt; /b&gt;"), "{html}");
        for part in [&html, &mail.text, &mail.subject] {
            assert!(!part.contains("evil.example"), "{part}");
            assert!(!part.contains("{says}") && !part.contains("{until}"), "{part}");
        }
        assert!(!html.contains("<b>"), "{html}");
        assert_eq!(html.matches("https://").count(), 1, "one link: {html}");
        assert!(mail.text.contains("https://troupe.example/invite/0a\n"), "a line of its own: {}", mail.text);
    }

    #[test]
    fn an_invitation_names_its_inviter_workspace_role_and_last_day() {
        let mail = mail("Ann Lee", "Acme");
        assert_eq!(mail.subject, "Ann Lee invited you to Acme");
        for part in ["Ann Lee invited you to join Acme on Troupe as Member", "1 January 1970", "bob@example.org"] {
            assert!(mail.text.contains(part), "{part} in {}", mail.text);
            assert!(mail.html.as_deref().unwrap_or_default().contains(part), "{part} in {:?}", mail.html);
        }
    }

    #[test]
    fn an_inviter_without_a_name_is_someone() {
        assert_eq!(mail(" ", "Acme").subject, "Someone invited you to Acme");
    }
}
