//! The steps that the server takes with files: it adds a file whose bytes have arrived, says that its previews are made,
//! and deletes it for good.

use serde::Serialize;

use super::{File, clean_name};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::Instant,
    decider::{Decider, Touches},
    entity::Entity,
    ids::{FileId, TicketId},
    refusal::Refusal,
    world::World,
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "file", rename_all = "camelCase")]
pub enum FileOrder {
    Add(NewFile),
    /// The previews are made. Decides nothing if the file has gone.
    #[serde(rename_all = "camelCase")]
    Preview {
        file_id: FileId,
        width: i32,
        height: i32,
    },
    /// Decides nothing if the file was restored, or was deleted later.
    #[serde(rename_all = "camelCase")]
    Purge {
        file_id: FileId,
        deleted_before: Instant,
    },
}

/// A file whose bytes have arrived.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewFile {
    pub id: FileId,
    pub ticket_id: TicketId,
    pub name: String,
    pub size: i64,
    pub content_type: String,
}

impl FileOrder {
    pub(in crate::domain) fn touch(&self, world: &World, touches: &mut Touches) {
        match self {
            Self::Add(new) => touches.tickets.push(new.ticket_id),
            Self::Preview { file_id, .. } | Self::Purge { file_id, .. } => {
                touches.tickets.extend(world.index.files.get(*file_id).map(|(_, file)| file.ticket_id));
            }
        }
    }

    pub(in crate::domain) fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        match self {
            Self::Add(new) => new.decide(decider),
            Self::Preview { file_id, width, height } => {
                if let Some((scope, before)) = decider.world.index.files.get(*file_id).cloned() {
                    // The person may no longer follow the scope.
                    decider.decision.relied.insert(scope);
                    let (width, height) = (Some(*width), Some(*height));
                    let after = File { preview: true, width, height, ..before.clone() };
                    decider.put(scope, Write::update(Entity::File(before), Entity::File(after)));
                }
                Ok(())
            }
            Self::Purge { file_id, deleted_before } => {
                let known = decider.world.index.files.get(*file_id).cloned();
                if let Some((scope, file)) = known
                    && file.deleted_at.is_some_and(|at| at < *deleted_before)
                {
                    decider.decision.relied.insert(scope);
                    decider.put(scope, Write::delete(Entity::File(file)));
                }
                Ok(())
            }
        }
    }
}

impl NewFile {
    /// The same order again decides nothing.
    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.need(Capability::EditTickets)?;
        let (scope, _) = decider.ticket_for(Capability::EditTickets, self.ticket_id)?;
        if decider.world.index.files.get(self.id).is_some() {
            return Ok(());
        }
        let file = File {
            id: self.id,
            ticket_id: self.ticket_id,
            name: clean_name(&self.name),
            size: self.size,
            content_type: self.content_type.clone(),
            width: None,
            height: None,
            preview: false,
            created_user_id: decider.by,
            created_at: decider.at,
            deleted_at: None,
            deleted_by_user_id: None,
        };
        decider.room_for_file(&file)?;
        decider.put(scope, Write::create(Entity::File(file)));
        Ok(())
    }
}
