//! Reads the texts that have changed, and stores their words.

use sqlx::{PgConnection, Postgres, Transaction};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    domain::{
        ids::ScopeId,
        search::{
            document::{Part, vector},
            words::words,
        },
    },
    journal::{error::JournalError, handle::Journal},
};

/// Texts of one transaction. A description has up to 100 kB.
const AT_ONCE: i64 = 200;

/// A ticket or comment whose words are stored anew.
type Document = (Uuid, Uuid);

/// The words of a document.
struct Row {
    document: Document,
    ticket: Uuid,
    scope: Uuid,
    at: OffsetDateTime,
    words: String,
    title_words: Vec<String>,
}

impl Journal {
    /// Stores the words of the next texts that have changed, and of texts from before search. Returns their number; 0 if
    /// there are none, or if another node is storing words now.
    pub async fn fill_search(&self) -> Result<usize, JournalError> {
        self.db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                // Two nodes at once could store an older text over a newer one.
                let alone: bool = sqlx::query_scalar("select pg_try_advisory_xact_lock(hashtext('troupe.search'))")
                    .fetch_one(&mut *tx)
                    .await?;
                if !alone {
                    return Ok(0);
                }
                // Notes go before the texts are read: a text that changes in between has a new note.
                let noted: Vec<(Uuid, Uuid, bool)> = sqlx::query_as(
                    "delete from search_changes where id in (select id from search_changes order by id limit $1)
                     returning workspace_id, document_id, is_comment",
                )
                .bind(AT_ONCE)
                .fetch_all(&mut *tx)
                .await?;
                let of_kind = |comments: bool| {
                    let mut documents: Vec<Document> =
                        noted.iter().filter(|(.., is)| *is == comments).map(|(ws, id, _)| (*ws, *id)).collect();
                    documents.sort_unstable();
                    documents.dedup();
                    documents
                };
                let (mut tickets, mut comments) = (of_kind(false), of_kind(true));
                if noted.is_empty() {
                    tickets = unread(&mut tx, false).await?;
                    if tickets.is_empty() {
                        comments = unread(&mut tx, true).await?;
                    }
                }
                let read = tickets.len() + comments.len();
                store_tickets(&mut tx, tickets).await?;
                store_comments(&mut tx, comments).await?;
                tx.commit().await?;
                Ok(read)
            })
            .await
    }
}

/// The next texts from before search.
async fn unread(tx: &mut Transaction<'_, Postgres>, comments: bool) -> Result<Vec<Document>, sqlx::Error> {
    let after: Option<Document> =
        sqlx::query_as("select after_workspace, after_id from search_fills where is_comment = $1")
            .bind(comments)
            .fetch_optional(&mut **tx)
            .await?;
    let Some((workspace, id)) = after else { return Ok(vec![]) };
    const TICKETS: &str = "select workspace_id, id from tickets where (workspace_id, id) > ($1, $2)
                           order by workspace_id, id limit $3";
    const COMMENTS: &str =
        "select workspace_id, id from activities where (workspace_id, id) > ($1, $2) and kind = 'comment'
                            order by workspace_id, id limit $3";
    let next: Vec<Document> = sqlx::query_as(if comments { COMMENTS } else { TICKETS })
        .bind(workspace)
        .bind(id)
        .bind(AT_ONCE)
        .fetch_all(&mut **tx)
        .await?;
    match next.last() {
        Some((workspace, id)) => {
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
    Ok(next)
}

async fn store_tickets(connection: &mut PgConnection, tickets: Vec<Document>) -> Result<(), sqlx::Error> {
    if tickets.is_empty() {
        return Ok(());
    }
    let (workspaces, ids) = apart(&tickets);
    // The comments of a ticket that has moved lie in its new scope.
    sqlx::query(
        "insert into search_changes (workspace_id, document_id, is_comment)
         select a.workspace_id, a.id, true from unnest($1::uuid[], $2::uuid[]) g (workspace_id, id)
         join search_documents d on d.workspace_id = g.workspace_id and d.id = g.id
         join tickets t on t.workspace_id = g.workspace_id and t.id = g.id and t.scope_id <> d.scope_id
         join activities a on a.workspace_id = g.workspace_id and a.ticket_id = g.id and a.kind = 'comment'",
    )
    .bind(&workspaces)
    .bind(&ids)
    .execute(&mut *connection)
    .await?;
    type Found = (Uuid, Uuid, Uuid, OffsetDateTime, String, Option<String>, Option<String>);
    let found: Vec<Found> = sqlx::query_as(
        "select t.workspace_id, t.id, t.scope_id, t.updated_at, t.title, t.description,
                (select string_agg(f.value #>> '{}', E'\\n') from jsonb_each(t.fields) f
                 join attributes a on a.workspace_id = t.workspace_id and a.id = f.key::uuid and a.type in ('text', 'url'))
         from unnest($1::uuid[], $2::uuid[]) g (workspace_id, id)
         join tickets t on t.workspace_id = g.workspace_id and t.id = g.id",
    )
    .bind(&workspaces)
    .bind(&ids)
    .fetch_all(&mut *connection)
    .await?;
    let row = |(workspace, id, scope, at, title, description, fields): Found| {
        let (description, fields) = (description.unwrap_or_default(), fields.unwrap_or_default());
        let parts = [(Part::Title, &*title), (Part::Field, &*fields), (Part::Description, &*description)];
        let title_words = words(&title).into_iter().map(|word| word.folded).collect();
        Row { document: (workspace, id), ticket: id, scope, at, words: vector(ScopeId(scope), parts), title_words }
    };
    store(connection, tickets, false, found.into_iter().map(row).collect()).await
}

async fn store_comments(connection: &mut PgConnection, comments: Vec<Document>) -> Result<(), sqlx::Error> {
    if comments.is_empty() {
        return Ok(());
    }
    let (workspaces, ids) = apart(&comments);
    type Found = (Uuid, Uuid, Uuid, Uuid, OffsetDateTime, Option<String>);
    let found: Vec<Found> = sqlx::query_as(
        "select a.workspace_id, a.id, a.ticket_id, t.scope_id, a.created_at, a.message
         from unnest($1::uuid[], $2::uuid[]) g (workspace_id, id)
         join activities a on a.workspace_id = g.workspace_id and a.id = g.id and a.kind = 'comment'
         join tickets t on t.workspace_id = a.workspace_id and t.id = a.ticket_id",
    )
    .bind(&workspaces)
    .bind(&ids)
    .fetch_all(&mut *connection)
    .await?;
    let row = |(workspace, id, ticket, scope, at, message): Found| {
        let message = message.unwrap_or_default();
        let words = vector(ScopeId(scope), [(Part::Comment, &*message)]);
        Row { document: (workspace, id), ticket, scope, at, words, title_words: vec![] }
    };
    store(connection, comments, true, found.into_iter().map(row).collect()).await
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
    let title_words: Vec<(Uuid, &str)> =
        rows.iter().flat_map(|row| row.title_words.iter().map(|word| (row.document.0, word.as_str()))).collect();
    let (workspaces, title_words): (Vec<Uuid>, Vec<&str>) = title_words.into_iter().unzip();
    sqlx::query(
        "insert into search_words (workspace_id, word)
         select distinct w.workspace_id, w.word from unnest($1::uuid[], $2::text[]) w (workspace_id, word)
         where length(w.word) > 3
         on conflict do nothing",
    )
    .bind(workspaces)
    .bind(title_words)
    .execute(connection)
    .await
    .map(drop)
}
