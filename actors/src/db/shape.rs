//! Compares the migrations of a database with those of this build.
//!
//! From 0007 on, the name of a migration says which builds can serve a database that has run it:
//! `0009_since_0007_topic.sql` is for those that know migration 7 or a later one. That makes it safe to run the version
//! before and the new one side by side, in either order of starting.

use std::collections::HashMap;

use sqlx::{PgConnection, migrate::Migrator};

/// The migrations, inside the binary.
pub static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// How the migrations of a database differ from those of this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No difference.
    Same,
    /// This many migrations are still to run.
    Behind(usize),
    /// The database has migrations up to this one, which this build does not know. It can serve all the same.
    Ahead(i64),
    /// The database has migrations up to this one, and this build cannot serve it.
    TooNew(i64),
    /// This migration has another content in this build.
    Changed(i64),
}

/// A migration that a database has run.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Applied {
    version: i64,
    description: String,
    checksum: Vec<u8>,
}

impl Applied {
    /// The oldest build that can serve a database with this migration, named by its newest migration.
    fn since(&self) -> Option<i64> {
        self.description.strip_prefix("since ")?.split(' ').next()?.parse().ok()
    }
}

/// Reads which migrations a database has run. A database without their table has run none.
///
/// # Errors
/// If the database does not answer.
pub async fn shape(connection: &mut PgConnection) -> Result<Shape, sqlx::Error> {
    shape_for(connection, &MIGRATIONS).await
}

pub(super) async fn shape_for(connection: &mut PgConnection, migrations: &Migrator) -> Result<Shape, sqlx::Error> {
    let there: bool =
        sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null").fetch_one(&mut *connection).await?;
    let applied: Vec<Applied> = if there {
        sqlx::query_as("select version, description, checksum from _sqlx_migrations where success order by version")
            .fetch_all(connection)
            .await?
    } else {
        Vec::new()
    };
    let known: HashMap<i64, &[u8]> =
        migrations.iter().map(|migration| (migration.version, migration.checksum.as_ref())).collect();
    Ok(judge(&known, &applied))
}

fn judge(known: &HashMap<i64, &[u8]>, applied: &[Applied]) -> Shape {
    let newest = known.keys().copied().max().unwrap_or(0);
    let changed = |it: &&Applied| known.get(&it.version).is_some_and(|checksum| *checksum != it.checksum.as_slice());
    if let Some(changed) = applied.iter().find(changed) {
        return Shape::Changed(changed.version);
    }
    let unknown: Vec<&Applied> = applied.iter().filter(|it| !known.contains_key(&it.version)).collect();
    if let Some(last) = unknown.last() {
        let served = unknown.iter().all(|it| it.since().is_some_and(|since| since <= newest));
        return if served { Shape::Ahead(last.version) } else { Shape::TooNew(last.version) };
    }
    match known.len() - applied.len() {
        0 => Shape::Same,
        missing => Shape::Behind(missing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(migrations: &[(i64, &str)]) -> Vec<Applied> {
        let one = |(version, description): &(i64, &str)| Applied {
            version: *version,
            description: (*description).to_owned(),
            checksum: vec![1],
        };
        migrations.iter().map(one).collect()
    }

    #[test]
    fn inv19_a_build_serves_a_database_to_which_its_successor_has_only_added() {
        let known: HashMap<i64, &[u8]> = HashMap::from([(1, [1].as_slice()), (2, [1].as_slice())]);
        let judged = |more: &[(i64, &str)]| judge(&known, &applied(&[&[(1, "a"), (2, "since 0001 b")], more].concat()));
        assert_eq!(judged(&[]), Shape::Same);
        assert_eq!(judged(&[(3, "since 0002 more columns")]), Shape::Ahead(3));
        assert_eq!(judged(&[(3, "since 0002 more"), (4, "since 0001 yet more")]), Shape::Ahead(4));
        // The migration removes something that this build needs, or names no build.
        assert_eq!(judged(&[(3, "since 0002 more"), (4, "since 0003 less")]), Shape::TooNew(4));
        assert_eq!(judged(&[(3, "since the flood")]), Shape::TooNew(3));
        assert_eq!(judged(&[(3, "more")]), Shape::TooNew(3));
    }

    #[test]
    fn missing_migrations_are_counted_and_a_changed_one_is_named() {
        let known: HashMap<i64, &[u8]> = HashMap::from([(1, [1].as_slice()), (2, [1].as_slice())]);
        assert_eq!(judge(&known, &[]), Shape::Behind(2));
        assert_eq!(judge(&known, &applied(&[(1, "a")])), Shape::Behind(1));
        let other: HashMap<i64, &[u8]> = HashMap::from([(1, [2].as_slice())]);
        assert_eq!(judge(&other, &applied(&[(1, "a")])), Shape::Changed(1));
    }
}
