//! System attributes: the fields that every ticket has. They cannot be deleted and keep their type, but a workspace can
//! rename and hide them.

pub mod commands;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::domain::ids::{SystemAttributeId, WorkspaceId};

/// The field that a system attribute is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SystemKey {
    Status,
    Assignees,
    TaskTypeId,
    Lists,
    Priority,
    CreatedUser,
    CreatedAt,
    CompletedByUserId,
    CompletedAt,
    StartDate,
    DueDate,
    Labels,
}

impl SystemKey {
    pub const ALL: [Self; 12] = [
        Self::Status,
        Self::Assignees,
        Self::TaskTypeId,
        Self::Lists,
        Self::Priority,
        Self::CreatedUser,
        Self::CreatedAt,
        Self::CompletedByUserId,
        Self::CompletedAt,
        Self::StartDate,
        Self::DueDate,
        Self::Labels,
    ];

    /// The key on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Assignees => "assignees",
            Self::TaskTypeId => "taskTypeId",
            Self::Lists => "lists",
            Self::Priority => "priority",
            Self::CreatedUser => "createdUser",
            Self::CreatedAt => "createdAt",
            Self::CompletedByUserId => "completedByUserId",
            Self::CompletedAt => "completedAt",
            Self::StartDate => "startDate",
            Self::DueDate => "dueDate",
            Self::Labels => "labels",
        }
    }
}

/// How a workspace shows one of the fields. A field without a row has the name that the app gives it, and is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SystemAttribute {
    /// Derived from the workspace and the key: there is one row for each key.
    pub id: SystemAttributeId,
    pub key: SystemKey,
    /// Null if the field has the name that the app gives it.
    pub name: Option<String>,
    pub hidden: bool,
}

impl SystemAttribute {
    /// The id of the row about a field.
    pub fn id_of(workspace: WorkspaceId, key: SystemKey) -> SystemAttributeId {
        SystemAttributeId(Uuid::new_v5(&workspace.0, key.word().as_bytes()))
    }
}
