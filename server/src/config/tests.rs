use std::collections::HashMap;
use std::path::Path;

use super::print::without_password;
use super::variables::VARIABLES;
use super::*;

fn load(settings: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let environment: HashMap<String, String> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Config::load(&environment, Path::new("/nowhere"))
}

fn problem(settings: &[(&str, &str)]) -> String {
    load(settings).expect_err("refused").to_string()
}

#[test]
fn with_nothing_set_the_defaults_are_in_force() {
    let config = load(&[]).expect("the defaults are good");
    assert_eq!(config.http.addr.to_string(), "127.0.0.1:8080");
    assert_eq!(config.http.body_limit, 256 * 1024);
    assert_eq!(config.tokens.access.as_secs(), 600);
    assert!(config.database.url.is_none() && config.redis.url.is_none());
}

#[test]
fn every_setting_has_a_variable_and_the_file_explains_it() {
    let file = include_str!("../../config.default.toml");
    let table: toml::Table = toml::from_str(file).expect("the file is TOML");
    let keys: Vec<String> = table
        .iter()
        .flat_map(|(section, values)| {
            let values = values.as_table().expect("sections hold settings");
            values.keys().map(move |key| format!("{section}.{key}"))
        })
        .collect();
    for key in &keys {
        assert!(VARIABLES.iter().any(|(_, known, _)| known == key), "{key} has no variable");
    }
    for (variable, key, _) in VARIABLES {
        assert!(keys.iter().any(|known| known == key), "{key} is not in the file");
        assert!(file.contains(&format!("# {variable}")) || file.contains(&format!(" {variable}:")), "{variable}");
    }
}

#[test]
fn a_file_changes_the_settings_that_it_names_and_a_variable_overrides_it() {
    let path = std::env::temp_dir().join(format!("troupe-config-{}.toml", std::process::id()));
    std::fs::write(&path, "[limits]\nguesses = 3\n[http]\nbody_limit = 2048\n").expect("written");
    let path = path.to_str().expect("text");
    let config = load(&[("TROUPE_CONFIG", path), ("TROUPE_GUESSES", "4")]).expect("good");
    assert_eq!((config.limits.guesses, config.http.body_limit), (4, 2048));

    std::fs::write(path, "[limits]\nguesses = \"3\"\nguess = 1\n[http]\n").expect("written");
    let problem = problem(&[("TROUPE_CONFIG", path)]);
    std::fs::remove_file(path).expect("removed");
    assert!(problem.contains("`limits.guesses` must be a whole number"), "{problem}");
    assert!(problem.contains("no setting `limits.guess`"), "{problem}");
}

#[test]
fn a_file_that_is_not_there_is_a_problem() {
    assert!(problem(&[("TROUPE_CONFIG", "/nowhere/x.toml")]).contains("cannot be read"));
}

#[test]
fn q01_a_secret_that_is_easy_to_guess_is_refused_by_name_and_not_shown() {
    for secret in [
        "short",
        "b7e1c4a95d0f38269acd7be1f04c5d3",
        &"x".repeat(64),
        "changeme-changeme-changeme-changeme",
        "abcabcabcabcabcabcabcabcabcabcabcabc",
        &"b7e1c4a95d0f3826".repeat(2),
        "my-very-own-Secret-for-production-1",
        "0123456789abcdef0123456789abcdef01",
    ] {
        let problem = problem(&[("TROUPE_SECRET", secret)]);
        assert!(problem.contains("TROUPE_SECRET"), "{problem}");
        assert!(!problem.contains(secret), "{problem}");
    }
    let good = "b7e1c4a95d0f38269acd7be1f04c5d3a";
    let config = load(&[("TROUPE_SECRET", good)]).expect("good");
    assert_eq!(config.secret().expect("set").reveal(), good);
    assert!(!format!("{config:?}").contains(good), "not even for debugging");
}

#[test]
fn several_nodes_need_a_secret_that_they_share() {
    let problem = problem(&[("REDIS_URL", "redis://localhost")]);
    assert!(problem.starts_with("TROUPE_SECRET is needed where REDIS_URL is set"), "{problem}");
    let weak = self::problem(&[("REDIS_URL", "redis://localhost"), ("TROUPE_SECRET", "short")]);
    assert!(weak.contains("TROUPE_SECRET must have at least 32 bytes"), "{weak}");
    let good = [("REDIS_URL", "redis://localhost"), ("TROUPE_SECRET", "b7e1c4a95d0f38269acd7be1f04c5d3a")];
    assert!(load(&good).is_ok());
}

#[test]
fn what_is_only_for_a_developers_machine_is_refused_elsewhere() {
    let public = [("TROUPE_ADDR", "0.0.0.0:8080"), ("TROUPE_PUBLIC_URL", "https://troupe.example.org")];
    let with = |name, value| [public.as_slice(), &[(name, value)]].concat();
    assert!(load(&public).is_ok());
    assert!(problem(&with("TROUPE_MAIL_REPLY_TO", "nobody")).contains("TROUPE_MAIL_REPLY_TO"));
    assert!(problem(&with("TROUPE_DEV_MAILBOX", "1")).contains("TROUPE_DEV_MAILBOX"));
    assert!(problem(&with("TROUPE_ARGON2_MEMORY_KIB", "8")).contains("too weak"));
    assert!(problem(&with("TROUPE_ARGON2_ITERATIONS", "1")).contains("too weak"));
    assert!(problem(&public[..1]).contains("TROUPE_PUBLIC_URL is needed"));
}

#[test]
fn an_origin_is_scheme_host_and_port_and_nothing_else() {
    for good in ["https://troupe.example.org", "https://troupe.example.org/", "http://localhost:5173"] {
        assert!(load(&[("TROUPE_PUBLIC_URL", good)]).is_ok(), "{good}");
    }
    for wrong in
        ["troupe.example.org", "https://a@troupe.example.org", "https://x.org/app", "ftp://x.org", "https://x.org?a"]
    {
        assert!(problem(&[("TROUPE_PUBLIC_URL", wrong)]).contains("must be an origin"), "{wrong}");
        assert!(problem(&[("TROUPE_ORIGINS", wrong)]).contains("TROUPE_ORIGINS"), "{wrong}");
    }
}

#[test]
fn addresses_of_other_kinds_of_servers_are_refused() {
    assert!(problem(&[("DATABASE_URL", "mysql://x")]).contains("postgres://"));
    assert!(
        problem(&[("REDIS_URL", "http://x"), ("TROUPE_SECRET", "b7e1c4a95d0f38269acd7be1f04c5d3a")])
            .contains("redis://")
    );
    assert!(problem(&[("TROUPE_MAIL_URL", "mail.example.org"), ("TROUPE_MAIL_FROM", "a@b.org")]).contains("smtp://"));
    assert!(problem(&[("TROUPE_MAIL_URL", "smtp://mail.example.org")]).contains("TROUPE_MAIL_FROM is needed"));
}

#[test]
fn a_password_in_an_address_is_not_printed() {
    let cases = [
        ("postgres://ann:pw@db/troupe", "postgres://ann:(hidden)@db/troupe"),
        ("postgres://ann:p/w@db/troupe", "postgres://ann:(hidden)@db/troupe"),
        ("redis://:pw@cache:6379/0", "redis://:(hidden)@cache:6379/0"),
        ("postgres://db/troupe?user=a&password=pw", "postgres://db/troupe?(hidden)"),
        ("redis://cache", "redis://cache"),
        ("nonsense", "(hidden)"),
    ];
    for (url, shown) in cases {
        assert!(!without_password(url).contains("pw") && !without_password(url).contains("p/w"), "{url}");
        if !url.contains("p/w") {
            assert_eq!(without_password(url), shown);
        }
    }
}
