//! Argon2id: a few hashes at a time, off the threads that serve requests.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use prometheus::IntCounter;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::PasswordConfig;
use crate::error::{Code, Refusal};

/// The mark in front of the stored password of an account with a second factor. Builds before second factors cannot
/// read a marked password, so they sign nobody in with the password alone.
pub(super) const GUARDED: &str = "guarded:";

/// The prefix of a stored password that must be replaced at the next sign-in with it. If the account has both marks, it comes
/// after [`GUARDED`]. Builds that do not know the mark cannot parse the password, and refuse the sign-in. All builds store a
/// new password without the mark.
pub(super) const RENEWED: &str = "renew:";

/// True if the password must be replaced at the next sign-in with it.
pub(super) fn must_be_replaced(stored: &str) -> bool {
    stored.strip_prefix(GUARDED).unwrap_or(stored).starts_with(RENEWED)
}

/// True if the account has no password: it was made at a provider, or its password was removed.
pub(super) fn is_none(stored: &str) -> bool {
    stored.is_empty() || stored == GUARDED
}

/// Hashes and checks passwords. Each hash takes tens of milliseconds and megabytes. So only a few run at once, only a
/// limited number waits, and all others are refused with `unavailable`.
pub(super) struct Passwords {
    argon: Argon2<'static>,
    /// Held by the hashes that run and those that wait.
    admitted: Arc<Semaphore>,
    /// Held by the hashes that run.
    running: Arc<Semaphore>,
    /// The hash that a password of an unknown account is compared with, so that the answer takes as long.
    dummy: String,
    /// Counts all hashes.
    hashes: IntCounter,
}

impl Passwords {
    pub(super) fn new(config: &PasswordConfig, hashes: IntCounter) -> Self {
        let params = Params::new(config.memory_kib, config.iterations, 1, None).unwrap_or_default();
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let dummy = hash(&argon, "no account has this password").unwrap_or_default();
        Self {
            argon,
            admitted: Arc::new(Semaphore::new(config.parallel + config.queue)),
            running: Arc::new(Semaphore::new(config.parallel)),
            dummy,
            hashes,
        }
    }

    /// The stored form of a password.
    pub(super) async fn hash(&self, password: String) -> Result<String, Refusal> {
        let argon = self.argon.clone();
        self.work(move || hash(&argon, &password)).await?
    }

    /// Whether a password is right. Accepts hashes with and without marks. Without a hash, takes as long and returns false.
    pub(super) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Refusal> {
        let argon = self.argon.clone();
        let hash = hash.map(|hash| {
            let rest = hash.strip_prefix(GUARDED).unwrap_or(&hash);
            rest.strip_prefix(RENEWED).unwrap_or(rest).to_owned()
        });
        let hash = hash.filter(|hash| !hash.is_empty());
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy.clone());
        self.work(move || {
            let right =
                PasswordHash::new(&hash).is_ok_and(|hash| argon.verify_password(password.as_bytes(), &hash).is_ok());
            right && known
        })
        .await
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let busy = || Refusal::new(Code::Unavailable).retry_after(Duration::from_secs(1));
        let admitted = self.admitted.clone().try_acquire_owned().map_err(|_| busy())?;
        let running = self.running.clone().acquire_owned().await.map_err(|_| busy())?;
        // The permits move with the work: a caller that leaves makes no room before the hash is done.
        let permits: [OwnedSemaphorePermit; 2] = [admitted, running];
        let hashes = self.hashes.clone();
        tokio::task::spawn_blocking(move || {
            let answer = work();
            hashes.inc();
            drop(permits);
            answer
        })
        .await
        .map_err(|error| {
            tracing::error!(%error, "the task that hashes a password failed");
            Code::Internal.into()
        })
    }
}

fn hash(argon: &Argon2<'_>, password: &str) -> Result<String, Refusal> {
    let hash: Result<PasswordHash, _> = argon.hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        Code::Internal.into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rp1_rp6_the_mark_is_found_with_and_without_the_mark_of_a_second_factor_and_not_in_other_hashes() {
        for marked in ["renew:$argon2id$x", "guarded:renew:$argon2id$x"] {
            assert!(must_be_replaced(marked) && !is_none(marked), "{marked}");
        }
        for other in ["$argon2id$x", "guarded:$argon2id$x", "", "guarded:"] {
            assert!(!must_be_replaced(other), "{other}");
        }
    }
}
