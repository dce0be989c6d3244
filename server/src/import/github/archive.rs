//! The archive as it is written: one JSON object, made by the tool `archive-repo` of the IETF's working groups.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// Issues and pull requests stay unread until their turn: one that is odd harms no other.
#[derive(Deserialize)]
pub(super) struct Archive<'a> {
    /// `owner/name`.
    #[serde(borrow)]
    pub repo: Cow<'a, str>,
    #[serde(default)]
    pub labels: Vec<Label>,
    #[serde(borrow)]
    pub issues: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    pub pulls: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
pub(super) struct Label {
    pub name: String,
    #[serde(default)]
    pub color: Option<String>,
}

/// All that a broken item may still tell.
#[derive(Deserialize)]
pub(super) struct Numbered {
    pub number: u64,
}

/// An issue or a pull request.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Item {
    pub number: u64,
    pub title: String,
    pub state: String,
    #[serde(default)]
    pub state_reason: Option<String>,
    /// Null for an account that was deleted.
    pub author: Option<String>,
    #[serde(default)]
    pub assignees: Vec<String>,
    #[serde(default)]
    pub labels: Vec<String>,
    pub body: Option<String>,
    pub created_at: String,
    #[serde(default)]
    pub closed_at: Option<String>,
    #[serde(default)]
    pub merged_at: Option<String>,
    #[serde(default)]
    pub merged_by: Option<String>,
    #[serde(default)]
    pub comments: Vec<Comment>,
    #[serde(default)]
    pub reviews: Vec<Review>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Comment {
    pub author: Option<String>,
    pub body: Option<String>,
    pub created_at: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Review {
    #[serde(default)]
    pub id: String,
    pub author: Option<String>,
    #[serde(default)]
    pub state: String,
    pub body: Option<String>,
    pub created_at: String,
    #[serde(default)]
    pub comments: Vec<ReviewComment>,
}

/// Written by the review's author.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReviewComment {
    pub body: Option<String>,
    pub created_at: String,
}
