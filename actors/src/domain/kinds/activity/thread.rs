//! Threads: a comment with its replies, one level deep. The first comment holds whether its thread is resolved.
//!
//! What a comment has beside its text is in `data`, because nodes of earlier builds carry that field along unread. Fields
//! that this build does not know stay as well.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use ts_rs::TS;

use super::{Activity, ActivityKind};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::Instant,
    decider::{Act, Decider, Touches},
    entity::Entity,
    ids::{ActivityId, ScopeId, TicketId, UserId},
    refusal::Refusal,
    world::World,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct CommentResolve {
    pub comment_id: ActivityId,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct CommentReopen {
    pub comment_id: ActivityId,
}

impl Activity {
    /// The first comment of the thread, if this comment is a reply.
    pub fn reply_to(&self) -> Option<ActivityId> {
        let id = self.data.as_ref().filter(|_| self.kind == ActivityKind::Comment)?.get("replyTo")?;
        id.as_str()?.parse().ok().map(ActivityId)
    }

    /// Whether this is the first comment of a resolved thread.
    pub fn is_resolved(&self) -> bool {
        self.data.as_ref().is_some_and(|data| data.get("resolved").is_some())
    }

    /// The comment after a person has resolved its thread, or reopened the thread (`None`).
    fn resolved_by(&self, resolved: Option<(UserId, Instant)>) -> Self {
        let mut data = match &self.data {
            Some(Value::Object(fields)) => fields.clone(),
            _ => Map::new(),
        };
        match resolved {
            Some((user, at)) => data.insert("resolved".to_owned(), json!({"userId": user, "at": at})),
            None => data.remove("resolved"),
        };
        Self { data: (!data.is_empty()).then_some(Value::Object(data)), ..self.clone() }
    }
}

impl Act for CommentResolve {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::Comment)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.activities.push(self.comment_id);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, before) = decider.first_comment(self.comment_id)?;
        // The first person who resolves a thread stays named.
        if !before.is_resolved() {
            let after = before.resolved_by(Some((decider.by, decider.at)));
            decider.put(scope, Write::update(Entity::Activity(before), Entity::Activity(after)));
        }
        Ok(())
    }
}

impl Act for CommentReopen {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::Comment)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.activities.push(self.comment_id);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, before) = decider.first_comment(self.comment_id)?;
        decider.reopen(scope, before);
        Ok(())
    }
}

impl Decider<'_> {
    /// The first comment of a thread, on a ticket on which the person may comment.
    fn first_comment(&self, id: ActivityId) -> Result<(ScopeId, Activity), Refusal> {
        let (_, comment) = self.comment(id, "commentId")?;
        let (scope, _) = self.ticket_for(Capability::Comment, comment.ticket_id)?;
        if comment.reply_to().is_some() {
            return Err(Refusal::invalid("commentId", words::NOT_THE_FIRST_COMMENT));
        }
        Ok((scope, comment))
    }

    /// The data of a reply. A reply to a resolved thread reopens the thread, so that people see the reply.
    ///
    /// # Errors
    /// `not_found` if the ticket has no such comment, `validation_failed` if the comment is a reply itself.
    pub(super) fn reply_in(&mut self, scope: ScopeId, ticket: TicketId, first: ActivityId) -> Result<Value, Refusal> {
        let (_, first) = self.comment(first, "replyTo")?;
        if first.ticket_id != ticket {
            return Err(Refusal::not_found(words::NO_COMMENT).with_field("replyTo"));
        }
        if first.reply_to().is_some() {
            return Err(Refusal::invalid("replyTo", words::NO_REPLY_TO_A_REPLY));
        }
        let data = json!({"replyTo": first.id});
        self.reopen(scope, first);
        Ok(data)
    }

    fn reopen(&mut self, scope: ScopeId, first: Activity) {
        if first.is_resolved() {
            let after = first.resolved_by(None);
            self.put(scope, Write::update(Entity::Activity(first), Entity::Activity(after)));
        }
    }
}
