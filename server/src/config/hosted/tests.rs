use std::path::Path;

use super::*;
use crate::config::{Config, ConfigError};

const ACME: [(&str, &str); 4] = [
    ("TROUPE_PROVIDERS", "acme"),
    ("TROUPE_PROVIDER_ACME_ISSUER", "https://id.example.org/realms/acme"),
    ("TROUPE_PROVIDER_ACME_CLIENT_ID", "troupe"),
    ("TROUPE_PROVIDER_ACME_CLIENT_SECRET", "CANARY-of-acme"),
];

fn load(settings: &[(&str, &str)], more: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let all = settings.iter().chain(more);
    let environment = all.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Config::load(&environment, Path::new("/nowhere"))
}

fn problem(settings: &[(&str, &str)], more: &[(&str, &str)]) -> String {
    load(settings, more).expect_err("refused").to_string()
}

#[test]
fn hs1_a_provider_needs_an_issuer_and_a_client_id_and_its_secret_is_never_shown() {
    let config = load(&ACME, &[]).expect("good");
    let [provider] = config.hosted.providers.as_slice() else { panic!("one provider") };
    assert_eq!((provider.name.as_str(), provider.scopes.as_str()), ("acme", "openid email profile"));
    assert!(provider.sign_up && !provider.private);
    assert!(!format!("{config:?}{}", config.printed()).contains("CANARY"));
    assert!(problem(&ACME[..2], &[]).contains("TROUPE_PROVIDER_ACME_CLIENT_ID is needed"));
    let google = [("TROUPE_PROVIDERS", "google"), ("TROUPE_PROVIDER_GOOGLE_CLIENT_ID", "x")];
    let config = load(&google, &[]).expect("good");
    assert_eq!(config.hosted.providers[0].issuer, "https://accounts.google.com");
}

#[test]
fn hs1_an_issuer_without_tls_needs_the_setting_for_private_providers() {
    for wrong in ["http://id.example.org", "https://id.example.org/?a", "https://a@id.example.org", "id.example.org"] {
        assert!(problem(&ACME, &[("TROUPE_PROVIDER_ACME_ISSUER", wrong)]).contains("_ISSUER must be"), "{wrong}");
    }
    let private = [("TROUPE_PROVIDER_ACME_ISSUER", "http://10.0.0.1:9000"), ("TROUPE_PROVIDER_ACME_PRIVATE", "1")];
    load(&ACME, &private).expect("good");
}

#[test]
fn hs1_misspelt_variables_and_names_are_problems() {
    assert!(problem(&ACME, &[("TROUPE_PROVIDER_ACME_CLIENT", "x")]).contains("is not a setting"));
    assert!(problem(&ACME, &[("TROUPE_PROVIDERS", "Acme")]).contains("small letters"));
    assert!(problem(&ACME, &[("TROUPE_PROVIDERS", "acme, acme")]).contains("different names"));
    assert!(problem(&ACME, &[("TROUPE_PROVIDER_ACME_SCOPES", "email")]).contains("must contain openid"));
    load(&ACME, &[("TROUPE_PROVIDER_ACME_TWO_NAME", "of another provider")]).expect("good");
}

#[test]
fn hs10_apple_needs_a_key_that_can_sign() {
    let apple = [("TROUPE_PROVIDERS", "apple"), ("TROUPE_PROVIDER_APPLE_CLIENT_ID", "org.example.troupe")];
    assert!(problem(&apple, &[]).contains("TROUPE_PROVIDER_APPLE_TEAM_ID is needed"));
    let ids = [("TROUPE_PROVIDER_APPLE_TEAM_ID", "T"), ("TROUPE_PROVIDER_APPLE_KEY_ID", "K")];
    let wrong = [ids[0], ids[1], ("TROUPE_PROVIDER_APPLE_PRIVATE_KEY", "CANARY of a key")];
    let said = problem(&apple, &wrong);
    assert!(said.contains("PRIVATE_KEY must be the PEM text") && !said.contains("CANARY"), "{said}");
}

#[test]
fn hs12_groups_give_roles_of_workspaces_and_never_make_an_owner() {
    let id = "0199a7d2-0000-7000-8000-000000000001";
    let rules = format!("staff=of=acme={id}/member, leads={id}/admin");
    let config = load(&ACME, &[("TROUPE_PROVIDER_ACME_GROUP_ROLES", &rules)]).expect("good");
    let groups = config.hosted.providers[0].groups.clone().expect("groups");
    let workspace: Uuid = id.parse().expect("an id");
    let role = |group: &str, role: &str| (group.to_owned(), workspace, role.to_owned());
    assert_eq!(groups.claim, "groups");
    assert_eq!(groups.roles, [role("staff=of=acme", "member"), role("leads", "admin")]);
    for wrong in [format!("staff={id}/owner"), "staff=HAR/member".to_owned(), format!("={id}/member"), id.to_owned()] {
        assert!(problem(&ACME, &[("TROUPE_PROVIDER_ACME_GROUP_ROLES", &wrong)]).contains("no rule makes an owner"));
    }
}

#[test]
fn hs4_redirects_are_four_addresses_or_none() {
    let four = "http://localhost:8080/oauth,https://dev.example.org/oauth,https://troupe.example.org/oauth,https://b.example.org/oauth";
    assert_eq!(load(&ACME, &[("TROUPE_SIGN_IN_REDIRECTS", four)]).expect("good").hosted.redirects.len(), 4);
    for wrong in ["https://a.example.org/oauth", &four.replace("/oauth", "/other"), &four.replace("dev", "a@dev")] {
        assert!(problem(&ACME, &[("TROUPE_SIGN_IN_REDIRECTS", wrong)]).contains("must be four addresses"), "{wrong}");
    }
}
