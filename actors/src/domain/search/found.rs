//! What a search answers. The index only names candidates; here the texts of today decide.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::document::Part;
use super::marks::{Marked, Piece};
use super::query::Query;
use crate::domain::{
    date::Instant,
    ids::{ActivityId, AttributeId, ScopeId, TicketId, UserId},
};

/// The most comments that a result shows.
pub const COMMENTS_SHOWN: usize = 2;

/// The texts of a ticket, as they are now.
#[derive(Clone, Debug)]
pub struct TicketTexts {
    pub id: TicketId,
    /// Where the ticket lives now.
    pub scope: ScopeId,
    pub number: i64,
    pub title: String,
    pub description: String,
    /// The texts of its attributes.
    pub fields: Vec<(AttributeId, String)>,
}

/// A comment, as it is now.
#[derive(Clone, Debug)]
pub struct CommentText {
    pub id: ActivityId,
    pub ticket: TicketId,
    pub by: UserId,
    pub at: Instant,
    pub message: String,
}

/// A ticket that a search has found.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundTicket {
    pub ticket_id: TicketId,
    /// The number of the ticket.
    pub number: i64,
    /// The whole title.
    pub title: Vec<Piece>,
    /// About two lines of the description; null if it does not match.
    pub description: Option<Vec<Piece>>,
    /// The attributes whose texts match.
    pub fields: Vec<FoundField>,
    /// Comments that match, the best first.
    pub comments: Vec<FoundComment>,
}

/// The text of an attribute that matches.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundField {
    pub attribute_id: AttributeId,
    pub text: Vec<Piece>,
}

/// A comment that matches.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundComment {
    pub activity_id: ActivityId,
    pub user_id: UserId,
    pub created_at: Instant,
    /// About two lines.
    pub text: Vec<Piece>,
}

fn mark<'a>(query: &Query, text: &'a str, part: Part) -> Option<Marked<'a>> {
    query.looks_in(part).then(|| Marked::of(text, part, &query.terms))
}

/// The result for a candidate. None if its texts no longer hold all the words: then the index is behind.
pub fn result(query: &Query, ticket: &TicketTexts, comments: &[CommentText]) -> Option<FoundTicket> {
    let all: u32 = (1 << query.terms.len()) - 1;
    let title = mark(query, &ticket.title, Part::Title);
    let description = mark(query, &ticket.description, Part::Description);
    let fields: Vec<_> =
        ticket.fields.iter().filter_map(|(id, text)| Some((*id, mark(query, text, Part::Field)?))).collect();
    let marks = title.iter().chain(&description).chain(fields.iter().map(|(_, marked)| marked));
    let itself = all > 0 && marks.fold(0, |terms, marked| terms | marked.terms()) == all;

    let comment = |comment: &CommentText| {
        let marked = mark(query, &comment.message, Part::Comment).filter(|marked| all > 0 && marked.terms() == all)?;
        let text = marked.excerpt()?;
        Some(FoundComment { activity_id: comment.id, user_id: comment.by, created_at: comment.at, text })
    };
    let comments: Vec<FoundComment> = comments.iter().filter_map(comment).take(COMMENTS_SHOWN).collect();
    let by_number = query.number == Some(ticket.number.abs());
    if !itself && comments.is_empty() && !by_number {
        return None;
    }
    let plain = || vec![Piece { text: ticket.title.clone(), hit: false }];
    Some(FoundTicket {
        ticket_id: ticket.id,
        number: ticket.number.abs(),
        title: title.map_or_else(plain, |marked| marked.whole()),
        description: description.filter(|_| itself).and_then(|marked| marked.excerpt()),
        fields: fields
            .iter()
            .filter(|_| itself)
            .filter_map(|(id, marked)| Some(FoundField { attribute_id: *id, text: marked.excerpt()? }))
            .collect(),
        comments,
    })
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::domain::search::query::{PAGE, Search};

    fn ticket(title: &str, description: &str) -> TicketTexts {
        let (id, scope) = (TicketId(Uuid::nil()), ScopeId(Uuid::nil()));
        TicketTexts { id, scope, number: 12, title: title.into(), description: description.into(), fields: vec![] }
    }

    fn query(text: &str, parts: Vec<Part>) -> Query {
        Query::read(Search { text: text.into(), parts, limit: PAGE, ..Search::default() }, "TR").expect("a query")
    }

    #[test]
    fn se9_a_result_needs_all_words_in_its_texts_of_today() {
        let found = |text, parts| result(&query(text, parts), &ticket("Label size", "Eighteen bytes."), &[]);
        assert!(found("label bytes", vec![]).is_some(), "title and description together");
        assert!(found("label octets", vec![]).is_none());
        assert!(found("label bytes", vec![Part::Title]).is_none(), "the description is not searched");
        assert!(found("tr-12", vec![]).is_some(), "the key");
        assert!(found("...", vec![]).is_none(), "no words find nothing");
    }

    #[test]
    fn se9_a_comment_needs_all_words_by_itself() {
        let comment = CommentText {
            id: ActivityId(Uuid::nil()),
            ticket: TicketId(Uuid::nil()),
            by: UserId(Uuid::nil()),
            at: Instant::new(time::OffsetDateTime::UNIX_EPOCH),
            message: "Eighteen bytes".into(),
        };
        let found = |text| result(&query(text, vec![]), &ticket("Label", ""), std::slice::from_ref(&comment));
        assert_eq!(found("eighteen byt").expect("found").comments.len(), 1);
        assert!(found("label eighteen").is_none());
    }
}
