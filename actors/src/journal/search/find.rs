//! Finds tickets by words.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

use serde_json::Value;
use sqlx::{PgConnection, PgPool, Postgres, Transaction};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    domain::{
        date::Instant,
        ids::{ActivityId, AttributeId, ListId, ScopeId, TicketId, UserId, WorkspaceId},
        search::{
            found::{CommentText, FoundTicket, TicketTexts, result},
            near::nearest,
            query::{DEEPEST, Query},
        },
    },
    journal::{error::JournalError, handle::Journal},
};

/// If a search has fewer results, mistyped words are corrected.
const FEW: usize = 5;

/// The words of a query are common if at least [`COMMON`] of the newest [`PROBED`] documents match. The list of all
/// documents with a common word takes too long to build, so only the newest documents are searched for common words.
const PROBED: i64 = 400;
const COMMON: i64 = 20;
/// The number of newest documents that are searched for common words, so that about [`ENOUGH`] match: the rarer the words,
/// the more documents.
const FEWEST_NEWEST: i64 = 2_000;
const MOST_NEWEST: i64 = 8_000;
const ENOUGH: i64 = 1_000;
/// How many tickets are read beyond those of the page, in case that some are no results.
const SPARE: usize = 30;

/// The answer of a search.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The tickets with the scopes in which they were found, the best first.
    pub found: Vec<(ScopeId, FoundTicket)>,
    /// The offset of the next page; `None` after the last page.
    pub next: Option<usize>,
    /// True if mistyped words of titles are corrected. False if the database lacks the extension `pg_trgm`.
    pub corrects: bool,
    /// True if the search covers all texts, including those that are older than the search feature.
    pub complete: bool,
}

/// A ticket from the index, with its matching comments, if there are any.
type Candidate = (Uuid, Option<Vec<Uuid>>);

/// Ranks the matching documents, groups them by ticket, and returns the best `$6` tickets (all if `$6` is null), each with
/// whether it is a result. `$5` is the list, and `$7` are the tickets that the query names by number. The rows of
/// tickets are read for the best alone: up to 3,000 documents match, and a page shows 20 tickets.
macro_rules! ranked {
    ($hits:literal) => {
        concat!(
            "with asked as (select a.scope_id, a.condition::tsquery, a.ranking::tsquery
                            from unnest($2::uuid[], $3::text[], $4::text[]) a (scope_id, condition, ranking)),
             hits as materialized (",
            $hits,
            "), ranked as (
                 select h.ticket_id, h.id, h.is_comment, h.at,
                        ts_rank('{0.1, 0.25, 0.5, 1}', h.words, h.ranking)
                        + 0.05 / (1 + extract(epoch from now() - h.at) / 7776000) as score
                 from hits h where h.ticket_id <> all ($7)
             ), best as materialized (
                 select ticket_id, (array_agg(id order by score desc, at desc) filter (where is_comment))[1:4] as comments,
                        max(score) as score, max(at) as at
                 from ranked group by ticket_id order by max(score) desc, max(at) desc, ticket_id limit $6
             )
             select b.ticket_id, b.comments, exists (
                 select from tickets t where t.workspace_id = $1 and t.id = b.ticket_id
                   and t.scope_id = any ($2) and t.trashed_at is null
                   and ($5::uuid is null or exists (select from jsonb_array_elements(t.lists) place
                                                    where (place ->> 'listId')::uuid = $5)))
             from best b order by score desc, at desc, ticket_id"
        )
    };
}

/// Finds documents by the index of words. Tickets and comments have separate limits, so that comments never crowd out
/// titles. `d.scope_id = a.scope_id` is needed because the stored words of two scopes may begin with the same digits.
/// `offset 0` makes the planner use the index of words.
const BY_WORDS: &str = ranked!(
    "select d.*, a.ranking from asked a cross join lateral (
         (select d.id, d.ticket_id, d.is_comment, d.at, d.words
          from (select * from search_documents d where d.words @@ a.condition and not d.is_comment offset 0) d
          where d.workspace_id = $1 and d.scope_id = a.scope_id limit 2000)
         union all
         (select d.id, d.ticket_id, d.is_comment, d.at, d.words
          from (select * from search_documents d where d.words @@ a.condition and d.is_comment offset 0) d
          where d.workspace_id = $1 and d.scope_id = a.scope_id limit 1000)
     ) d"
);

/// Finds documents among the newest ones.
const BY_TIME: &str = ranked!(
    "select d.*, a.ranking from asked a cross join lateral (
         select d.id, d.ticket_id, d.is_comment, d.at, d.words from search_documents d
         where d.workspace_id = $1 and d.scope_id = a.scope_id order by d.at desc limit $8
     ) d where d.words @@ a.condition"
);

impl Journal {
    /// Searches the tickets of these scopes. The caller decides which scopes a person may see. The texts are read in the
    /// same snapshot of the database as the scopes of their tickets, and marked when the connection is free again.
    ///
    /// # Errors
    /// If the database is away, or too slow.
    pub async fn search(
        &self,
        workspace: WorkspaceId,
        scopes: Vec<ScopeId>,
        query: Query,
    ) -> Result<Answer, JournalError> {
        let (asked, of) = (query.clone(), scopes.clone());
        let (page, has_trigrams, complete) = self
            .db
            .run(move |pool| async move {
                let mut search = Searching::begin(pool, workspace, of).await?;
                let (has_trigrams, complete): (bool, bool) = sqlx::query_as(
                    "select exists (select from pg_extension where extname = 'pg_trgm'),
                            not exists (select from search_fills)",
                )
                .fetch_one(&mut *search.tx)
                .await?;
                let page = search.page(&asked).await?;
                search.tx.commit().await?;
                Ok::<_, JournalError>((page, has_trigrams, complete))
            })
            .await?;
        let more = page.more;
        let mut found = marked(query.clone(), page).await?;
        let mut corrects = has_trigrams;
        if corrects && query.after == 0 && found.len() < FEW {
            match self.search_corrected(workspace, scopes, query.clone()).await {
                Ok(others) => found.extend(others),
                // The results for the words as typed are still returned.
                Err(error) => {
                    tracing::warn!(%error, "search could not correct mistyped words");
                    corrects = false;
                }
            }
            let mut seen = HashSet::new();
            found.retain(|(_, ticket)| seen.insert(ticket.ticket_id));
            found.truncate(query.limit);
        }
        let next = query.after + query.limit;
        let next = (more && next <= DEEPEST).then_some(next);
        if !has_trigrams && !self.search_is_limited.swap(true, Ordering::Relaxed) {
            tracing::warn!("the database has no extension pg_trgm: search finds no mistyped words");
        }
        Ok(Answer { found, next, corrects, complete })
    }

    /// Searches again, with words of titles in place of mistyped words.
    async fn search_corrected(
        &self,
        workspace: WorkspaceId,
        scopes: Vec<ScopeId>,
        query: Query,
    ) -> Result<Vec<(ScopeId, FoundTicket)>, JournalError> {
        let corrected = self
            .db
            .run(move |pool| async move {
                let mut search = Searching::begin(pool, workspace, scopes).await?;
                let Some(corrected) = search.corrected(&query).await? else { return Ok(None) };
                let page = search.page(&corrected).await?;
                search.tx.commit().await?;
                Ok::<_, JournalError>(Some((corrected, page)))
            })
            .await?;
        match corrected {
            Some((corrected, page)) => marked(corrected, page).await,
            None => Ok(vec![]),
        }
    }
}

/// The candidates with their texts, the best first.
struct Page {
    candidates: Vec<(TicketTexts, Vec<CommentText>)>,
    more: bool,
}

/// The results of a page, with the matches marked. Texts that no longer match are left out. Splitting texts into words
/// is slow, and must not block the threads of the database, on which all commits run.
async fn marked(query: Query, page: Page) -> Result<Vec<(ScopeId, FoundTicket)>, JournalError> {
    let marking = tokio::task::spawn_blocking(move || {
        let results = page.candidates.iter();
        results.filter_map(|(texts, comments)| Some((texts.scope, result(&query, texts, comments)?))).collect()
    });
    marking.await.map_err(JournalError::malformed)
}

struct Searching {
    tx: Transaction<'static, Postgres>,
    workspace: WorkspaceId,
    scopes: Vec<ScopeId>,
}

impl Searching {
    async fn begin(pool: PgPool, workspace: WorkspaceId, scopes: Vec<ScopeId>) -> Result<Self, sqlx::Error> {
        let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
        // An index is always faster here. The planner does not know the words in advance, so it expects too many
        // documents and would scan the table of all tickets.
        sqlx::raw_sql(
            "set local statement_timeout = '2s'; set local jit = off; set local enable_seqscan = off;
             set local enable_hashjoin = off; set local enable_mergejoin = off",
        )
        .execute(&mut *tx)
        .await?;
        Ok(Self { tx, workspace, scopes })
    }

    /// A page of results. Tickets that the query names by number come before tickets that are found by words.
    async fn page(&mut self, query: &Query) -> Result<Page, sqlx::Error> {
        let named = match query.number {
            Some(number) => self.by_number(number, query.list).await?,
            None => vec![],
        };
        let mut candidates: Vec<Candidate> = named.iter().skip(query.after).map(|ticket| (*ticket, None)).collect();
        let place = query.after.saturating_sub(named.len());
        candidates.extend(self.candidates(query, named, place).await?);
        let more = candidates.len() > query.limit;
        candidates.truncate(query.limit);
        Ok(Page { candidates: self.with_texts(candidates).await?, more })
    }

    /// The tickets that are found by words, from the offset `place` on. The tickets in `named` are left out.
    async fn candidates(
        &mut self,
        query: &Query,
        named: Vec<Uuid>,
        place: usize,
    ) -> Result<Vec<Candidate>, sqlx::Error> {
        if query.terms.is_empty() {
            return Ok(vec![]);
        }
        let each = i64::try_from(self.scopes.len()).unwrap_or(i64::MAX);
        let share = |most: i64| (most / each).max(20);
        let conditions: Vec<String> = self.scopes.iter().map(|scope| query.condition(*scope)).collect();
        let common: i64 = sqlx::query_scalar(
            "select count(*) from unnest($1::uuid[], $2::text[]) a (scope_id, condition) cross join lateral (
                 select d.words from search_documents d where d.scope_id = a.scope_id order by d.at desc limit $3
             ) d where d.words @@ a.condition::tsquery",
        )
        .bind(self.scope_ids())
        .bind(&conditions)
        .bind(share(PROBED))
        .fetch_one(&mut *self.tx)
        .await?;
        let ranking: Vec<String> = self.scopes.iter().map(|scope| query.ranking(*scope)).collect();
        let wanted = place + query.limit + 1;
        // Some of the best may be in the trash. In a list, most tickets may be in other lists.
        let mut most = query.list.is_none().then_some(wanted + wanted / 2 + SPARE);
        loop {
            let statement = sqlx::query_as(if common >= COMMON { BY_TIME } else { BY_WORDS })
                .bind(self.workspace.0)
                .bind(self.scope_ids())
                .bind(&conditions)
                .bind(&ranking)
                .bind(query.list.map(|list| list.0))
                .bind(most.map(|most| i64::try_from(most).unwrap_or(i64::MAX)))
                .bind(&named);
            let statement = if common >= COMMON { statement.bind(share(newest(common))) } else { statement };
            let best: Vec<(Uuid, Option<Vec<Uuid>>, bool)> = statement.fetch_all(&mut *self.tx).await?;
            let is_all = most.is_none_or(|most| best.len() < most);
            let found: Vec<Candidate> = best
                .into_iter()
                .filter_map(|(ticket, comments, is_result)| is_result.then_some((ticket, comments)))
                .collect();
            if is_all || found.len() >= wanted {
                return Ok(found.into_iter().skip(place).take(query.limit + 1).collect());
            }
            most = None;
        }
    }

    /// The tickets with this number. The numbers of private tickets are stored as negative numbers.
    async fn by_number(&mut self, number: i64, list: Option<ListId>) -> Result<Vec<Uuid>, sqlx::Error> {
        sqlx::query_scalar(
            "select id from tickets where workspace_id = $1 and scope_id = any ($2) and number = any ($3)
             and trashed_at is null
             and ($4::uuid is null or exists (select from jsonb_array_elements(lists) place
                                              where (place ->> 'listId')::uuid = $4))
             order by id limit 5",
        )
        .bind(self.workspace.0)
        .bind(self.scope_ids())
        .bind([number, -number].as_slice())
        .bind(list.map(|list| list.0))
        .fetch_all(&mut *self.tx)
        .await
    }

    /// The query with words of titles in place of words that may be mistyped. `None` if there are no such words of
    /// titles.
    async fn corrected(&mut self, query: &Query) -> Result<Option<Query>, sqlx::Error> {
        let mut corrected = query.clone();
        for term in corrected.terms.iter_mut().filter(|term| term.may_be_mistyped()) {
            let alike: Vec<String> = sqlx::query_scalar(
                "select word from search_words where workspace_id = $1 and scope_id = any ($3) and word % $2
                 group by word order by similarity(word, $2) desc, word limit 50",
            )
            .bind(self.workspace.0)
            .bind(&term.word)
            .bind(self.scope_ids())
            .fetch_all(&mut *self.tx)
            .await?;
            term.near = nearest(&term.word, alike);
        }
        let found_any = corrected.terms.iter().any(|term| !term.near.is_empty());
        corrected.number = None;
        Ok(found_any.then_some(corrected))
    }

    /// The candidates with their texts.
    async fn with_texts(
        &mut self,
        candidates: Vec<Candidate>,
    ) -> Result<Vec<(TicketTexts, Vec<CommentText>)>, sqlx::Error> {
        let ids: Vec<Uuid> = candidates.iter().map(|(ticket, _)| *ticket).collect();
        let comments: Vec<Uuid> =
            candidates.iter().flat_map(|(_, comments)| comments.iter().flatten().copied()).collect();
        let mut tickets = self.ticket_texts(ids).await?;
        let comments = comment_texts(&mut self.tx, self.workspace, comments).await?;
        let found = candidates.iter().filter_map(|(ticket, named)| {
            let texts = tickets.remove(ticket)?;
            let named = named.iter().flatten().filter_map(|id| comments.get(id));
            Some((texts, named.filter(|comment| comment.ticket.0 == *ticket).cloned().collect()))
        });
        Ok(found.collect())
    }

    async fn ticket_texts(&mut self, ids: Vec<Uuid>) -> Result<HashMap<Uuid, TicketTexts>, sqlx::Error> {
        type Row = (Uuid, Uuid, i64, String, Option<String>, Option<Value>);
        let rows: Vec<Row> = sqlx::query_as(
            "select t.id, t.scope_id, t.number, t.title, t.description,
                    (select jsonb_object_agg(f.key, f.value) from jsonb_each(t.fields) f
                     join attributes a on a.workspace_id = $1 and a.id = f.key::uuid and a.type in ('text', 'url')
                       and a.scope_id = any ($3)
                       and (a.list_ids is null or exists (
                           select from jsonb_array_elements(t.lists) place
                           where (place ->> 'listId')::uuid = any (a.list_ids))))
             from tickets t where t.workspace_id = $1 and t.id = any ($2) and t.scope_id = any ($3)
               and t.trashed_at is null",
        )
        .bind(self.workspace.0)
        .bind(ids)
        .bind(self.scope_ids())
        .fetch_all(&mut *self.tx)
        .await?;
        let texts = |(id, scope, number, title, description, fields): Row| {
            let fields = fields.as_ref().and_then(Value::as_object).into_iter().flatten();
            let field =
                |(id, text): (&String, &Value)| Some((AttributeId(id.parse().ok()?), text.as_str()?.to_owned()));
            let fields = fields.filter_map(field).collect();
            let description = description.unwrap_or_default();
            (id, TicketTexts { id: TicketId(id), scope: ScopeId(scope), number, title, description, fields })
        };
        Ok(rows.into_iter().map(texts).collect())
    }

    fn scope_ids(&self) -> Vec<Uuid> {
        self.scopes.iter().map(|scope| scope.0).collect()
    }
}

/// How many of the newest documents are searched, if `common` of the newest [`PROBED`] match.
fn newest(common: i64) -> i64 {
    (ENOUGH * PROBED / common.max(1)).clamp(FEWEST_NEWEST, MOST_NEWEST)
}

async fn comment_texts(
    connection: &mut PgConnection,
    workspace: WorkspaceId,
    ids: Vec<Uuid>,
) -> Result<HashMap<Uuid, CommentText>, sqlx::Error> {
    type Row = (Uuid, Uuid, Uuid, OffsetDateTime, Option<String>);
    let rows: Vec<Row> = sqlx::query_as(
        "select id, ticket_id, user_id, created_at, message from activities
         where workspace_id = $1 and id = any ($2) and kind = 'comment'",
    )
    .bind(workspace.0)
    .bind(ids)
    .fetch_all(connection)
    .await?;
    let text = |(id, ticket, by, at, message): Row| {
        let (ticket, by, at) = (TicketId(ticket), UserId(by), Instant::new(at));
        (id, CommentText { id: ActivityId(id), ticket, by, at, message: message.unwrap_or_default() })
    };
    Ok(rows.into_iter().map(text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn se17_the_rarer_a_common_word_the_more_of_the_newest_texts_are_searched() {
        assert_eq!([400, 200, 100, 50, COMMON].map(newest), [2_000, 2_000, 4_000, 8_000, 8_000]);
    }
}
