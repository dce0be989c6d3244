//! Mentions: `@ana` in a text names the members with the username ana. The web app finds them by the same rule, in
//! `web/src/ui/markdownText.ts`.

use std::collections::{HashMap, HashSet};

use super::{Reason, TicketSubscription};
use crate::domain::{
    decider::{Decider, Touches},
    entity::Ticket,
    ids::{ActivityId, ScopeId, TicketId, UserId},
    limits,
    world::World,
};

/// The names that a text mentions, in lower case, each once and in the order of the text. Names in code are no mentions, and
/// neither are names in quotes: a quote of a comment does not mention the same people again. A callout is no quote.
pub fn names(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    let mut fenced = false;
    let mut block = Block::Text;
    for line in text.lines() {
        block = block.at(line);
        if block == Block::Quote {
            continue;
        }
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        // Every second part between backticks is code.
        for part in line.split('`').step_by(2) {
            for name in names_in(part) {
                if seen.insert(name.clone()) {
                    found.push(name);
                }
            }
        }
    }
    found
}

/// The kind of the outermost block that a line is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Text,
    Quote,
    Callout,
}

impl Block {
    /// The block of the next line.
    fn at(self, line: &str) -> Self {
        match line.trim_start().strip_prefix('>') {
            None => Self::Text,
            Some(_) if self != Self::Text => self,
            Some(rest) if rest.trim_start().starts_with("[!") => Self::Callout,
            Some(_) => Self::Quote,
        }
    }
}

fn names_in(text: &str) -> impl Iterator<Item = String> + '_ {
    text.match_indices('@').filter_map(|(at, _)| {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| is_of_name(c) || matches!(c, '/' | '#' | '@' | '&')) {
            return None;
        }
        let rest = &text[at + 1..];
        let end = rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
        let name = rest[..end].trim_end_matches(['.', '-']);
        let starts = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        let goes_on = end == name.len() && rest[end..].starts_with('/');
        let trailing_dash = rest[name.len()..].starts_with('-');
        (starts && name.len() <= limits::MENTION_CHARS && !goes_on && !trailing_dash).then(|| name.to_lowercase())
    })
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// The members whom a text mentions, at most [`limits::MENTIONS`].
pub fn mentioned(world: &World, text: &str) -> Vec<UserId> {
    let names = names(text);
    if names.is_empty() {
        return Vec::new();
    }
    let places: HashMap<&str, usize> = names.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    let of_member = |name: &str| places.get(name.to_lowercase().as_str()).copied();
    let members = world.tables.members.values();
    let mut found: Vec<(usize, UserId)> =
        members.filter_map(|member| Some((of_member(&member.username)?, member.id))).collect();
    found.sort_unstable();
    found.truncate(limits::MENTIONS);
    found.into_iter().map(|(_, user)| user).collect()
}

/// The rows of the members whom a text mentions.
pub fn touch(world: &World, ticket: TicketId, text: &str, touches: &mut Touches) {
    let rows = mentioned(world, text).into_iter().map(|user| TicketSubscription::id_of(ticket, user));
    touches.subscriptions.extend(rows);
}

/// Where people are mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionedIn {
    /// Each new comment notifies, also a person who has unsubscribed.
    Comment,
    /// A description notifies each person once, however often it is edited.
    Description,
}

impl Decider<'_> {
    /// Notifies the mentioned members, without the author and without members who do not see the ticket.
    pub(in crate::domain::kinds) fn tell_mentioned(
        &mut self,
        scope: ScopeId,
        ticket: &Ticket,
        activity: ActivityId,
        users: &[UserId],
        place: MentionedIn,
    ) {
        for user in users.iter().copied() {
            if user == self.by || !self.world.sees(user, scope) {
                continue;
            }
            let before = self.subscription(ticket.id, user);
            let known = before.as_ref().is_some_and(|row| row.reasons.contains(&Reason::Mention));
            if known && place == MentionedIn::Description {
                continue;
            }
            let mut row = before.clone().unwrap_or_else(|| TicketSubscription::new(ticket, user, self.at));
            row.add_reason(Reason::Mention);
            row.first_unread_activity_id = row.first_unread_activity_id.or(Some(activity));
            row.unsubscribed = false;
            row.snoozed_until = None;
            row.done_number = None;
            self.save_subscription(before, row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn in5_a_name_after_an_at_sign_is_a_mention_and_an_address_is_none() {
        for (text, expected) in [
            ("@ana look", vec!["ana"]),
            ("(@Ana), and @bob.b.", vec!["ana", "bob.b"]),
            ("@ana @ana @ANA", vec!["ana"]),
            ("ana@example.org, a/@ana, @@ana, #@ana", vec![]),
            ("@ana/repo and @-x and @", vec![]),
            ("`@ana` and ``` @ana", vec![]),
            ("```\n@ana\n```\n@bob", vec!["bob"]),
            ("> @ana said so\n> and @bob\n\n@cyd", vec!["cyd"]),
            ("> [!NOTE]\n> @ana\n\n  > @bob", vec!["ana"]),
            ("**@ana** _@bob_ [@cyd](https://example.org)", vec!["ana", "cyd"]),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
    }
}
