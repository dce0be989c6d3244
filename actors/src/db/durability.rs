//! Whether the database keeps what it has acknowledged (INV-1).

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use sqlx::PgConnection;
use sqlx::pool::PoolConnectionMetadata;

/// A setting of the database that lets it lose commits that it has acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgets {
    /// A crash of PostgreSQL would lose the last commits of other clients. Those of nodes are kept, see
    /// [`keep_commits`].
    WithoutUs,
    /// A power cut loses commits, or the whole database.
    Writes(&'static str),
}

impl fmt::Display for Forgets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WithoutUs => f.write_str(
                "synchronous_commit is off: nodes set it to on for themselves, but other clients lose their last \
                 commits in a crash; set synchronous_commit = on",
            ),
            Self::Writes(name) => {
                write!(f, "{name} is off: a power cut loses what was acknowledged, or the database; set {name} = on")
            }
        }
    }
}

/// Reads the settings of the database, whatever was set for this connection.
///
/// # Errors
/// If the database does not answer.
pub async fn forgets(connection: &mut PgConnection) -> Result<Vec<Forgets>, sqlx::Error> {
    let off: Vec<String> = sqlx::query_scalar(
        "select name from pg_settings
         where name in ('fsync', 'full_page_writes', 'synchronous_commit') and reset_val = 'off' order by name",
    )
    .fetch_all(connection)
    .await?;
    Ok(off.iter().filter_map(|name| forgets_by(name)).collect())
}

fn forgets_by(name: &str) -> Option<Forgets> {
    match name {
        "fsync" => Some(Forgets::Writes("fsync")),
        "full_page_writes" => Some(Forgets::Writes("full_page_writes")),
        "synchronous_commit" => Some(Forgets::WithoutUs),
        _ => None,
    }
}

/// Makes every commit of a new connection wait for the disk before it is acknowledged. A stricter setting
/// (`remote_apply`) stays. The value is set for the session in any case, so that a reload of the database's settings
/// does not change it while a node runs.
pub(super) fn keep_commits(
    connection: &mut PgConnection,
    _: PoolConnectionMetadata,
) -> Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + '_>> {
    Box::pin(keep_commits_of(connection))
}

pub(super) async fn keep_commits_of(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(
        "select set_config('synchronous_commit',
            case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end,
            false)",
    )
    .execute(connection)
    .await?;
    Ok(())
}
