//! Reads documents.

use uuid::Uuid;

use crate::{
    domain::ids::{Epoch, ScopeId, TicketId, UserId, WorkspaceId},
    journal::{error::JournalError, handle::Journal},
    text::{StoredTail, StoredText, TextHead},
};

/// The columns of a head, of the tables `t` (tickets) and `d` (text_documents).
const HEAD: &str = "t.id, t.scope_id, t.description_sum,
    t.lists <> '[]' and not exists (
        select 1 from jsonb_array_elements(t.lists) e
        left join lists l on l.workspace_id = t.workspace_id and l.id = (e ->> 'listId')::uuid
        where l.archived_at is null) as is_archived,
    coalesce(d.epoch, '00000000-0000-0000-0000-000000000000'::uuid) as epoch,
    coalesce(d.seq, 0) as seq, coalesce(d.written_seq, 0) as written_seq, coalesce(d.written_sum, 0) as written_sum";

#[derive(sqlx::FromRow)]
struct HeadRow {
    id: Uuid,
    scope_id: Uuid,
    description_sum: i64,
    is_archived: bool,
    epoch: Uuid,
    seq: i64,
    written_seq: i64,
    written_sum: i64,
}

impl From<HeadRow> for TextHead {
    fn from(row: HeadRow) -> Self {
        Self {
            ticket: TicketId(row.id),
            scope: ScopeId(row.scope_id),
            sum: row.description_sum,
            is_archived: row.is_archived,
            epoch: Epoch(row.epoch),
            seq: row.seq,
            written_seq: row.written_seq,
            written_sum: row.written_sum,
        }
    }
}

#[derive(sqlx::FromRow)]
struct TextRow {
    #[sqlx(flatten)]
    head: HeadRow,
    snapshot: Option<Vec<u8>>,
    snapshot_seq: Option<i64>,
    last_editor: Option<Uuid>,
    seqs: Vec<i64>,
    updates: Vec<Vec<u8>>,
}

impl TextRow {
    fn stored(self) -> Option<StoredText> {
        Some(StoredText {
            epoch: Epoch(self.head.epoch),
            snapshot: self.snapshot?,
            snapshot_seq: self.snapshot_seq?,
            updates: self.seqs.into_iter().zip(self.updates).collect(),
            head: self.head.into(),
            last_editor: self.last_editor.map(UserId),
        })
    }
}

/// One statement sees the snapshot and the updates at the same moment, also while updates become part of the snapshot.
fn document(updates: &str) -> String {
    let updates = format!("from text_updates u where u.workspace_id = $1 and u.ticket_id = $2 and {updates}");
    format!(
        "select {HEAD}, d.snapshot, d.snapshot_seq, d.last_editor,
                array(select u.seq {updates} order by u.seq) as seqs,
                array(select u.data {updates} order by u.seq) as updates
         from tickets t left join text_documents d on d.workspace_id = t.workspace_id and d.ticket_id = t.id
         where t.workspace_id = $1 and t.id = $2"
    )
}

impl Journal {
    /// The document of a ticket. It is made from the description if there is none: by `make`, which gets the description
    /// and returns the document as one update. If several nodes make one at once, the first one stays (TX25). `None` if
    /// there is no such ticket.
    pub async fn open_text(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        make: fn(&str) -> Vec<u8>,
    ) -> Result<Option<StoredText>, JournalError> {
        self.db
            .run(move |pool| async move {
                let sql = document("u.seq > d.snapshot_seq");
                let read =
                    || sqlx::query_as::<_, TextRow>(sqlx::AssertSqlSafe(sql.clone())).bind(workspace.0).bind(ticket.0);
                let Some(row) = read().fetch_optional(&pool).await? else { return Ok(None) };
                let sum = row.head.description_sum;
                if let Some(stored) = row.stored() {
                    return Ok(Some(stored));
                }
                let description: Option<Option<String>> =
                    sqlx::query_scalar("select description from tickets where workspace_id = $1 and id = $2")
                        .bind(workspace.0)
                        .bind(ticket.0)
                        .fetch_optional(&pool)
                        .await?;
                let Some(description) = description else { return Ok(None) };
                let description = description.unwrap_or_default();
                // The description may have changed since the row was read: the sum belongs to the text.
                let sum =
                    if description.is_empty() && sum == 0 { 0 } else { crate::domain::limits::text_sum(&description) };
                sqlx::query(
                    "insert into text_documents (workspace_id, ticket_id, epoch, seq, snapshot, snapshot_seq,
                                                 written_seq, written_sum, changed_at)
                     select $1, t.id, gen_random_uuid(), 0, $3, 0, 0, $4, now() from tickets t
                     where t.workspace_id = $1 and t.id = $2
                     on conflict (workspace_id, ticket_id) do nothing",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(make(&description))
                .bind(sum)
                .execute(&pool)
                .await?;
                Ok(read().fetch_optional(&pool).await?.and_then(TextRow::stored))
            })
            .await
    }

    /// The document as it was when the description was last written from it.
    pub async fn written_text(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
    ) -> Result<Option<StoredText>, JournalError> {
        self.db
            .run(move |pool| async move {
                let sql =
                    document("u.seq > d.snapshot_seq and (u.seq <= d.written_seq or u.seq = any (d.written_also))");
                let row: Option<TextRow> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                    .bind(workspace.0)
                    .bind(ticket.0)
                    .fetch_optional(&pool)
                    .await?;
                Ok(row.and_then(TextRow::stored))
            })
            .await
    }

    /// Where documents stand. Tickets that are gone are left out.
    pub async fn text_heads(
        &self,
        workspace: WorkspaceId,
        tickets: Vec<TicketId>,
    ) -> Result<Vec<TextHead>, JournalError> {
        self.db
            .run(move |pool| async move {
                let sql = format!(
                    "select {HEAD} from tickets t
                     left join text_documents d on d.workspace_id = t.workspace_id and d.ticket_id = t.id
                     where t.workspace_id = $1 and t.id = any ($2)"
                );
                let ids: Vec<Uuid> = tickets.iter().map(|it| it.0).collect();
                let rows: Vec<HeadRow> =
                    sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(workspace.0).bind(ids).fetch_all(&pool).await?;
                Ok(rows.into_iter().map(TextHead::from).collect())
            })
            .await
    }

    /// What a copy lacks that has all updates up to `seq`. `None` if the document has another epoch, or is gone.
    pub async fn text_after(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        epoch: Epoch,
        seq: i64,
    ) -> Result<Option<StoredTail>, JournalError> {
        self.db
            .run(move |pool| async move {
                let updates = "from text_updates u where u.workspace_id = $1 and u.ticket_id = $2 and u.seq > $4";
                let sql = format!(
                    "select t.scope_id, d.last_editor, d.snapshot_seq, case when d.snapshot_seq > $4 then d.snapshot end,
                            array(select u.seq {updates} order by u.seq), array(select u.data {updates} order by u.seq)
                     from text_documents d join tickets t on t.workspace_id = d.workspace_id and t.id = d.ticket_id
                     where d.workspace_id = $1 and d.ticket_id = $2 and d.epoch = $3"
                );
                type Row = (Uuid, Option<Uuid>, i64, Option<Vec<u8>>, Vec<i64>, Vec<Vec<u8>>);
                let row: Option<Row> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                    .bind(workspace.0)
                    .bind(ticket.0)
                    .bind(epoch.0)
                    .bind(seq)
                    .fetch_optional(&pool)
                    .await?;
                Ok(row.map(|(scope, last_editor, snapshot_seq, snapshot, seqs, updates)| StoredTail {
                    scope: ScopeId(scope),
                    last_editor: last_editor.map(UserId),
                    snapshot: snapshot.map(|it| (snapshot_seq, it)),
                    updates: seqs.into_iter().zip(updates).collect(),
                }))
            })
            .await
    }
}
