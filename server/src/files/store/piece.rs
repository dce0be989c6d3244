//! The pieces of files, and the names under which both stores keep them.

use uuid::Uuid;

/// A piece of a file in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A part of the upload.
    Part(i32),
    /// The small preview.
    Small,
    /// The large preview.
    Large,
}

impl Piece {
    /// The piece with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "small" => Some(Self::Small),
            "large" => Some(Self::Large),
            number => number.parse().ok().filter(|it| *it >= 0).map(Self::Part),
        }
    }

    /// The name under which the piece is stored.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Part(number) => number.to_string(),
            Self::Small => "small".to_owned(),
            Self::Large => "large".to_owned(),
        }
    }
}

/// The name under which the pieces of a file are stored.
pub(super) fn folder_of(key: Uuid) -> String {
    let key = key.simple().to_string();
    format!("{}/{key}", &key[..2])
}
