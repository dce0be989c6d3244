//! Which mail domains are verified.

use actors::domain::kinds::member::domain_join::Proof;

use crate::config::is_domain;

/// The domains of public mail providers, where anyone can get an address. One on each line, in lower case.
const PUBLIC_MAIL: &str = include_str!("public_mail.txt");

/// The domain of an address. Both are in lower case.
pub(super) fn domain_of(email_key: &str) -> Option<&str> {
    email_key.rsplit_once('@').map(|(_, domain)| domain)
}

/// Reads a domain that a person has typed, perhaps with a leading `@`. Returns it in lower case.
pub(super) fn read(text: &str) -> Option<String> {
    let text = text.trim();
    let domain = text.strip_prefix('@').unwrap_or(text).to_ascii_lowercase();
    is_domain(&domain).then_some(domain)
}

/// Whether a domain belongs to a public mail provider.
pub(super) fn is_public(domain: &str) -> bool {
    PUBLIC_MAIL.lines().any(|public| public == domain)
}

/// The facts about a domain. `is_an_owners` is true if an active owner of the workspace has an address there.
pub(super) fn proof_of(domain: &str, is_an_owners: bool) -> Proof {
    Proof { is_public: is_public(domain), is_an_owners }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ad1_a_domain_is_read_in_lower_case_and_without_a_leading_at_sign() {
        for (text, domain) in [
            ("team.example", Some("team.example")),
            (" @Team.Example ", Some("team.example")),
            ("ann@team.example", None),
            ("team example", None),
            ("@@team.example", None),
            (".example", None),
            ("", None),
        ] {
            assert_eq!(read(text).as_deref(), domain, "{text:?}");
        }
        assert_eq!(domain_of("ann@team.example"), Some("team.example"));
    }

    #[test]
    fn ad2_public_mail_providers_never_count() {
        for (domain, is_an_owners, holds) in [
            ("team.example", true, true),
            ("team.example", false, false),
            ("gmail.com", true, false),
            ("privaterelay.appleid.com", true, false),
            ("mail.gmail.com", true, true),
        ] {
            assert_eq!(proof_of(domain, is_an_owners).holds(), holds, "{domain} {is_an_owners}");
        }
    }

    #[test]
    fn ad2_the_list_of_public_providers_is_in_order_and_every_line_can_match() {
        let lines: Vec<&str> = PUBLIC_MAIL.lines().collect();
        assert!(lines.is_sorted() && lines.iter().all(|line| read(line).as_deref() == Some(*line)));
    }
}
