//! Who may sign up.

use super::InstanceConfig;
use super::reader::Reader;

/// Who may make an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignUpRule {
    /// Everyone who can reach the node.
    Open,
    /// People with an invitation.
    Invitation,
    /// People with an address at one of these mail domains, in lower case, and people with an invitation.
    Domains(Vec<String>),
}

/// Sign-up.
#[derive(Clone, Debug)]
pub struct SignUpConfig {
    /// `TROUPE_SIGN_UP` and `TROUPE_SIGN_UP_DOMAINS`.
    pub rule: SignUpRule,
    /// The address of the instance's owner, in lower case. The owner may always sign up.
    pub owner: Option<String>,
}

impl SignUpConfig {
    pub(super) fn read(reader: &mut Reader, instance: &InstanceConfig) -> Self {
        let domains: Vec<String> =
            reader.list("sign_up.domains").into_iter().map(|domain| domain.to_ascii_lowercase()).collect();
        if !domains.iter().all(|domain| is_domain(domain)) {
            reader.problem("sign_up.domains", "must be mail domains such as example.org, with commas between them");
        }
        let word = reader.text("sign_up.rule").unwrap_or_default();
        let rule = match word.as_str() {
            "open" => SignUpRule::Open,
            "invitation" => SignUpRule::Invitation,
            "domains" => SignUpRule::Domains(domains.clone()),
            _ => {
                reader.problem("sign_up.rule", "must be open, invitation or domains");
                SignUpRule::Invitation
            }
        };
        if word == "domains" && domains.is_empty() {
            reader.problem("sign_up.domains", "is needed where TROUPE_SIGN_UP is domains");
        }
        if word != "domains" && !domains.is_empty() {
            reader.problem("sign_up.domains", "has an effect only where TROUPE_SIGN_UP is domains");
        }
        if word == "invitation" && instance.owner.is_none() {
            reader.problem(
                "instance.owner",
                "is needed where TROUPE_SIGN_UP is invitation: without it, nobody could make the first account",
            );
        }
        Self { rule, owner: instance.owner.as_deref().map(str::to_ascii_lowercase) }
    }
}

/// Whether a text in ASCII is a mail domain.
#[must_use]
pub fn is_domain(text: &str) -> bool {
    let is_label =
        |label: &str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    text.len() <= 253 && text.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use super::*;
    use crate::config::{Config, ConfigError};

    fn load(variables: &[(&str, &str)]) -> Result<SignUpRule, String> {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let loaded: Result<Config, ConfigError> = Config::load(&variables.collect::<HashMap<_, _>>(), Path::new("/"));
        loaded.map(|config| config.sign_up.rule).map_err(|error| error.to_string())
    }

    #[test]
    fn su1_sign_up_is_open_by_default_or_by_invitation_or_by_mail_domains() {
        assert_eq!(load(&[]), Ok(SignUpRule::Open));
        let owned = [("TROUPE_SIGN_UP", "invitation"), ("TROUPE_INSTANCE_OWNER", "ann@example.org")];
        assert_eq!(load(&owned), Ok(SignUpRule::Invitation));
        let domains = [("TROUPE_SIGN_UP", "domains"), ("TROUPE_SIGN_UP_DOMAINS", "Example.org, example.com")];
        assert_eq!(load(&domains), Ok(SignUpRule::Domains(vec!["example.org".to_owned(), "example.com".to_owned()])));
    }

    #[test]
    fn su1_settings_that_contradict_each_other_are_refused() {
        for (variables, says) in [
            (&[("TROUPE_SIGN_UP", "closed")][..], "must be open, invitation or domains"),
            (&[("TROUPE_SIGN_UP", "invitation")], "TROUPE_INSTANCE_OWNER is needed"),
            (&[("TROUPE_SIGN_UP", "domains")], "TROUPE_SIGN_UP_DOMAINS is needed"),
            (&[("TROUPE_SIGN_UP_DOMAINS", "example.org")], "has an effect only where"),
            (&[("TROUPE_SIGN_UP", "domains"), ("TROUPE_SIGN_UP_DOMAINS", "@example.org")], "must be mail domains"),
            (&[("TROUPE_SIGN_UP", "domains"), ("TROUPE_SIGN_UP_DOMAINS", "example..org")], "must be mail domains"),
        ] {
            let problem = load(variables).expect_err("refused");
            assert!(problem.contains(says), "{problem}");
        }
    }
}
