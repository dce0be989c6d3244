//! The bucket of an S3-compatible server that may hold the files of tickets.

use std::time::Duration;

use rusty_s3::{Bucket, UrlStyle};
use url::Url;

use super::Secret;
use super::reader::Reader;

/// The settings that a bucket needs.
const NEEDED: [&str; 4] = ["files.s3_endpoint", "files.s3_bucket", "files.s3_access_key", "files.s3_secret_key"];

/// A bucket of an S3-compatible server.
#[derive(Clone, Debug)]
pub struct S3Config {
    /// `TROUPE_FILES_S3_ENDPOINT`, `TROUPE_FILES_S3_BUCKET`, `TROUPE_FILES_S3_REGION`: the bucket.
    pub bucket: Bucket,
    /// `TROUPE_FILES_S3_ACCESS_KEY`: the name of the key.
    pub access_key: String,
    /// `TROUPE_FILES_S3_SECRET_KEY`: the key.
    pub secret_key: Secret,
    /// `TROUPE_FILES_S3_WAIT_MS`: how long the server may be silent.
    pub wait: Duration,
}

impl S3Config {
    /// The bucket, if it is set. It is a problem if some of its settings are missing, or if a folder is set as well.
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let wait = Duration::from_millis(reader.number("files.s3_wait_ms", 100..=60_000));
        let values = NEEDED.map(|key| reader.text(key));
        if values.iter().all(Option::is_none) {
            return None;
        }
        if reader.text("files.folder").is_some() {
            reader.problem("files.folder", "and TROUPE_FILES_S3_ENDPOINT name two stores: set one of them");
        }
        for (key, _) in NEEDED.iter().zip(&values).filter(|(_, value)| value.is_none()) {
            reader.problem(key, "is required with the other S3 settings");
        }
        let [endpoint, bucket, access_key, secret_key] = values;
        let address = endpoint.as_deref().and_then(address);
        if endpoint.is_some() && address.is_none() {
            reader.problem(NEEDED[0], "must be an address such as https://s3.example.org, without a user or a query");
        }
        let is_named = bucket.as_deref().is_some_and(is_bucket);
        if bucket.is_some() && !is_named {
            reader.problem(
                NEEDED[1],
                "must be 3 to 63 letters, digits, dots and hyphens, and begin with a letter or digit",
            );
        }
        let region = reader.text("files.s3_region").unwrap_or_else(|| "us-east-1".to_owned());
        Some(Self {
            // Every server supports this style, and it is the only one for a server without a host name.
            bucket: Bucket::new(address?, UrlStyle::Path, bucket.filter(|_| is_named)?, region).ok()?,
            access_key: access_key?,
            secret_key: secret_key?.into(),
            wait,
        })
    }
}

fn address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    (matches!(url.scheme(), "http" | "https") && url.has_host() && is_plain && url.fragment().is_none()).then_some(url)
}

fn is_bucket(name: &str) -> bool {
    (3..=63).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '.' | '-'))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use super::super::{Config, ConfigError};

    const WHOLE: [(&str, &str); 4] = [
        ("TROUPE_FILES_S3_ENDPOINT", "https://s3.example.org"),
        ("TROUPE_FILES_S3_BUCKET", "troupe-files"),
        ("TROUPE_FILES_S3_ACCESS_KEY", "AKIDEXAMPLE"),
        ("TROUPE_FILES_S3_SECRET_KEY", "CANARY-of-the-key"),
    ];

    fn load(settings: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let environment: HashMap<String, String> =
            settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Config::load(&environment, Path::new("/nowhere"))
    }

    #[test]
    fn fs9_a_bucket_needs_its_address_name_and_keys_and_no_secret_is_shown() {
        let config = load(&WHOLE).expect("whole");
        let s3 = config.files.s3.as_ref().expect("a bucket");
        assert_eq!((s3.bucket.name(), s3.bucket.region()), ("troupe-files", "us-east-1"));
        assert!(!config.printed().contains("CANARY") && !format!("{config:?}").contains("CANARY"));
        assert!(load(&[]).expect("none").files.s3.is_none());
        for (missing, _) in WHOLE {
            let some: Vec<_> = WHOLE.into_iter().filter(|(name, _)| *name != missing).collect();
            let problem = load(&some).expect_err("in part").to_string();
            assert_eq!(problem, format!("{missing} is required with the other S3 settings"));
        }
    }

    #[test]
    fn fs9_an_address_or_a_name_that_cannot_be_one_is_refused_and_so_is_a_folder_beside_the_bucket() {
        let problem = |name: &str, value: &str| {
            let settings: Vec<_> = WHOLE.iter().map(|it| if it.0 == name { (name, value) } else { *it }).collect();
            load(&settings).expect_err(value).to_string()
        };
        for wrong in
            ["s3.example.org", "ftp://s3.example.org", "https://CANARY@s3.example.org", "https://s3.example.org?a"]
        {
            let problem = problem("TROUPE_FILES_S3_ENDPOINT", wrong);
            assert!(
                problem.starts_with("TROUPE_FILES_S3_ENDPOINT must be") && !problem.contains("CANARY"),
                "{problem}"
            );
        }
        for wrong in ["ab", "a/b", "..a", "a b c", &"a".repeat(64)] {
            assert!(problem("TROUPE_FILES_S3_BUCKET", wrong).starts_with("TROUPE_FILES_S3_BUCKET must be"), "{wrong}");
        }
        let both = [WHOLE.as_slice(), &[("TROUPE_FILES_DIR", "/files")]].concat();
        assert!(load(&both).expect_err("both").to_string().contains("name two stores"));
    }
}
