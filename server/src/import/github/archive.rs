//! The form of an archive: one JSON object, made by the tool `archive-repo` of the IETF's working groups.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use actors::domain::limits;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::import::plan::Plan;

/// How the error text for a list that is too long begins.
pub(super) const TOO_LONG: &str = "a list of more than";

/// Reads a list of at most `MOST` entries. Each entry takes memory, also one as short as `0,`.
fn at_most<'de, D: Deserializer<'de>, T: Deserialize<'de>, const MOST: usize>(from: D) -> Result<Vec<T>, D::Error> {
    struct Bounded<T, const MOST: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Bounded<T, MOST> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an array")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut list = Vec::new();
            while let Some(entry) = entries.next_element()? {
                if list.len() == MOST {
                    return Err(A::Error::custom(format!("{TOO_LONG} {MOST} entries")));
                }
                list.push(entry);
            }
            Ok(list)
        }
    }

    from.deserialize_seq(Bounded::<T, MOST>(PhantomData))
}

/// Issues and pull requests stay unparsed until their turn, so that an invalid one does no harm to the others.
#[derive(Deserialize)]
pub(super) struct Archive<'a> {
    /// `owner/name`.
    #[serde(borrow)]
    pub repo: Cow<'a, str>,
    #[serde(default, deserialize_with = "at_most::<_, _, 10_000>")]
    pub labels: Vec<Label>,
    #[serde(borrow, deserialize_with = "at_most::<_, _, { Plan::MOST_TICKETS }>")]
    pub issues: Vec<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "at_most::<_, _, { Plan::MOST_TICKETS }>")]
    pub pulls: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
pub(super) struct Label {
    pub name: String,
    #[serde(default)]
    pub color: Option<String>,
}

/// The parts that a broken entry may still have.
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
    #[serde(default, deserialize_with = "at_most::<_, _, 1_000>")]
    pub assignees: Vec<String>,
    #[serde(default, deserialize_with = "at_most::<_, _, 1_000>")]
    pub labels: Vec<String>,
    pub body: Option<String>,
    pub created_at: String,
    #[serde(default)]
    pub closed_at: Option<String>,
    #[serde(default)]
    pub merged_at: Option<String>,
    #[serde(default)]
    pub merged_by: Option<String>,
    /// Becomes a fix version.
    #[serde(default)]
    pub milestone: Option<Milestone>,
    /// Becomes a task type. The two interfaces of GitHub name it differently.
    #[serde(default, alias = "type")]
    pub issue_type: Option<Named>,
    #[serde(default, deserialize_with = "at_most::<_, _, { limits::COMMENTS }>")]
    pub comments: Vec<Comment>,
    #[serde(default, deserialize_with = "at_most::<_, _, { limits::COMMENTS }>")]
    pub reviews: Vec<Review>,
}

/// A milestone, as its title alone or as a whole.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Milestone {
    Title(String),
    Whole {
        title: String,
        #[serde(default)]
        description: Option<String>,
        #[serde(default, alias = "dueOn")]
        due_on: Option<String>,
        #[serde(default)]
        state: Option<String>,
    },
}

/// A name, alone or in an object.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Named {
    Name(String),
    Whole { name: String },
}

impl Named {
    pub fn name(&self) -> &str {
        match self {
            Self::Name(name) | Self::Whole { name } => name,
        }
    }
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
    #[serde(default, deserialize_with = "at_most::<_, _, { limits::COMMENTS }>")]
    pub comments: Vec<ReviewComment>,
}

/// Written by the review's author.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReviewComment {
    pub body: Option<String>,
    pub created_at: String,
}
