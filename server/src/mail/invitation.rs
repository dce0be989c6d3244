//! The mail with an invitation. Strangers have chosen the names in it.

use time::OffsetDateTime;

use super::Mail;
use super::language::Reader;
use super::layout::{self, Part};
use super::names::harmless;
use crate::words::mails::InvitationWords;

/// What an invitation says.
#[derive(Clone, Copy, Debug)]
pub struct InvitationLetter<'a> {
    /// The person who reads it.
    pub reader: Reader<'a>,
    /// The name of the person who invites; may be empty.
    pub inviter: &'a str,
    /// The name of the workspace.
    pub workspace: &'a str,
    /// The role that the invitation gives.
    pub role: InvitedRole<'a>,
    /// The page that shows the invitation.
    pub link: &'a str,
    /// The time from which the invitation is no longer valid.
    pub expires_at: OffsetDateTime,
}

/// A role in an invitation.
#[derive(Clone, Copy, Debug)]
pub enum InvitedRole<'a> {
    /// A built-in role, by its name in the protocol.
    BuiltIn(&'a str),
    /// A role of the workspace, by its name.
    Named(&'a str),
}

/// The mail with an invitation.
#[must_use]
pub fn invitation(letter: &InvitationLetter<'_>) -> Mail {
    let InvitationLetter { reader: Reader { to, language }, inviter, workspace, role, link, expires_at } = *letter;
    let words = language.words();
    let inviter = match harmless(inviter) {
        name if name.is_empty() => words.someone().to_owned(),
        name => name,
    };
    let role = match role {
        InvitedRole::BuiltIn(word) => words.role(word).to_owned(),
        InvitedRole::Named(name) => harmless(name),
    };
    let InvitationWords { subject, heading, until } =
        words.invitation(&inviter, &harmless(workspace), &role, &language.day(expires_at), to);
    let parts = [
        Part::Button { label: words.see_invitation(), link: link.to_owned() },
        Part::Small(until),
        Part::Small(words.inviter_unknown().to_owned()),
    ];
    Mail {
        to: to.to_owned(),
        subject,
        text: layout::text(&heading, &parts),
        html: layout::html(language, &heading, &parts),
        code: None,
        link: Some(link.to_owned()),
        unsubscribe: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(inviter: &str, workspace: &str) -> Mail {
        invitation(&InvitationLetter {
            reader: Reader::at("bob@example.org"),
            inviter,
            workspace,
            role: InvitedRole::BuiltIn("member"),
            link: "https://troupe.example/invite/0a",
            expires_at: OffsetDateTime::UNIX_EPOCH,
        })
    }

    #[test]
    fn l07_the_words_of_an_inviter_stay_text() {
        let mail = mail("<b>Eve</b> {link}", "Bank https://evil.example");
        let html = mail.html;
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
            assert!(mail.html.contains(part), "{part} in {}", mail.html);
        }
    }

    #[test]
    fn an_inviter_without_a_name_is_someone() {
        assert_eq!(mail(" ", "Acme").subject, "Someone invited you to Acme");
    }
}
