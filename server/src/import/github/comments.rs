//! Comments, reviews and their remarks, as one conversation.

use std::collections::HashMap;

use actors::domain::{date::Instant, ids::ActivityId, kinds::import::order::ImportComment, limits};

use super::{Reading, archive::Item, instant};
use crate::import::{plan::RowRefusal, text};
use crate::words::import as words;

/// A remark, before it is checked.
struct Said<'a> {
    author: Option<&'a str>,
    at: &'a str,
    body: String,
    /// Distinguishes this remark from others by the same author in the same second.
    place: String,
}

impl Reading<'_> {
    /// The remarks in the order in which they were made. An invalid one is left out and reported; its ticket is
    /// imported all the same.
    pub(super) fn comments(&mut self, item: &Item) -> Vec<ImportComment> {
        let row = Some(item.number);
        let mut seen = HashMap::new();
        let mut comments = Vec::new();
        for said in all(item) {
            if said.body.trim().is_empty() {
                continue;
            }
            match self.comment(item.number, &said, &mut seen) {
                Ok(comment) => comments.push(comment),
                Err(no) => self.plan.report.refuse(row, no.code, words::comment_skipped(&no.message)),
            }
        }
        comments.sort_by_key(|comment: &ImportComment| comment.at);
        comments
    }

    /// The archive gives comments no ids. Number, place, author and date distinguish them, and remarks of one person in
    /// the same second are counted. An edited comment keeps its id.
    fn comment(
        &mut self,
        number: u64,
        said: &Said<'_>,
        seen: &mut HashMap<String, usize>,
    ) -> Result<ImportComment, RowRefusal> {
        let at: Instant = instant("date", said.at)?;
        let message = text::prose("comment", &said.body, limits::COMMENT_BYTES)?;
        let key = format!("{number}\n{}\n{}\n{}", said.place, said.author.unwrap_or_default(), said.at);
        let nth = seen.entry(key.clone()).or_default();
        let id = ActivityId(self.id("comment", &format!("{key}\n{nth}")));
        *nth += 1;
        if said.author.is_none() {
            self.nameless += 1;
        }
        let by = said.author.and_then(|name| self.gatherer.person(name));
        Ok(ImportComment { id, by, at, message: self.linked(message, limits::COMMENT_BYTES) })
    }
}

fn all(item: &Item) -> impl Iterator<Item = Said<'_>> {
    let comments = item.comments.iter().map(|comment| Said {
        author: comment.author.as_deref(),
        at: &comment.created_at,
        body: comment.body.clone().unwrap_or_default(),
        place: String::new(),
    });
    let reviews = item.reviews.iter().flat_map(|review| {
        let author = review.author.as_deref();
        let verdict = match review.state.as_str() {
            "APPROVED" => "**Approved**",
            "CHANGES_REQUESTED" => "**Changes requested**",
            "DISMISSED" => "**Dismissed**",
            _ => "",
        };
        let parts = [verdict, review.body.as_deref().unwrap_or_default().trim_end()];
        let whole: Vec<_> = parts.into_iter().filter(|part| !part.trim().is_empty()).collect();
        let said = Said { author, at: &review.created_at, body: whole.join("\n\n"), place: review.id.clone() };
        let inner = review.comments.iter().map(move |comment| Said {
            author,
            at: &comment.created_at,
            body: comment.body.clone().unwrap_or_default(),
            place: format!("{} line", review.id),
        });
        std::iter::once(said).chain(inner)
    });
    comments.chain(reviews)
}
