//! What a browser shows: one message a ticket, or one for all if there are many.

use actors::domain::kinds::preferences::{Channel, NotificationKind};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::news::{news, wants};
use super::taking::Taken;
use crate::mail::{Line, News};
use crate::push::Message;
use crate::queries::notifications::About;
use crate::queries::notifications::content::{Addressed, Item};
use crate::words::notifications as words;

/// The most messages of one job. More would bury everything else on the screen.
const MOST_MESSAGES: usize = 5;
/// The most lines of a message, and characters of a title and of all lines.
const MOST_LINES: usize = 4;
const MOST_TITLE: usize = 120;
const MOST_TEXT: usize = 300;
/// The length of a topic: push services take 32 characters.
const TOPIC_BYTES: usize = 24;

/// A message, and the tickets, lists or workspaces that it is about.
pub(super) struct Shown {
    pub(super) subjects: Vec<Uuid>,
    pub(super) message: Message,
}

/// What the service worker of the web app reads.
#[derive(Serialize)]
struct Text<'a> {
    title: &'a str,
    body: &'a str,
    /// The path of the page that a click opens.
    path: &'a str,
    /// A message replaces the one with the same tag on the screen.
    tag: &'a str,
}

/// What happened to one ticket, list or workspace.
struct Group {
    subject: Uuid,
    urgent: bool,
    news: Vec<News>,
}

/// The messages of what was taken, in the order of the first news of each ticket.
pub(super) fn shown(taken: Taken, workspace: Uuid, user: Uuid) -> Vec<Shown> {
    let Taken { chosen, is_member, items, addressed: Addressed { workspace: name, key, .. } } = taken;
    let home = format!("/w/{workspace}");
    let mut of_subjects: Vec<(Uuid, Vec<Item>)> = Vec::new();
    for item in items {
        match of_subjects.iter_mut().find(|(subject, _)| *subject == item.subject_id) {
            Some((_, all)) => all.push(item),
            None => of_subjects.push((item.subject_id, vec![item])),
        }
    }
    let groups = of_subjects.into_iter().map(|(subject, items)| {
        let urgent = items.iter().any(|item| {
            About::named(&item.kind).is_some_and(|about| is_urgent(about) && wants(&chosen, about, Channel::Push))
        });
        Group { subject, urgent, news: news(items, &chosen, Channel::Push, is_member, &name, &key, &home) }
    });
    let groups: Vec<Group> = groups.filter(|group| !group.news.is_empty()).collect();
    let topic = |subject: Uuid| topic(workspace, user, subject);
    if groups.len() > MOST_MESSAGES {
        let title = words::subject_of_several(groups.len(), &name);
        let titles = groups.iter().flat_map(|group| &group.news).filter_map(|news| Some(news.task.as_ref()?.0.clone()));
        let body = joined(titles.collect());
        let message =
            message(&title, &body, &format!("{home}/inbox"), topic(workspace), groups.iter().any(|it| it.urgent));
        return vec![Shown { subjects: groups.iter().map(|group| group.subject).collect(), message }];
    }
    let of_group = |Group { subject, urgent, news }: Group| {
        let lines = news.iter().flat_map(|news| &news.lines).map(text_of).collect();
        let (title, path) = news.iter().find_map(|news| news.task.clone()).unwrap_or((name.clone(), home.clone()));
        Shown { subjects: vec![subject], message: message(&title, &joined(lines), &path, topic(subject), urgent) }
    };
    groups.into_iter().map(of_group).collect()
}

/// The news that a push service delivers at once, also to a browser that saves energy.
fn is_urgent(about: About) -> bool {
    matches!(about, About::Kind(NotificationKind::Mention | NotificationKind::AssigneeAdd))
}

fn message(title: &str, body: &str, path: &str, topic: String, urgent: bool) -> Message {
    let text = Text { title: &cut(title, MOST_TITLE), body, path, tag: &topic };
    Message { text: serde_json::to_vec(&text).unwrap_or_default(), topic, urgent }
}

/// A name that says nothing to the push service, and is the same for all messages about a ticket.
fn topic(workspace: Uuid, user: Uuid, subject: Uuid) -> String {
    let hash: [u8; 32] =
        Sha256::new().chain_update(workspace).chain_update(user).chain_update(subject).finalize().into();
    URL_SAFE_NO_PAD.encode(hash.get(..TOPIC_BYTES).unwrap_or_default())
}

/// A sentence, with a comment in one line.
fn text_of(line: &Line) -> String {
    let quote = line.quote.as_deref().map(|quote| quote.split_whitespace().collect::<Vec<_>>().join(" "));
    match quote.filter(|quote| !quote.is_empty()) {
        Some(quote) => format!("{}: {quote}", line.says),
        None => line.says.clone(),
    }
}

/// The first lines, and how many more there are.
fn joined(mut lines: Vec<String>) -> String {
    let more = lines.len().saturating_sub(MOST_LINES);
    if more > 0 {
        lines.truncate(MOST_LINES);
    }
    // Each line has its share, so that no line is left out for a long one.
    let share = MOST_TEXT / lines.len().max(1);
    let mut text: Vec<String> = lines.iter().map(|line| cut(line, share)).collect();
    if more > 0 {
        text.push(words::more_changes(more));
    }
    text.join("\n")
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nt14_a_message_of_the_longest_texts_fits_into_one_record() {
        let line = Line { says: "\u{1}".repeat(900), quote: Some("\u{1f600}".repeat(9_000)) };
        let body = joined(vec![text_of(&line); 90]);
        assert!(body.ends_with("and 86 more"), "{body:?}");
        let path = format!("/w/{}/private/MY-{}?comment={}", Uuid::nil(), i64::MAX, Uuid::nil());
        let of =
            |title: &str, body: &str| message(title, body, &path, topic(Uuid::nil(), Uuid::nil(), Uuid::nil()), true);
        for text in ["\u{1}", "\u{1f600}", "\""] {
            let longest = of(&text.repeat(9_000), &joined(vec![text.repeat(9_000); 90])).text.len();
            assert!(longest < 3_900, "{longest}");
        }
        assert_eq!(of("Roof", &body).topic.len(), 32);
    }

    #[test]
    fn nt15_messages_about_a_ticket_have_one_topic_and_other_people_another() {
        let [one, two, three] = [1, 2, 3].map(Uuid::from_u128);
        assert_eq!(topic(one, two, three), topic(one, two, three));
        assert_ne!(topic(one, two, three), topic(one, three, two));
        assert_ne!(topic(one, two, three), topic(one, two, two));
    }
}
