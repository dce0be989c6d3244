//! Fills the search index: reads changed texts, and stores their words.

use sqlx::{PgConnection, Postgres, Transaction};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    domain::{
        ids::ScopeId,
        search::document::{Part, vector},
    },
    journal::{error::JournalError, handle::Journal},
};

/// The limits of one transaction: texts, and the bytes of all of them.
const MAX_TEXTS: i64 = 200;
const MAX_BYTES: i64 = 1_000_000;
/// The limit of older rows that one transaction reads. Most activities are no comments, so this limit is higher.
const MAX_ROWS: usize = 2_000;

/// The limits of one transaction.
#[derive(Clone, Copy, Debug)]
struct Batch {
    most: i64,
    /// True for a single text whose words the database refuses. The text is stored without words.
    empty: bool,
}

impl Batch {
    /// The number of rows at the start of the list that fit into the batch, by their sizes in bytes. At least one text
    /// fits. Rows without a size are no texts.
    fn first_of(self, sizes: impl IntoIterator<Item = Option<i64>>) -> usize {
        let (mut texts, mut bytes) = (0, 0);
        let fits = |size: &Option<i64>| {
            let Some(size) = size else { return true };
            (texts, bytes) = (texts + 1, bytes + size);
            texts == 1 || texts <= self.most && bytes <= MAX_BYTES
        };
        sizes.into_iter().take_while(fits).count()
    }
}

/// The workspace and id of a ticket or comment.
type Document = (Uuid, Uuid);

/// The words of a document.
struct Row {
    document: Document,
    ticket: Uuid,
    scope: Uuid,
    at: OffsetDateTime,
    words: String,
}

impl Journal {
    /// Stores the words of the next changed texts; if there are none, of texts that are older than the search feature.
    /// Returns the number of rows that were read: 0 if none are left, or if another node fills the index now. If the
    /// database refuses a batch, smaller batches follow. A single refused text is stored without words, so that it does
    /// not block the texts after it.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn fill_search(&self) -> Result<usize, JournalError> {
        let mut batch = Batch { most: MAX_TEXTS, empty: false };
        loop {
            match self.fill_batch(batch).await {
                Err(error) if !batch.empty && is_caused_by_texts(&error) => {
                    batch = Batch { most: (batch.most / 8).max(1), empty: batch.most == 1 };
                    if batch.empty {
                        tracing::warn!(%error, "a text is stored without its words, and search cannot find it");
                    }
                }
                result => return result,
            }
        }
    }

    async fn fill_batch(&self, batch: Batch) -> Result<usize, JournalError> {
        self.db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let read = fill_in(&mut tx, batch).await;
                // A dropped transaction may keep the lock for a while, and the next, smaller batch needs the lock.
                if read.is_ok() {
                    tx.commit().await?
                } else {
                    tx.rollback().await?
                }
                Ok::<_, JournalError>(read?)
            })
            .await
    }
}

async fn fill_in(tx: &mut Transaction<'_, Postgres>, batch: Batch) -> Result<usize, sqlx::Error> {
    // If two nodes filled the index at once, an older text could replace a newer one.
    let has_lock: bool =
        sqlx::query_scalar("select pg_try_advisory_xact_lock(hashtext('troupe.search'))").fetch_one(&mut **tx).await?;
    if !has_lock {
        return Ok(0);
    }
    let noted = noted(tx, batch).await?;
    let of_kind = |comments: bool| {
        let mut documents: Vec<Document> =
            noted.iter().filter(|(.., is)| *is == comments).map(|(ws, id, _)| (*ws, *id)).collect();
        documents.sort_unstable();
        documents.dedup();
        documents
    };
    let (mut tickets, mut comments) = (of_kind(false), of_kind(true));
    let mut read = noted.len();
    if read == 0 {
        (read, tickets) = unread(tx, false, batch).await?;
    }
    if read == 0 {
        (read, comments) = unread(tx, true, batch).await?;
    }
    store_tickets(tx, tickets, batch.empty).await?;
    store_comments(tx, comments, batch.empty).await?;
    Ok(read)
}

/// True if the texts caused the error: the database refused them, or timed out because there were too many. Otherwise
/// the database is away, and a smaller batch would not help.
fn is_caused_by_texts(error: &JournalError) -> bool {
    // Class 54: a limit of the database, such as the length of a `tsvector`, was exceeded.
    let limit =
        |error: &sqlx::Error| error.as_database_error().and_then(|it| it.code()).is_some_and(|it| it.starts_with("54"));
    error.is_statement_timeout() || matches!(error, JournalError::Refused(_)) || limit(error.cause())
}

/// Takes the next notes about changed texts.
async fn noted(tx: &mut Transaction<'_, Postgres>, batch: Batch) -> Result<Vec<(Uuid, Uuid, bool)>, sqlx::Error> {
    let next: Vec<(i64, i64)> = sqlx::query_as(
        "select c.id, coalesce(case when c.is_comment
             then (select octet_length(a.message) from activities a
                   where a.workspace_id = c.workspace_id and a.id = c.document_id)
             else (select octet_length(t.title) + coalesce(octet_length(t.description), 0) + octet_length(t.fields::text)
                   from tickets t where t.workspace_id = c.workspace_id and t.id = c.document_id)
             end, 0)::bigint
         from search_changes c order by c.id limit $1",
    )
    .bind(batch.most)
    .fetch_all(&mut **tx)
    .await?;
    let first = batch.first_of(next.iter().map(|(_, bytes)| Some(*bytes)));
    // The notes are deleted before the texts are read. If a text changes in between, it gets a new note.
    sqlx::query_as("delete from search_changes where id = any ($1) returning workspace_id, document_id, is_comment")
        .bind(next[..first].iter().map(|(id, _)| *id).collect::<Vec<_>>())
        .fetch_all(&mut **tx)
        .await
}

/// The next texts that are older than the search feature, and the number of rows that were read to find them.
async fn unread(
    tx: &mut Transaction<'_, Postgres>,
    comments: bool,
    batch: Batch,
) -> Result<(usize, Vec<Document>), sqlx::Error> {
    let after: Option<Document> =
        sqlx::query_as("select after_workspace, after_id from search_fills where is_comment = $1")
            .bind(comments)
            .fetch_optional(&mut **tx)
            .await?;
    let Some((workspace, id)) = after else { return Ok((0, vec![])) };
    const TICKETS: &str = "select workspace_id, id, (octet_length(title) + coalesce(octet_length(description), 0)
                                                     + octet_length(fields::text))::bigint
                           from tickets where (workspace_id, id) > ($1, $2) order by workspace_id, id limit $3";
    // Activities that are no comments have no size. They only move the stored position.
    const COMMENTS: &str = "select workspace_id, id, case when kind = 'comment'
                                                     then coalesce(octet_length(message), 0)::bigint end
                            from activities where (workspace_id, id) > ($1, $2) order by workspace_id, id limit $3";
    let rows = if comments { i64::try_from(MAX_ROWS).unwrap_or(i64::MAX) } else { batch.most };
    let mut next: Vec<(Uuid, Uuid, Option<i64>)> = sqlx::query_as(if comments { COMMENTS } else { TICKETS })
        .bind(workspace)
        .bind(id)
        .bind(rows)
        .fetch_all(&mut **tx)
        .await?;
    next.truncate(batch.first_of(next.iter().map(|(.., bytes)| *bytes)));
    match next.last() {
        Some((workspace, id, _)) => {
            sqlx::query("update search_fills set after_workspace = $2, after_id = $3 where is_comment = $1")
                .bind(comments)
                .bind(workspace)
                .bind(id)
                .execute(&mut **tx)
                .await?;
        }
        None => {
            sqlx::query("delete from search_fills where is_comment = $1").bind(comments).execute(&mut **tx).await?;
        }
    }
    let texts = next.iter().filter(|(.., bytes)| bytes.is_some()).map(|(workspace, id, _)| (*workspace, *id)).collect();
    Ok((next.len(), texts))
}

/// Splits texts into words, outside the threads of the database, which all work of the node shares.
async fn rows_of<T: Send + 'static>(
    found: Vec<T>,
    row: impl Fn(T) -> Row + Send + 'static,
) -> Result<Vec<Row>, sqlx::Error> {
    let rows = tokio::task::spawn_blocking(move || found.into_iter().map(row).collect());
    rows.await.map_err(|error| sqlx::Error::Encode(error.into()))
}

async fn store_tickets(connection: &mut PgConnection, tickets: Vec<Document>, empty: bool) -> Result<(), sqlx::Error> {
    if tickets.is_empty() {
        return Ok(());
    }
    let (workspaces, ids) = apart(&tickets);
    // If the ticket has moved, its comments are now in its new scope.
    sqlx::query(
        "insert into search_changes (workspace_id, document_id, is_comment)
         select a.workspace_id, a.id, true from unnest($1::uuid[], $2::uuid[]) g (workspace_id, id)
         join search_documents d on d.workspace_id = g.workspace_id and d.id = g.id
         join tickets t on t.workspace_id = g.workspace_id and t.id = g.id and t.scope_id <> d.scope_id
         join activities a on a.workspace_id = g.workspace_id and a.ticket_id = g.id and a.kind = 'comment'
         where not $3",
    )
    .bind(&workspaces)
    .bind(&ids)
    .bind(empty)
    .execute(&mut *connection)
    .await?;
    type Found = (Uuid, Uuid, Uuid, OffsetDateTime, String, Option<String>, Option<String>);
    let found: Vec<Found> = sqlx::query_as(
        "select t.workspace_id, t.id, t.scope_id, t.updated_at, case when $3 then '' else t.title end,
                case when $3 then null else t.description end,
                case when $3 then null else
                (select string_agg(f.value #>> '{}', E'\\n') from jsonb_each(t.fields) f
                 join attributes a on a.workspace_id = t.workspace_id and a.id = f.key::uuid and a.type in ('text', 'url'))
                end
         from unnest($1::uuid[], $2::uuid[]) g (workspace_id, id)
         join tickets t on t.workspace_id = g.workspace_id and t.id = g.id",
    )
    .bind(&workspaces)
    .bind(&ids)
    .bind(empty)
    .fetch_all(&mut *connection)
    .await?;
    let row = |(workspace, id, scope, at, title, description, fields): Found| {
        let (description, fields) = (description.unwrap_or_default(), fields.unwrap_or_default());
        let parts = [(Part::Title, &*title), (Part::Field, &*fields), (Part::Description, &*description)];
        Row { document: (workspace, id), ticket: id, scope, at, words: vector(ScopeId(scope), parts) }
    };
    let rows = rows_of(found, row).await?;
    forget_title_words(connection, &workspaces, &ids).await?;
    store(connection, tickets, false, rows).await?;
    keep_title_words(connection, &workspaces, &ids).await
}

async fn store_comments(
    connection: &mut PgConnection,
    comments: Vec<Document>,
    empty: bool,
) -> Result<(), sqlx::Error> {
    if comments.is_empty() {
        return Ok(());
    }
    let (workspaces, ids) = apart(&comments);
    type Found = (Uuid, Uuid, Uuid, Uuid, OffsetDateTime, Option<String>);
    let found: Vec<Found> = sqlx::query_as(
        "select a.workspace_id, a.id, a.ticket_id, t.scope_id, a.created_at, case when $3 then null else a.message end
         from unnest($1::uuid[], $2::uuid[]) g (workspace_id, id)
         join activities a on a.workspace_id = g.workspace_id and a.id = g.id and a.kind = 'comment'
         join tickets t on t.workspace_id = a.workspace_id and t.id = a.ticket_id",
    )
    .bind(&workspaces)
    .bind(&ids)
    .bind(empty)
    .fetch_all(&mut *connection)
    .await?;
    let row = |(workspace, id, ticket, scope, at, message): Found| {
        let message = message.unwrap_or_default();
        let words = vector(ScopeId(scope), [(Part::Comment, &*message)]);
        Row { document: (workspace, id), ticket, scope, at, words }
    };
    let rows = rows_of(found, row).await?;
    store(connection, comments, true, rows).await
}

fn apart(documents: &[Document]) -> (Vec<Uuid>, Vec<Uuid>) {
    documents.iter().copied().unzip()
}

/// Stores the rows, and deletes the words of those documents that have no row: they are gone.
async fn store(
    connection: &mut PgConnection,
    documents: Vec<Document>,
    comments: bool,
    rows: Vec<Row>,
) -> Result<(), sqlx::Error> {
    let gone: Vec<Document> =
        documents.into_iter().filter(|document| rows.iter().all(|row| row.document != *document)).collect();
    if !gone.is_empty() {
        let (workspaces, ids) = apart(&gone);
        sqlx::query(
            "delete from search_documents d using unnest($1::uuid[], $2::uuid[]) g (workspace_id, id)
             where d.workspace_id = g.workspace_id and d.id = g.id",
        )
        .bind(workspaces)
        .bind(ids)
        .execute(&mut *connection)
        .await?;
    }
    let (workspaces, ids): (Vec<Uuid>, Vec<Uuid>) = rows.iter().map(|row| row.document).unzip();
    sqlx::query(
        "insert into search_documents as d (workspace_id, id, ticket_id, scope_id, is_comment, at, words)
         select r.workspace_id, r.id, r.ticket_id, r.scope_id, $7, r.at, r.words::tsvector
         from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[])
              r (workspace_id, id, ticket_id, scope_id, at, words)
         on conflict (workspace_id, id) do update set
             ticket_id = excluded.ticket_id, scope_id = excluded.scope_id, at = excluded.at, words = excluded.words",
    )
    .bind(&workspaces)
    .bind(ids)
    .bind(rows.iter().map(|row| row.ticket).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.scope).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.at).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.words.as_str()).collect::<Vec<_>>())
    .bind(comments)
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// The words of the stored titles of some tickets, for each scope, and in how many of the titles each is.
macro_rules! title_words {
    () => {
        "select d.workspace_id, d.scope_id, substr(l.lexeme, 9) as word, count(*)::int as titles
         from unnest($1::uuid[], $2::uuid[]) g (workspace_id, id)
         join search_documents d on d.workspace_id = g.workspace_id and d.id = g.id and not d.is_comment
         cross join unnest(d.words) l (lexeme, positions, weights)
         where 'A' = any (l.weights) and length(l.lexeme) > 11
         group by d.workspace_id, d.scope_id, word"
    };
}

/// Takes the titles as they are stored out of the words of titles.
async fn forget_title_words(
    connection: &mut PgConnection,
    workspaces: &[Uuid],
    ids: &[Uuid],
) -> Result<(), sqlx::Error> {
    const LESS: &str = concat!(
        "update search_words w set titles = w.titles - o.titles from (",
        title_words!(),
        ") o where w.workspace_id = o.workspace_id and w.scope_id = o.scope_id and w.word = o.word"
    );
    sqlx::query(LESS).bind(workspaces).bind(ids).execute(connection).await.map(drop)
}

/// Adds the titles as they are stored to the words of titles, and deletes words that are in no title any more.
async fn keep_title_words(connection: &mut PgConnection, workspaces: &[Uuid], ids: &[Uuid]) -> Result<(), sqlx::Error> {
    const MORE: &str = concat!(
        "insert into search_words as w (workspace_id, scope_id, word, titles) ",
        title_words!(),
        " on conflict (workspace_id, scope_id, word) do update set titles = w.titles + excluded.titles"
    );
    sqlx::query(MORE).bind(workspaces).bind(ids).execute(&mut *connection).await?;
    sqlx::query("delete from search_words where titles <= 0 and workspace_id = any ($1)")
        .bind(workspaces)
        .execute(connection)
        .await
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn se18_a_batch_has_a_number_of_texts_and_bytes_and_at_least_one_text() {
        let first = |most, sizes: &[i64]| {
            Batch { most, empty: false }.first_of(sizes.iter().map(|size| (*size >= 0).then_some(*size)))
        };
        assert_eq!(first(200, &[MAX_BYTES * 2, 1]), 1);
        assert_eq!(first(200, &[MAX_BYTES, 0, 1]), 2);
        assert_eq!(first(2, &[1, 1, 1]), 2);
        assert_eq!(first(1, &[-1, -1, 1, -1, 1]), 4, "rows without a text do not count");
        assert_eq!(first(1, &[]), 0);
    }
}
