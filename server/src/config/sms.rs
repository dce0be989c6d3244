//! The settings for text messages.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::key::Secret;
use super::reader::Reader;
use super::{HttpConfig, OutboundConfig};

/// The prefix of a secret in the form of Standard Webhooks.
const SECRET_PREFIX: &str = "whsec_";
/// The length of the secret in bytes, as Standard Webhooks requires.
const SECRET_BYTES: std::ops::RangeInclusive<usize> = 24..=64;

/// Text messages.
#[derive(Clone, Debug)]
pub struct SmsConfig {
    /// `TROUPE_SMS_WEBHOOK` and `TROUPE_SMS_SECRET`: the gateway.
    pub gateway: Option<SmsGateway>,
    /// `TROUPE_SMS_MAILBOX`: keep text messages in the development mailbox.
    pub mailbox: bool,
    /// `TROUPE_SMS_PREFIXES`: text messages go only to numbers with one of these prefixes. Empty: to all numbers.
    pub prefixes: Vec<String>,
    /// `TROUPE_SMS_PER_HOUR`: the most text messages of the whole cluster in an hour: so many with codes, and so many notices.
    pub per_hour: i32,
    /// `TROUPE_SMS_PER_COUNTRY_PER_HOUR`: the most text messages to the numbers of one calling code in an hour, as above.
    pub per_country_per_hour: i32,
}

/// The gateway: a webhook of the operator.
#[derive(Clone, Debug)]
pub struct SmsGateway {
    /// The URL to which messages are sent. A secret, because it often contains a token.
    pub url: Secret,
    /// The key that signs the requests.
    pub key: Vec<u8>,
}

impl SmsConfig {
    pub(super) fn read(reader: &mut Reader, http: &HttpConfig, outbound: &OutboundConfig) -> Self {
        let (url, secret) = (reader.text("sms.webhook"), reader.text("sms.secret"));
        let is_url = |url: &String| url.starts_with("https://") || (outbound.private && url.starts_with("http://"));
        if url.as_ref().is_some_and(|url| !is_url(url)) {
            reader.problem("sms.webhook", "must begin with https:// (or http:// if TROUPE_OUTBOUND_PRIVATE is 1)");
        }
        let key = secret.as_deref().and_then(key_of);
        match (&url, &secret, &key) {
            (Some(_), None, _) => reader.problem("sms.secret", "is needed with a webhook, to sign the requests"),
            (None, Some(_), _) => reader.problem("sms.secret", "has an effect only with a webhook"),
            (_, Some(_), None) => {
                reader.problem("sms.secret", "must be whsec_ followed by 24 to 64 bytes in Base64, such as the output of `echo whsec_$(openssl rand -base64 32)`");
            }
            _ => {}
        }
        let mailbox = reader.flag("sms.mailbox");
        if mailbox && !http.is_loopback() {
            reader.problem("sms.mailbox", "is only for a loopback address: the mailbox shows every text message");
        }
        if mailbox && url.is_some() {
            reader.problem("sms.mailbox", "has an effect only without a webhook");
        }
        let prefixes: Vec<String> = reader.list("sms.prefixes");
        if !prefixes.iter().all(|prefix| is_prefix(prefix)) {
            reader.problem("sms.prefixes", "must be prefixes of phone numbers such as +44, separated by commas");
        }
        Self {
            gateway: url.zip(key).map(|(url, key)| SmsGateway { url: url.into(), key }),
            mailbox,
            prefixes,
            per_hour: reader.number("sms.per_hour", 1..=1_000_000),
            per_country_per_hour: reader.number("sms.per_country_per_hour", 1..=1_000_000),
        }
    }
}

fn key_of(secret: &str) -> Option<Vec<u8>> {
    let key = STANDARD.decode(secret.strip_prefix(SECRET_PREFIX)?).ok()?;
    SECRET_BYTES.contains(&key.len()).then_some(key)
}

fn is_prefix(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|digits| {
        (1..=15).contains(&digits.len()) && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use super::*;
    use crate::config::{Config, ConfigError};

    const SECRET: &str = "whsec_pTaRps86DLV5vjPffzeLP0Ns6DPlpHob";

    fn load(variables: &[(&str, &str)]) -> Result<SmsConfig, String> {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let loaded: Result<Config, ConfigError> = Config::load(&variables.collect::<HashMap<_, _>>(), Path::new("/"));
        loaded.map(|config| config.sms).map_err(|error| error.to_string())
    }

    #[test]
    fn ph1_a_gateway_needs_tls_and_a_secret() {
        assert!(load(&[]).expect("settings").gateway.is_none());
        let set = [("TROUPE_SMS_WEBHOOK", "https://sms.example.org/troupe"), ("TROUPE_SMS_SECRET", SECRET)];
        let sms = load(&set).expect("settings");
        assert_eq!(sms.gateway.map(|gateway| gateway.key.len()), Some(24));
        for (variables, problem) in [
            (&[("TROUPE_SMS_WEBHOOK", "https://sms.example.org")][..], "TROUPE_SMS_SECRET is needed"),
            (&[("TROUPE_SMS_SECRET", SECRET)], "only with a webhook"),
            (&[("TROUPE_SMS_WEBHOOK", "http://sms.example.org"), ("TROUPE_SMS_SECRET", SECRET)], "https://"),
            (&[("TROUPE_SMS_WEBHOOK", "https://sms.example.org"), ("TROUPE_SMS_SECRET", "short")], "whsec_"),
            (&[("TROUPE_SMS_PREFIXES", "+44, 0049")], "prefixes of phone numbers"),
            (
                &[("TROUPE_SMS_WEBHOOK", set[0].1), ("TROUPE_SMS_SECRET", SECRET), ("TROUPE_SMS_MAILBOX", "1")],
                "only without a webhook",
            ),
        ] {
            let found = load(variables).expect_err("a problem");
            assert!(found.contains(problem), "{found}");
        }
    }
}
