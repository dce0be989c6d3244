//! Versions of descriptions (TX27). A follower notes the events that change descriptions, and a periodic job stores their
//! texts as versions, so no edit waits for them.

use std::time::{Duration, Instant};

use actors::Stage;
use actors::domain::change::Op;
use actors::domain::entity::EntityKind;
use actors::domain::ids::{ScopeId, TicketId, WorkspaceId};
use actors::jobs::{Caused, Done, Failure, Follower, Job, Note, Plan, Run, Seen};
use actors::journal::{DescriptionEvent, keep_version};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Notes each event that changes the description of a ticket.
pub(super) const DESCRIPTIONS: Follower = Follower { name: "descriptions", mentions: &["\"description\""], on_event };

/// A ticket whose description an event has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Noted {
    ticket: Uuid,
    scope: Uuid,
    seq: i64,
}

fn on_event(seen: &Seen<'_>) -> Vec<Caused> {
    // The description of a new ticket is no change: it becomes a version when another one replaces it.
    let changed = seen.event.changes.iter().filter(|it| {
        let names = it.data.as_ref().is_some_and(|data| data.get("description").is_some_and(|it| it.is_string()));
        it.entity == EntityKind::Ticket && it.op == Op::Update && names
    });
    let noted = changed.map(|it| Noted { ticket: it.id, scope: seen.scope.0, seq: seen.event.seq });
    let notes = noted.enumerate().filter_map(|(number, noted)| Some((number, serde_json::to_value(noted).ok()?)));
    notes.map(|(number, payload)| Caused::Note(seen.note(number, payload))).collect()
}

/// How many notes are read at once.
const AT_ONCE: i64 = 200;
/// A run ends after this time, and the next run continues.
const LONGEST: Duration = Duration::from_secs(20);

/// Stores the versions of the noted events.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct KeepVersions;

impl Job for KeepVersions {
    type Context = Stage;
    const KIND: &'static str = "texts.versions";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(30),
        time_limit: Duration::from_secs(60),
        every: Some(Duration::from_secs(2)),
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        let (journal, began) = (stage.journal(), Instant::now());
        while began.elapsed() < LONGEST {
            let work = journal.background_work();
            let notes = Note::oldest(journal.db(), DESCRIPTIONS.name, AT_ONCE).await?;
            if notes.is_empty() {
                break;
            }
            for note in notes {
                keep(&stage, note).await?;
            }
            work.rest().await;
        }
        Ok(Done::Done)
    }
}

/// Stores the version and deletes its note, in one commit.
async fn keep(stage: &Stage, note: Note) -> Result<(), sqlx::Error> {
    let noted = Noted::deserialize(&note.payload);
    if let Err(error) = &noted {
        tracing::error!(note = %note.id, %error, "a note of a description cannot be read");
    }
    let work = move |pool: sqlx::PgPool| async move {
        let mut tx = pool.begin().await?;
        if let Ok(Noted { ticket, scope, seq }) = noted {
            let of = DescriptionEvent { ticket: TicketId(ticket), scope: ScopeId(scope), seq };
            keep_version(&mut tx, WorkspaceId(note.workspace_id), of, note.id, note.at).await?;
        }
        Note::delete(&mut tx, DESCRIPTIONS.name, &[(note.at, note.id)]).await?;
        tx.commit().await
    };
    stage.journal().db().run(work).await
}

/// How many rows one statement deletes.
const PIECE: i64 = 1_000;
/// The most rounds of one sweep; the next sweep goes on.
const ROUNDS: usize = 100;

/// Deletes versions that are too old.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SweepVersions;

impl Job for SweepVersions {
    type Context = Stage;
    const KIND: &'static str = "sweep.versions";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(60),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(300),
        every: Some(Duration::from_secs(24 * 3_600)),
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        for _ in 0..ROUNDS {
            let work = stage.journal().background_work();
            if stage.journal().sweep_versions(PIECE).await? == 0 {
                break;
            }
            work.rest().await;
        }
        Ok(Done::Done)
    }
}
