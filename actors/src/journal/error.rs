//! Errors of the database, and what each says about the outcome of a commit.

use std::io::ErrorKind;
use std::sync::Arc;

/// Why the database did not do what was asked.
///
/// Several batches may share one answer of the database, so the cause is shared too.
#[derive(Clone, Debug, thiserror::Error)]
pub enum JournalError {
    /// The database gave no answer. The outcome of a commit is unknown: send it again under the same ids.
    #[error("the database is away: {0}")]
    Away(Arc<sqlx::Error>),
    /// The database refused the statement itself: a retry would fail again.
    #[error("the database refused: {0}")]
    Refused(Arc<sqlx::Error>),
}

impl From<sqlx::Error> for JournalError {
    /// Classes 22 and 23 (bad values, broken constraints) are the statement's fault. Any other error may pass.
    fn from(error: sqlx::Error) -> Self {
        let of_the_statement = match &error {
            sqlx::Error::Database(database) => database.code().is_some_and(|code| {
                code.starts_with("22") || code.starts_with("23") || code.starts_with("42") || code.starts_with("XX")
            }),
            sqlx::Error::Encode(_) | sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => true,
            _ => false,
        };
        let cause = Arc::new(error);
        if of_the_statement { Self::Refused(cause) } else { Self::Away(cause) }
    }
}

impl JournalError {
    /// The error for a value that cannot be stored. The database was not asked.
    pub(crate) fn malformed(why: impl Into<sqlx::error::BoxDynError>) -> Self {
        Self::Refused(Arc::new(sqlx::Error::Encode(why.into())))
    }

    /// True if the database ended the statement because of its time limit. Nothing of the statement is stored, and a
    /// retry would take as long again.
    pub fn is_statement_timeout(&self) -> bool {
        matches!(self.cause(), sqlx::Error::Database(error) if error.code().is_some_and(|code| code == "57014"))
    }

    /// True if a commit that failed with this error may be stored all the same. The commit is certainly not stored if
    /// no connection was available, or if the database itself rejected the statement. A connection that ends proves
    /// nothing.
    pub(crate) fn may_be_stored(&self) -> bool {
        match self.cause() {
            sqlx::Error::PoolTimedOut => false,
            // Only opening a connection yields these errors, never using one.
            sqlx::Error::Io(error) => !matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::NotFound),
            sqlx::Error::Database(error) => error.code().is_none_or(|code| is_unfinished(&code)),
            _ => true,
        }
    }

    /// True if a statement timed out, in the database or on this node: a retry would take as long again. False if the
    /// database could not be reached.
    pub(crate) fn was_too_slow(&self) -> bool {
        let unanswered = matches!(self.cause(), sqlx::Error::Io(error) if error.kind() == ErrorKind::TimedOut);
        unanswered || self.is_statement_timeout()
    }

    pub(crate) fn cause(&self) -> &sqlx::Error {
        match self {
            Self::Away(cause) | Self::Refused(cause) => cause,
        }
    }
}

/// The database ends sessions with these codes while a statement may be done: it shuts down, crashes, was told to end
/// the session, or does not know the outcome itself.
fn is_unfinished(code: &str) -> bool {
    matches!(code, "57P01" | "57P02" | "40003") || code.starts_with("08")
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_database_that_cannot_be_reached_is_not_slow() {
        let of = |error: sqlx::Error| JournalError::from(error).was_too_slow();
        assert!(of(sqlx::Error::Io(io::Error::from(ErrorKind::TimedOut))));
        assert!(!of(sqlx::Error::Io(io::Error::from(ErrorKind::ConnectionRefused))));
        assert!(!of(sqlx::Error::PoolTimedOut));
    }

    #[test]
    fn cm5_only_a_command_that_was_certainly_not_stored_may_be_refused() {
        let of = |error: sqlx::Error| JournalError::from(error).may_be_stored();
        assert!(!of(sqlx::Error::PoolTimedOut), "there was no connection");
        for (kind, stored) in [
            (ErrorKind::ConnectionRefused, false),
            (ErrorKind::NotFound, false),
            (ErrorKind::ConnectionReset, true),
            (ErrorKind::UnexpectedEof, true),
            (ErrorKind::BrokenPipe, true),
        ] {
            assert_eq!(of(sqlx::Error::Io(io::Error::from(kind))), stored, "{kind:?}");
        }
        assert!(of(sqlx::Error::PoolClosed), "the runtime ended while the commit was under way");
        for (code, unfinished) in
            [("57P01", true), ("08006", true), ("40P01", false), ("55P03", false), ("57014", false), ("40001", false)]
        {
            assert_eq!(is_unfinished(code), unfinished, "{code}");
        }
    }
}
