//! What may be done to files. Adding one is an order of the server, which has the bytes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::File;
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::Entity,
    ids::{FileId, ScopeId, UserId},
    limits,
    refusal::Refusal,
    world::World,
};
use crate::words;

/// Deletes a file. For a day it can be restored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct FileDelete {
    pub file_id: FileId,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct FileRestore {
    pub file_id: FileId,
}

impl Act for FileDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touch(world, self.file_id, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, before) = decider.file(self.file_id)?;
        if before.deleted_at.is_none() {
            let (deleted_at, deleted_by_user_id) = (Some(decider.at), Some(decider.by));
            let after = File { deleted_at, deleted_by_user_id, ..before.clone() };
            decider.put(scope, Write::update(Entity::File(before), Entity::File(after)));
        }
        Ok(())
    }
}

impl Act for FileRestore {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touch(world, self.file_id, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, before) = decider.file(self.file_id)?;
        if before.deleted_at.is_some() {
            decider.room_for_file(&before)?;
            let after = File { deleted_at: None, deleted_by_user_id: None, ..before.clone() };
            decider.put(scope, Write::update(Entity::File(before), Entity::File(after)));
        }
        Ok(())
    }
}

/// The ticket decides who may do it, and its version fences the move to another home.
fn touch(world: &World, file: FileId, touches: &mut Touches) {
    touches.tickets.extend(world.index.files.get(file).map(|(_, file)| file.ticket_id));
}

impl Decider<'_> {
    /// A file of a ticket that the person may change, with its scope.
    ///
    /// # Errors
    /// `not_found` or `forbidden`.
    fn file(&self, id: FileId) -> Result<(ScopeId, File), Refusal> {
        let missing = || Refusal::not_found(words::NO_FILE).with_field("fileId");
        let known = self.world.index.files.get(id).filter(|(scope, _)| self.world.sees(self.by, *scope));
        let (scope, file) = known.cloned().ok_or_else(missing)?;
        let (_, ticket) = self.ticket(file.ticket_id).map_err(|_| missing())?;
        self.allow(Capability::EditTickets, scope, &ticket)?;
        Ok((scope, file))
    }

    /// # Errors
    /// `too_many` if the ticket has as many files as one may have.
    pub(super) fn room_for_file(&self, file: &File) -> Result<(), Refusal> {
        let beside = self.world.index.files.at(file.ticket_id);
        let others = beside.filter(|(_, it)| it.id != file.id && it.deleted_at.is_none());
        limits::room_for(others.count(), limits::FILES)
    }

    /// The files of the tickets that this order has moved follow them.
    pub(in crate::domain) fn settle_files(&mut self) {
        let world = self.world;
        let moved = self.moved.clone();
        for (ticket, home) in moved {
            for (scope, file) in world.index.files.at(ticket).filter(|(scope, _)| *scope != home) {
                self.put(*scope, Write::delete(Entity::File(file.clone())));
                self.put(home, Write::create(Entity::File(file.clone())));
            }
        }
    }
}
