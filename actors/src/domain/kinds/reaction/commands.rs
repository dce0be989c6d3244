//! Reactions: a person's emoji at an entry of a ticket's history.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Reaction;
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::Entity,
    ids::{ActivityId, UserId},
    limits,
    refusal::Refusal,
    text,
    world::World,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ReactionAdd {
    pub activity_id: ActivityId,
    pub emoji: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ReactionRemove {
    pub activity_id: ActivityId,
    pub emoji: String,
}

impl Act for ReactionAdd {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::Comment)
    }

    fn touch(&self, _: &World, by: UserId, touches: &mut Touches) {
        touch(self.activity_id, &self.emoji, by, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, activity) = decider.activity(self.activity_id, "activityId")?;
        let emoji = emoji_text(&self.emoji)?;
        let reactions = &decider.world.tables.reactions;
        let id = Reaction::id_of(activity.id, decider.by, &emoji);
        if reactions.contains_key(&id) {
            return Ok(());
        }
        let here = reactions.values().filter(|it| it.activity_id == activity.id);
        let emojis: HashSet<&str> = here.map(|it| it.emoji.as_str()).collect();
        if !emojis.contains(emoji.as_str()) {
            limits::room_for(emojis.len(), limits::EMOJIS)?;
        }
        let reaction = Reaction {
            id,
            activity_id: activity.id,
            ticket_id: activity.ticket_id,
            user_id: decider.by,
            emoji,
            created_at: decider.at,
        };
        decider.put(scope, Write::create(Entity::Reaction(reaction)));
        Ok(())
    }
}

impl Act for ReactionRemove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::Comment)
    }

    fn touch(&self, _: &World, by: UserId, touches: &mut Touches) {
        touch(self.activity_id, &self.emoji, by, touches);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, activity) = decider.activity(self.activity_id, "activityId")?;
        let emoji = emoji_text(&self.emoji)?;
        let id = Reaction::id_of(activity.id, decider.by, &emoji);
        if let Some(reaction) = decider.world.tables.reactions.get(&id).cloned() {
            decider.put(scope, Write::delete(Entity::Reaction(reaction)));
        }
        Ok(())
    }
}

fn touch(activity: ActivityId, emoji: &str, by: UserId, touches: &mut Touches) {
    touches.activities.push(activity);
    touches.reactions.push(Reaction::id_of(activity, by, emoji.trim()));
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
