//! The mail about what has happened to tasks, as text and as HTML. Its names and texts are people's words.

use std::fmt::Write as _;

use super::Mail;
use super::language::{Language, Reader};
use super::layout::{headline, page, row as styled};
use super::names::escaped;

/// The most tasks in a mail, and lines about one task. More are counted.
const MOST_NEWS: usize = 50;
const MOST_LINES: usize = 20;
/// The most characters of a comment.
const MOST_QUOTED: usize = 500;
/// The most characters of a title in a subject.
const MOST_TITLE: usize = 120;
/// The greatest width of the mail, in pixels.
const WIDTH: u32 = 560;
const FOOT: &str = "font-size:13px;line-height:20px;color:#5d565d";

/// What a mail says.
#[derive(Clone, Debug)]
pub struct NotificationLetter<'a> {
    /// The person who reads it.
    pub reader: Reader<'a>,
    /// The name of the workspace.
    pub workspace: &'a str,
    /// What has happened.
    pub news: Vec<News>,
    /// The page on which the person chooses what they are notified of.
    pub settings: String,
    /// The address that ends such mails.
    pub unsubscribe: String,
}

/// What has happened to one task, or to the person's rights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// The key and the title of the task, and its page.
    pub task: Option<(String, String)>,
    /// What has happened, the oldest first.
    pub lines: Vec<Line>,
}

/// One thing that has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// A sentence without full stop.
    pub says: String,
    /// The text of a comment.
    pub quote: Option<String>,
}

/// The mail with what has happened.
#[must_use]
pub fn notification(letter: &NotificationLetter<'_>) -> Mail {
    let NotificationLetter { reader: Reader { to, language }, workspace, news, settings, unsubscribe } = letter;
    let (language, words) = (*language, language.words());
    let (shown, more) = news.split_at(news.len().min(MOST_NEWS));
    let mut text = shown.iter().map(|news| text_of(news, language)).collect::<Vec<_>>().join("\n");
    let mut rows: String = shown.iter().map(|news| html_of(news, language)).collect();
    if !more.is_empty() {
        let more = words.more_tasks(more.len());
        let _ = write!(text, "\n{more}\n");
        rows.push_str(&row("16px 28px 0", &escaped(&more)));
    }
    let why = words.why(workspace);
    let (choose, stop) = (words.choose(), words.unsubscribe());
    let _ = write!(text, "\n--\n{why}\n{choose}: {settings}\n{stop}: {unsubscribe}\n");
    let link = |href: &str, words: &str| {
        format!("<a href=\"{}\" style=\"color:#992468\">{}</a>", escaped(href), escaped(words))
    };
    let foot = format!("{}<br>{} · {}", escaped(&why), link(settings, choose), link(unsubscribe, stop));
    rows.push_str(&styled("28px", FOOT, &foot));
    Mail {
        to: (*to).to_owned(),
        subject: subject(workspace, news, language),
        text,
        html: page(language, &headline(workspace), WIDTH, &rows),
        code: None,
        link: shown.iter().find_map(|it| it.task.as_ref()).map(|(_, link)| link.clone()),
        unsubscribe: Some(unsubscribe.clone()),
    }
}

/// Names the task if there is one, so that a mail reader puts the mails about a task together.
fn subject(workspace: &str, news: &[News], language: Language) -> String {
    match news {
        [News { task: Some((title, _)), .. }] => cut(title, MOST_TITLE),
        [News { task: None, lines }] if lines.len() == 1 => {
            lines.iter().map(|line| line.says.clone()).collect::<String>()
        }
        news => language.words().news(news.len(), workspace),
    }
}

fn text_of(news: &News, language: Language) -> String {
    let mut text = String::new();
    if let Some((title, link)) = &news.task {
        let _ = write!(text, "{title}\n{link}\n");
    }
    for line in news.lines.iter().take(MOST_LINES) {
        let _ = writeln!(text, "- {}", line.says);
        for quoted in line.quote.iter().flat_map(|quote| quoted(quote).lines().map(str::to_owned).collect::<Vec<_>>()) {
            let _ = writeln!(text, "  > {quoted}");
        }
    }
    if let Some(more) = news.lines.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
        let _ = writeln!(text, "- {}", language.words().more_changes(more));
    }
    text
}

fn html_of(news: &News, language: Language) -> String {
    let mut html = String::new();
    if let Some((title, link)) = &news.task {
        let link = format!(
            "<a href=\"{}\" style=\"font-size:15px;line-height:22px;font-weight:600;color:#241f24;text-decoration:none\">{}</a>",
            escaped(link),
            escaped(title)
        );
        html.push_str(&row("20px 28px 0", &link));
    }
    for line in news.lines.iter().take(MOST_LINES) {
        html.push_str(&row("4px 28px 0", &escaped(&line.says)));
        if let Some(quote) = &line.quote {
            let quote = escaped(&quoted(quote)).replace('\n', "<br>");
            let quote = format!(
                "<div style=\"padding:4px 0 4px 12px;border-left:3px solid #e4dfe4;color:#5d565d\">{quote}</div>"
            );
            html.push_str(&row("4px 28px 0", &quote));
        }
    }
    if let Some(more) = news.lines.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
        html.push_str(&row("4px 28px 0", &escaped(&language.words().more_changes(more))));
    }
    html
}

fn row(padding: &str, content: &str) -> String {
    styled(padding, "font-size:14px;line-height:21px", content)
}

fn quoted(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    cut(&lines.join("\n"), MOST_QUOTED)
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

    fn line(says: &str, quote: Option<&str>) -> Line {
        Line { says: says.to_owned(), quote: quote.map(str::to_owned) }
    }

    fn letter(news: Vec<News>) -> Mail {
        notification(&NotificationLetter {
            reader: Reader::at("bob@example.org"),
            workspace: "<b>Acme</b> {rows}",
            news,
            settings: "https://troupe.example/w/1/settings/preferences".to_owned(),
            unsubscribe: "https://troupe.example/unsubscribe/x".to_owned(),
        })
    }

    fn task(title: &str, lines: Vec<Line>) -> News {
        News { task: Some((title.to_owned(), "https://troupe.example/w/1/all/A-1".to_owned())), lines }
    }

    #[test]
    fn nt5_a_mail_about_one_task_has_its_title_as_subject_and_words_stay_text() {
        let mail = letter(vec![task(
            "A-1 <i>Roof</i> {name}",
            vec![line("Ann commented", Some("Look:\n<script>{rows}</script>"))],
        )]);
        assert_eq!(mail.subject, "A-1 <i>Roof</i> {name}");
        assert!(mail.text.contains("- Ann commented\n  > Look:\n  > <script>"), "{}", mail.text);
        assert!(mail.text.contains("https://troupe.example/w/1/all/A-1\n"));
        let html = mail.html;
        assert!(html.contains("A-1 &lt;i&gt;Roof&lt;/i&gt; {name}"), "{html}");
        assert!(
            html.contains("&lt;script&gt;{rows}&lt;/script&gt;") && html.contains("&lt;b&gt;Acme&lt;/b&gt; {rows}")
        );
        assert!(!html.contains("<script>") && !html.contains("<i>"));
        assert_eq!(mail.unsubscribe.as_deref(), Some("https://troupe.example/unsubscribe/x"));
    }

    #[test]
    fn nt5_a_mail_about_many_tasks_is_bounded() {
        let lines = || (0..30).map(|n| line(&format!("Ann commented {n}"), Some(&"x".repeat(9_000)))).collect();
        let mail = letter((0..80).map(|n| task(&format!("A-{n}"), lines())).collect());
        assert_eq!(mail.subject, "80 updates in <b>Acme</b> {rows}");
        assert!(mail.text.contains("and 10 more") && mail.text.contains("30 more tasks"), "{}", mail.text.len());
        assert!(mail.text.len() < 1_000_000);
    }
}
