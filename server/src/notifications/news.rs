//! Turns what a job has taken into the words of a mail, or of a push message.

use std::collections::HashMap;
use std::fmt::Write as _;

use actors::domain::kinds::preferences::{Channel, NotificationKind, Preferences};
use time::format_description::StaticFormatDescription;
use time::macros::format_description;
use uuid::Uuid;

use crate::mail::{Line, News};
use crate::queries::notifications::About;
use crate::queries::notifications::content::Item;
use crate::words::notifications as words;

/// The format of a day in mails.
const DAY: StaticFormatDescription = format_description!("[day padding:none] [month repr:long] [year]");

/// What a mail or a push message says: of each ticket what has happened, in the order of the first. `home` is the page of the workspace.
pub(super) fn news(
    items: Vec<Item>,
    chosen: &Preferences,
    channel: Channel,
    is_member: bool,
    workspace: &str,
    key: &str,
    home: &str,
) -> Vec<News> {
    let mut news: Vec<News> = Vec::new();
    let mut places: HashMap<Uuid, usize> = HashMap::new();
    let mentions: Vec<(Uuid, Uuid)> = items
        .iter()
        .filter(|item| About::named(&item.kind) == Some(About::Kind(NotificationKind::Mention)))
        .map(|item| (item.subject_id, item.command_id))
        .collect();
    for item in items {
        let Some(about) = About::named(&item.kind).filter(|about| wants(chosen, *about, channel)) else { continue };
        // A comment that mentions the person is shown once, as the mention.
        let is_shown_as_mention =
            about != About::Kind(NotificationKind::Mention) && mentions.contains(&(item.subject_id, item.command_id));
        if item.is_over || is_shown_as_mention {
            continue;
        }
        let Some(line) = line(&item, about, is_member, workspace) else { continue };
        let Some(task) = task(&item, key, home) else {
            news.push(News { task: None, lines: vec![line] });
            continue;
        };
        let place = *places.entry(item.subject_id).or_insert_with(|| {
            news.push(News { task: Some(task), lines: Vec::new() });
            news.len() - 1
        });
        let Some(of_task) = news.get_mut(place) else { continue };
        if let (Some((_, page)), Some(comment)) = (&mut of_task.task, item.comment_id)
            && of_task.lines.iter().all(|line| line.quote.is_none())
        {
            // The link shows the first of the comments.
            let _ = write!(page, "?comment={comment}");
        }
        of_task.lines.push(line);
    }
    news
}

/// Whether the person wants to hear of it in a channel, as they have chosen by now. Reminders come by mail.
pub(super) fn wants(chosen: &Preferences, about: About, channel: Channel) -> bool {
    match about {
        About::Kind(kind) => chosen.notifies(kind, channel),
        About::Due(reminder) => channel == Channel::Mail && chosen.mails && chosen.reminders.contains(&reminder),
    }
}

/// The key with the title, and the page, of a ticket that the person sees.
fn task(item: &Item, key: &str, home: &str) -> Option<(String, String)> {
    let (number, private, title) = (item.number?, item.private?, item.title.as_deref()?);
    // A private ticket that was shared keeps its number as a negative one.
    let key = if private && number > 0 { format!("MY-{number}") } else { format!("{key}-{}", number.abs()) };
    let page = if private { "private" } else { "all" };
    Some((format!("{key} {title}"), format!("{home}/{page}/{key}")))
}

/// The sentence about an item; none if the person may not know of it any more.
fn line(item: &Item, about: About, is_member: bool, workspace: &str) -> Option<Line> {
    let who = item.who.as_deref().filter(|name| !name.is_empty()).unwrap_or(words::SOMEONE);
    let of_task = |says: String| item.ticket_id.map(|_| says);
    let is_of_list = item.ticket_id.is_none() && item.list.is_some();
    let kind = match about {
        About::Kind(kind) => kind,
        About::Due(_) => {
            let day = item.due_date?.format(DAY).ok()?;
            return Some(Line { says: words::due(&day), quote: None });
        }
    };
    let says = match kind {
        NotificationKind::Mention => of_task(words::mentioned(who)),
        NotificationKind::Comment => of_task(words::commented(who)),
        NotificationKind::AssigneeAdd => of_task(words::assigned(who)),
        NotificationKind::AssigneeRemove => of_task(words::unassigned(who)),
        NotificationKind::CreateTicket => of_task(words::created(who)),
        NotificationKind::Status => of_task(words::status(who, item.status.as_deref())),
        NotificationKind::Name => of_task(words::renamed(who)),
        NotificationKind::UserAdd if is_of_list => item.list.as_deref().map(|list| words::list_shared(who, list)),
        NotificationKind::UserAdd => (is_member && item.is_of_workspace).then(|| words::member_again(who, workspace)),
        NotificationKind::UserRemove if item.is_of_workspace => {
            (!is_member).then(|| words::member_no_longer(workspace))
        }
        // The list has no name here: the person may not know what it is called by now.
        NotificationKind::UserRemove => (is_member && item.list.is_none()).then(|| words::LIST_TAKEN.to_owned()),
    };
    Some(Line { says: says?, quote: item.message.clone() })
}
