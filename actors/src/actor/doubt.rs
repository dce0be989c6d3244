//! What an error of the database says of a statement that was to be stored.

use std::io::ErrorKind;

use crate::journal::JournalError;

/// Whether a commit that failed like this may have been stored all the same. It was not where no connection was had,
/// and where the database itself says no to the statement; a connection that ends says nothing.
pub(super) fn may_be_stored(error: &JournalError) -> bool {
    match cause(error) {
        sqlx::Error::PoolTimedOut => false,
        // These come from opening a connection, and never from using one.
        sqlx::Error::Io(error) => !matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::NotFound),
        sqlx::Error::Database(error) => error.code().is_none_or(|code| is_unfinished(&code)),
        _ => true,
    }
}

/// The database ends a session while its statement may be done: it shuts down, crashes, or was told to; or it says
/// itself that it does not know.
fn is_unfinished(code: &str) -> bool {
    matches!(code, "57P01" | "57P02" | "40003") || code.starts_with("08")
}

/// Whether a statement timed out, in the database or here: a retry would take as long again. A database that cannot be
/// reached does not count as slow.
pub(super) fn was_too_slow(error: &JournalError) -> bool {
    let unanswered = matches!(cause(error), sqlx::Error::Io(error) if error.kind() == ErrorKind::TimedOut);
    unanswered || error.is_statement_timeout()
}

fn cause(error: &JournalError) -> &sqlx::Error {
    match error {
        JournalError::Away(cause) | JournalError::Refused(cause) => cause,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_database_that_cannot_be_reached_is_not_slow() {
        let of = |error: sqlx::Error| was_too_slow(&JournalError::from(error));
        assert!(of(sqlx::Error::Io(io::Error::from(ErrorKind::TimedOut))));
        assert!(!of(sqlx::Error::Io(io::Error::from(ErrorKind::ConnectionRefused))));
        assert!(!of(sqlx::Error::PoolTimedOut));
    }

    #[test]
    fn cm5_only_what_was_surely_not_stored_may_be_refused() {
        let of = |error: sqlx::Error| may_be_stored(&JournalError::from(error));
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
        assert!(of(sqlx::Error::PoolClosed), "its runtime went away under it");
        for (code, unfinished) in
            [("57P01", true), ("08006", true), ("40P01", false), ("55P03", false), ("57014", false), ("40001", false)]
        {
            assert_eq!(is_unfinished(code), unfinished, "{code}");
        }
    }
}
