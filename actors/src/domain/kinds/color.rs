//! The hues that lists and labels may have.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The design's twelve hues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Color {
    #[default]
    Grey,
    Red,
    Orange,
    Amber,
    Olive,
    Green,
    Teal,
    Cyan,
    Blue,
    Indigo,
    Violet,
    Pink,
}

impl Color {
    pub const ALL: [Self; 12] = [
        Self::Grey,
        Self::Red,
        Self::Orange,
        Self::Amber,
        Self::Olive,
        Self::Green,
        Self::Teal,
        Self::Cyan,
        Self::Blue,
        Self::Indigo,
        Self::Violet,
        Self::Pink,
    ];

    /// The default hue of the n-th row. Neighbours differ; grey is left for "none".
    pub fn nth(n: usize) -> Self {
        Self::ALL[1 + (n * 5) % 11]
    }
}
