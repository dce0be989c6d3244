//! Comments. Only the author of a comment changes it; the author and moderators delete it.

use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;

use super::{Activity, ActivityKind, passage::Passage};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::Entity,
    ids::{ActivityId, ScopeId, TicketId, UserId},
    kinds::{
        subscription::mentions::{self, MentionedIn},
        ticket::last_activity::set_last_activity,
    },
    limits,
    refusal::{Refusal, RefusalCode},
    text,
    world::World,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct CommentCreate {
    pub comment_id: ActivityId,
    pub ticket_id: TicketId,
    pub message: String,
    /// The first comment of the thread that this comment answers (CT5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<ActivityId>,
    /// The words of the description that this comment is about (CT9).
    // In a box, because few comments have it and every command takes the space of the largest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passage: Option<Box<Passage>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct CommentUpdate {
    pub comment_id: ActivityId,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct CommentDelete {
    pub comment_id: ActivityId,
}

impl Act for CommentCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::Comment)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.push(self.ticket_id);
        touches.activities.push(self.comment_id);
        touches.activities.extend(self.reply_to);
        mentions::touch(world, self.ticket_id, &self.message, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, mut ticket) = decider.ticket_for(Capability::Comment, self.ticket_id)?;
        if decider.world.tables.activities.contains_key(&self.comment_id) {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN).with_field("commentId"));
        }
        let message = comment_text(&self.message)?;
        let data = match (self.reply_to, &self.passage) {
            (Some(_), Some(_)) => return Err(Refusal::invalid("passage", words::NO_PASSAGE_OF_A_REPLY)),
            (Some(first), None) => Some(decider.reply_in(scope, ticket.id, first)?),
            (None, Some(passage)) => Some(json!({"passage": passage.checked()?})),
            (None, None) => None,
        };
        limits::room_for(usize::try_from(ticket.comments).unwrap_or(0), limits::COMMENTS)?;
        ticket.comments += 1;
        if !ticket.commented_by_user_ids.contains(&decider.by) {
            ticket.commented_by_user_ids.push(decider.by);
        }
        let activity = Activity {
            id: self.comment_id,
            ticket_id: ticket.id,
            kind: ActivityKind::Comment,
            user_id: decider.by,
            message: Some(message.clone()),
            data,
            created_at: decider.at,
            updated_at: None,
        };
        set_last_activity(&mut ticket, activity.id, ActivityKind::Comment, decider.by, decider.at);
        decider.save(scope, ticket.clone());
        decider.put(scope, Write::create(Entity::Activity(activity)));
        let users = mentions::mentioned(decider.world, &message);
        decider.tell_mentioned(scope, &ticket, self.comment_id, &users, MentionedIn::Comment);
        Ok(())
    }
}

impl Act for CommentUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::Comment)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touches.activities.push(self.comment_id);
        // The ticket is known once the comment is loaded.
        if let Some(before) = world.tables.activities.get(&self.comment_id) {
            mentions::touch(world, before.ticket_id, &self.message, touches);
        }
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, before) = decider.comment(self.comment_id, "commentId")?;
        if before.user_id != decider.by {
            return Err(Refusal::new(RefusalCode::Forbidden, words::NOT_YOUR_COMMENT));
        }
        let message = comment_text(&self.message)?;
        if before.message.as_deref() == Some(&message) {
            return Ok(());
        }
        let known = mentions::mentioned(decider.world, before.message.as_deref().unwrap_or_default());
        let mut users = mentions::mentioned(decider.world, &message);
        users.retain(|user| !known.contains(user));
        let (_, ticket) = decider.ticket(before.ticket_id)?;
        let after = Activity { message: Some(message), updated_at: Some(decider.at), ..before.clone() };
        decider.put(scope, Write::update(Entity::Activity(before), Entity::Activity(after)));
        decider.tell_mentioned(scope, &ticket, self.comment_id, &users, MentionedIn::Comment);
        Ok(())
    }
}

impl Act for CommentDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        None
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.activities.push(self.comment_id);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, comment) = decider.comment(self.comment_id, "commentId")?;
        let (_, mut ticket) = decider.ticket(comment.ticket_id)?;
        let is_own = comment.user_id == decider.by;
        let needed = if is_own { Capability::Comment } else { Capability::ModerateComments };
        decider.allow(needed, scope, &ticket)?;
        // The author stays among those who commented: whether another comment of theirs is left would have to be read.
        ticket.comments = (ticket.comments - 1).max(0);
        let id = ticket.id;
        decider.save(scope, ticket);
        let reactions = decider.world.tables.reactions.values().filter(|it| it.activity_id == self.comment_id);
        for reaction in reactions.cloned().collect::<Vec<_>>() {
            decider.put(scope, Write::delete(Entity::Reaction(reaction)));
        }
        // Who deleted whose comment, and never its text (CT4).
        decider.note(scope, id, ActivityKind::CommentDeleted, json!({"userId": comment.user_id}));
        decider.put(scope, Write::delete(Entity::Activity(comment)));
        Ok(())
    }
}

impl Decider<'_> {
    /// An entry of the history of a ticket that the person sees.
    ///
    /// # Errors
    /// `not_found`, with the field that names the entry.
    pub(in crate::domain::kinds) fn activity(
        &self,
        id: ActivityId,
        field: &str,
    ) -> Result<(ScopeId, Activity), Refusal> {
        let missing = || Refusal::not_found(words::NO_COMMENT).with_field(field);
        let activity = self.world.tables.activities.get(&id).cloned().ok_or_else(missing)?;
        let scope = self.visible(activity.ticket_id, field).map_err(|_| missing())?;
        Ok((scope, activity))
    }

    /// A comment on a ticket that the person sees.
    ///
    /// # Errors
    /// `not_found`, with the field that names the comment.
    pub(in crate::domain::kinds) fn comment(
        &self,
        id: ActivityId,
        field: &str,
    ) -> Result<(ScopeId, Activity), Refusal> {
        let (scope, activity) = self.activity(id, field)?;
        if activity.kind != ActivityKind::Comment {
            return Err(Refusal::not_found(words::NO_COMMENT).with_field(field));
        }
        Ok((scope, activity))
    }
}

fn comment_text(message: &str) -> Result<String, Refusal> {
    if text::is_blank(message) {
        return Err(Refusal::invalid("message", words::EMPTY));
    }
    limits::prose("message", message, limits::COMMENT_BYTES)
}
