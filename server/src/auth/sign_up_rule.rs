//! Who may sign up. docs/IDENTITY.md has the rules (SU1 to SU5). Every way to a new account asks [`Auth::may_sign_up`].

use super::Auth;
use super::input::Email;
use crate::config::{SignUpConfig, SignUpRule};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// An open invitation of a person who signs up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invited {
    /// The address that the invitation is for, in the form for comparison; `None` for a link.
    pub email_key: Option<String>,
}

impl Invited {
    /// Whether the person with this address may use it.
    pub(super) fn is_for(&self, email_key: &str) -> bool {
        self.email_key.as_ref().is_none_or(|invited| invited == email_key)
    }
}

/// Whether the rule allows a new account with this address. An address belongs to a domain if the domain is exactly the part
/// after the `@`.
fn allows(config: &SignUpConfig, email_key: &str, invited: Option<&Invited>) -> bool {
    let is_invited = || invited.is_some_and(|invited| invited.is_for(email_key));
    if config.owner.as_deref() == Some(email_key) {
        return true;
    }
    match &config.rule {
        SignUpRule::Open => true,
        SignUpRule::Invitation => is_invited(),
        SignUpRule::Domains(domains) => {
            let domain = email_key.rsplit_once('@').map(|(_, domain)| domain);
            domain.is_some_and(|domain| domains.iter().any(|listed| listed == domain)) || is_invited()
        }
    }
}

impl Auth {
    /// The rule of the settings.
    #[must_use]
    pub fn sign_up_rule(&self) -> &SignUpRule {
        &self.inner.sign_ups.rule
    }

    /// Refuses a new account that the rule does not allow. The refusal does not depend on whether an account or an
    /// invitation exists for the address.
    ///
    /// # Errors
    /// `forbidden` on `email`.
    pub(super) fn may_sign_up(&self, email: &Email, invited: Option<&Invited>) -> Result<(), Refusal> {
        if allows(&self.inner.sign_ups, &email.key, invited) {
            return Ok(());
        }
        let message = match &self.inner.sign_ups.rule {
            SignUpRule::Domains(domains) => words::sign_up_domains(&domains.join(", ")),
            SignUpRule::Open | SignUpRule::Invitation => words::INVITATION_NEEDED.to_owned(),
        };
        Err(Refusal::new(Code::Forbidden).field("email").message(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(rule: SignUpRule) -> SignUpConfig {
        SignUpConfig { rule, owner: Some("olga@home.example".to_owned()) }
    }

    #[test]
    fn su2_the_rule_the_owner_and_invitations_decide() {
        let link = Some(Invited { email_key: None });
        let for_ann = Some(Invited { email_key: Some("ann@x.example".to_owned()) });
        let listed = SignUpRule::Domains(vec!["team.example".to_owned()]);
        for (rule, email, invited, allowed) in [
            (SignUpRule::Open, "ann@x.example", None, true),
            (SignUpRule::Invitation, "ann@x.example", None, false),
            (SignUpRule::Invitation, "olga@home.example", None, true),
            (SignUpRule::Invitation, "ann@x.example", link.clone(), true),
            (SignUpRule::Invitation, "ann@x.example", for_ann.clone(), true),
            (SignUpRule::Invitation, "bob@x.example", for_ann.clone(), false),
            (listed.clone(), "ann@team.example", None, true),
            (listed.clone(), "ann@x.example", None, false),
            (listed.clone(), "ann@sub.team.example", None, false),
            (listed.clone(), "ann@evilteam.example", None, false),
            (listed.clone(), "ann@team.example.evil.example", None, false),
            (listed.clone(), "ann@x.example", link, true),
            (listed, "bob@x.example", for_ann, false),
        ] {
            assert_eq!(allows(&config(rule.clone()), email, invited.as_ref()), allowed, "{rule:?} {email} {invited:?}");
        }
    }
}
