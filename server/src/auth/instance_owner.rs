//! The owner of the instance; see docs/decisions/instance-owner.md.

use std::sync::{Arc, OnceLock};

use uuid::Uuid;

use super::user::User;
use crate::db::Db;
use crate::queries::instance;

/// Tells who owns the instance. Cheap to clone.
#[derive(Clone, Debug)]
pub struct InstanceOwner {
    /// The address from the settings, in the form for comparison.
    set: Option<Arc<str>>,
    /// The oldest account that was not deleted. It never changes, because the owner cannot delete the account. So the
    /// database is asked only until there is one.
    first: Arc<OnceLock<Uuid>>,
}

impl InstanceOwner {
    /// The owner according to the settings.
    #[must_use]
    pub fn new(set: Option<&str>) -> Self {
        Self { set: set.map(|address| address.to_lowercase().into()), first: Arc::default() }
    }

    /// Whether a user is the owner because of the address in the settings. Another address would not own the instance.
    #[must_use]
    pub fn is_by_address(&self, user: &User) -> bool {
        self.set.is_some() && owns(user.id, &user.email, self.set.as_deref(), None)
    }

    /// Whether a user is the owner.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn is(&self, user: &User, db: &Db) -> Result<bool, sqlx::Error> {
        let first = match (&self.set, self.first.get()) {
            (Some(_), _) => None,
            (None, Some(first)) => Some(*first),
            (None, None) => {
                let found = instance::first_account(db).await?;
                found.map(|first| *self.first.get_or_init(|| first))
            }
        };
        Ok(owns(user.id, &user.email, self.set.as_deref(), first))
    }
}

/// Decides: the confirmed address from the settings, else the oldest account.
fn owns(id: Uuid, email: &str, set: Option<&str>, first: Option<Uuid>) -> bool {
    match set {
        Some(address) => email.to_lowercase() == address,
        None => first == Some(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: Uuid = Uuid::from_u128(1);
    const BEN: Uuid = Uuid::from_u128(2);

    #[test]
    fn the_first_account_owns_the_instance_where_no_address_is_set() {
        assert!(owns(ANN, "ann@example.org", None, Some(ANN)));
        assert!(!owns(BEN, "ben@example.org", None, Some(ANN)));
        assert!(!owns(BEN, "ben@example.org", None, None));
    }

    #[test]
    fn an_address_that_is_set_counts_alone_however_it_is_written() {
        assert!(owns(BEN, "Ben@Example.org", Some("ben@example.org"), Some(ANN)));
        assert!(!owns(ANN, "ann@example.org", Some("ben@example.org"), Some(ANN)));
    }
}
