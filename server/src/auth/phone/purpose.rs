//! What a code in a text message is for.

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A new account.
    SignUp,
    /// A new password.
    Password,
    /// A new number of an account.
    Number,
}

impl Purpose {
    /// The word in the database.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::SignUp => "sign_up",
            Self::Password => "password",
            Self::Number => "number",
        }
    }

    /// The purpose with this word. The table has no other words.
    pub(super) fn of_word(word: &str) -> Self {
        match word {
            "sign_up" => Self::SignUp,
            "password" => Self::Password,
            _ => Self::Number,
        }
    }
}
