//! Comments and reactions. A comment belongs to who wrote it.

use std::collections::HashSet;

use super::Desk;
use crate::domain::{
    change::Write,
    entity::{Activity, ActivityKind, Entity, Reaction},
    ids::{ActivityId, ScopeId, TicketId},
    limits,
    refusal::{Refusal, RefusalCode},
    text,
};
use crate::words;

impl Desk<'_> {
    pub(super) fn create_comment(&mut self, id: ActivityId, ticket: TicketId, message: &str) -> Result<(), Refusal> {
        let (scope, mut ticket) = self.ticket(ticket)?;
        if self.world.activities.contains_key(&id) {
            return Err(Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN).with_field("commentId"));
        }
        let message = comment_text(message)?;
        limits::room_for(usize::try_from(ticket.comments).unwrap_or(0), limits::COMMENTS)?;
        ticket.comments += 1;
        if !ticket.commented_by_user_ids.contains(&self.by) {
            ticket.commented_by_user_ids.push(self.by);
        }
        let activity = Activity {
            id,
            ticket_id: ticket.id,
            kind: ActivityKind::Comment,
            user_id: self.by,
            message: Some(message),
            data: None,
            created_at: self.at,
            updated_at: None,
        };
        self.save(scope, ticket);
        self.put(scope, Write::create(Entity::Activity(activity)));
        Ok(())
    }

    pub(super) fn update_comment(&mut self, id: ActivityId, message: &str) -> Result<(), Refusal> {
        let (scope, before) = self.own_comment(id)?;
        let message = comment_text(message)?;
        if before.message.as_deref() == Some(&message) {
            return Ok(());
        }
        let after = Activity { message: Some(message), updated_at: Some(self.at), ..before.clone() };
        self.put(scope, Write::update(Entity::Activity(before), Entity::Activity(after)));
        Ok(())
    }

    pub(super) fn delete_comment(&mut self, id: ActivityId) -> Result<(), Refusal> {
        let (scope, comment) = self.own_comment(id)?;
        let (_, mut ticket) = self.ticket(comment.ticket_id)?;
        // Who commented is not counted down: whether another comment of theirs is left would have to be read.
        ticket.comments = (ticket.comments - 1).max(0);
        self.save(scope, ticket);
        for reaction in self.world.reactions.values().filter(|it| it.activity_id == id).cloned().collect::<Vec<_>>() {
            self.put(scope, Write::delete(Entity::Reaction(reaction)));
        }
        self.put(scope, Write::delete(Entity::Activity(comment)));
        Ok(())
    }

    pub(super) fn add_reaction(&mut self, id: ActivityId, emoji: &str) -> Result<(), Refusal> {
        let (scope, activity) = self.activity(id, "activityId")?;
        let emoji = emoji_text(emoji)?;
        let reaction_id = Reaction::id_of(id, self.by, &emoji);
        if self.world.reactions.contains_key(&reaction_id) {
            return Ok(());
        }
        let here = self.world.reactions.values().filter(|it| it.activity_id == id);
        let emojis: HashSet<&str> = here.map(|it| it.emoji.as_str()).collect();
        if !emojis.contains(emoji.as_str()) {
            limits::room_for(emojis.len(), limits::EMOJIS)?;
        }
        let reaction = Reaction {
            id: reaction_id,
            activity_id: id,
            ticket_id: activity.ticket_id,
            user_id: self.by,
            emoji,
            created_at: self.at,
        };
        self.put(scope, Write::create(Entity::Reaction(reaction)));
        Ok(())
    }

    pub(super) fn remove_reaction(&mut self, id: ActivityId, emoji: &str) -> Result<(), Refusal> {
        let (scope, _) = self.activity(id, "activityId")?;
        let emoji = emoji_text(emoji)?;
        if let Some(reaction) = self.world.reactions.get(&Reaction::id_of(id, self.by, &emoji)).cloned() {
            self.put(scope, Write::delete(Entity::Reaction(reaction)));
        }
        Ok(())
    }

    fn activity(&self, id: ActivityId, field: &str) -> Result<(ScopeId, Activity), Refusal> {
        let missing = || Refusal::not_found(words::NO_COMMENT).with_field(field);
        let activity = self.world.activities.get(&id).cloned().ok_or_else(missing)?;
        let scope = self.visible(activity.ticket_id, field).map_err(|_| missing())?;
        Ok((scope, activity))
    }

    fn own_comment(&self, id: ActivityId) -> Result<(ScopeId, Activity), Refusal> {
        let (scope, activity) = self.activity(id, "commentId")?;
        if activity.kind != ActivityKind::Comment {
            return Err(Refusal::not_found(words::NO_COMMENT).with_field("commentId"));
        }
        if activity.user_id != self.by {
            return Err(Refusal::new(RefusalCode::Forbidden, words::NOT_YOUR_COMMENT));
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

fn emoji_text(emoji: &str) -> Result<String, Refusal> {
    // The reaction's id derives from the emoji as it was sent, so the emoji must not be changed here.
    if text::without_bidi(emoji) != emoji {
        return Err(Refusal::invalid("emoji", words::NOT_AN_EMOJI));
    }
    let emoji = limits::line("emoji", emoji, limits::EMOJI_BYTES)?;
    if emoji.len() > limits::EMOJI_BYTES || emoji.chars().any(char::is_whitespace) {
        return Err(Refusal::invalid("emoji", words::NOT_AN_EMOJI));
    }
    Ok(emoji)
}
