//! Values that are never shown, and the secret that all keys are derived from.

use std::fmt;
use std::fs::{DirBuilder, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use super::reader::Reader;

/// The shortest allowed secret, in characters.
const LEAST_BYTES: usize = 32;

/// A value that is never shown: not by `Debug`, not by `troupe config`, not in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The value, for its user.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The value's bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl From<String> for Secret {
    fn from(value: String) -> Self {
        Self(value)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

/// The valid secrets.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// Signs and derives all new values.
    pub current: Secret,
    /// The other secret during a rotation: values made with it stay valid.
    pub previous: Option<Secret>,
}

/// `TROUPE_SECRET`, if it is set and strong enough.
pub(super) fn read(reader: &mut Reader) -> Option<Secret> {
    read_one(reader, "secret.value", "make one with `openssl rand -hex 32`, or leave it out on a single node")
}

/// `TROUPE_SECRET_PREVIOUS`, if it is set and strong enough.
pub(super) fn read_previous(reader: &mut Reader) -> Option<Secret> {
    read_one(reader, "secret.previous", "set it to the other secret of a rotation, or leave it out")
}

fn read_one(reader: &mut Reader, key: &str, advice: &str) -> Option<Secret> {
    let text = reader.text(key)?;
    if let Some(fault) = fault(&text) {
        reader.problem(key, format!("{fault}; {advice}"));
    }
    Some(Secret(text))
}

/// The problem with a secret, if there is one.
fn fault(text: &str) -> Option<&'static str> {
    const EXAMPLES: [&str; 11] = [
        "changeme",
        "change-me",
        "change_me",
        "example",
        "secret",
        "password",
        "troupe",
        "default",
        "insert",
        "123456789",
        "abcdefgh",
    ];
    let lower = text.to_ascii_lowercase();
    let mut seen = [false; 256];
    text.bytes().for_each(|byte| seen[usize::from(byte)] = true);
    if text.len() < LEAST_BYTES {
        Some("must have at least 32 bytes")
    } else if EXAMPLES.iter().any(|word| lower.contains(word)) {
        Some("looks like one out of an example")
    } else if seen.into_iter().filter(|seen| *seen).count() < 8 {
        Some("repeats itself too much to be random")
    } else if (1..=text.len() / 2).any(|period| repeats(text.as_bytes(), period)) {
        Some("is one piece several times over")
    } else {
        None
    }
}

/// Whether each byte equals the byte `period` before it.
fn repeats(bytes: &[u8], period: usize) -> bool {
    bytes.iter().skip(period).zip(bytes).all(|(later, earlier)| later == earlier)
}

/// The secret in the data folder. If there is none, it is made, readable by its owner alone.
pub(super) fn keep(folder: &Path) -> Result<Secret, String> {
    let path = folder.join("secret");
    let unwritable = |error: std::io::Error| {
        format!(
            "The data folder {} cannot be used: {error}. Give TROUPE_DATA_DIR a folder that this \
             user may write to.",
            folder.display()
        )
    };
    // 0711: a private database that runs as another user must be able to pass through.
    DirBuilder::new().recursive(true).mode(0o711).create(folder).map_err(unwritable)?;
    let fresh = hex(&rand::random::<[u8; 32]>());
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
    match made {
        Ok(mut file) => {
            file.write_all(fresh.as_bytes()).and_then(|()| file.sync_all()).map_err(unwritable)?;
            Ok(Secret(fresh))
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let kept = std::fs::read_to_string(&path).map_err(unwritable)?;
            match fault(kept.trim()) {
                None => Ok(Secret(kept.trim().to_owned())),
                Some(fault) => {
                    Err(format!("The secret in {} {fault}. Delete the file to have a new one made.", path.display()))
                }
            }
        }
        Err(error) => Err(unwritable(error)),
    }
}

fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
