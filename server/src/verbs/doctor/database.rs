//! Checks the database: whether it answers, is new enough, is durable, and has the right schema.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sqlx::PgConnection;
use time::OffsetDateTime;

use super::finding::Finding;
use crate::config::Config;
use crate::db::{self, DbOptions, Forgets, Shape};

const PATIENCE: Duration = Duration::from_secs(5);
/// The oldest PostgreSQL that the migrations run on.
const OLDEST: i32 = 150_000;
/// Above this difference, one node may refuse the tokens of another.
const SKEW_WRONG: Duration = Duration::from_secs(5);
const SKEW_NOTE: Duration = Duration::from_secs(1);

pub(super) async fn look(url: &str, config: &Config) -> Vec<Finding> {
    let begun = Instant::now();
    let connection = tokio::time::timeout(PATIENCE, db::connect_unpooled(url)).await;
    let mut connection = match connection {
        Ok(Ok(connection)) => connection,
        Ok(Err(error)) => return vec![away(&error.to_string())],
        Err(_) => return vec![away(&format!("no answer in {} s", PATIENCE.as_secs()))],
    };
    match tokio::time::timeout(PATIENCE, read(&mut connection)).await {
        Ok(Ok(facts)) => {
            judge(&facts, begun.elapsed(), config.database.pool_size + DbOptions::default().statement_connections)
        }
        Ok(Err(error)) => vec![away(&error.to_string())],
        Err(_) => vec![Finding::wrong("database", "answers too slowly to be checked; is it overloaded?")],
    }
}

fn away(why: &str) -> Finding {
    Finding::wrong("database", format!("cannot be reached: {why}. Check DATABASE_URL and that the server is running"))
}

/// The readings, apart from their judgement, which is pure.
#[derive(Clone, Debug)]
struct Facts {
    version: i32,
    settings: HashMap<String, String>,
    forgets: Vec<Forgets>,
    standby: bool,
    shape: Shape,
    /// How far the clock of the database is ahead of this machine's.
    ahead: time::Duration,
    /// Whether there is a partition for the events of today.
    partition: bool,
    free_connections: i64,
}

async fn read(connection: &mut PgConnection) -> Result<Facts, sqlx::Error> {
    let settings: Vec<(String, String)> =
        sqlx::query_as("select name, setting from pg_settings where name in ('server_encoding', 'server_version')")
            .fetch_all(&mut *connection)
            .await?;
    let forgets = db::forgets(connection).await?;
    let (version, standby, free_connections): (i32, bool, i64) = sqlx::query_as(
        "select current_setting('server_version_num')::int, pg_is_in_recovery(),
                current_setting('max_connections')::bigint - (select count(*) from pg_stat_activity where backend_type = 'client backend')",
    )
    .fetch_one(&mut *connection)
    .await?;
    let partition = sqlx::query_scalar(
        "select to_regclass('events_' || to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD')) is not null",
    )
    .fetch_one(&mut *connection)
    .await?;
    let shape = db::shape(connection).await?;
    let before = OffsetDateTime::now_utc();
    let there: OffsetDateTime = sqlx::query_scalar("select clock_timestamp()").fetch_one(&mut *connection).await?;
    // The time was read half-way between request and answer.
    let here = before + (OffsetDateTime::now_utc() - before) / 2;
    let settings = settings.into_iter().collect();
    Ok(Facts { version, settings, forgets, standby, shape, ahead: there - here, partition, free_connections })
}

fn judge(facts: &Facts, took: Duration, connections: u32) -> Vec<Finding> {
    let is = |name: &str, value: &str| facts.settings.get(name).is_some_and(|found| found == value);
    let version = facts.settings.get("server_version").map_or("", String::as_str);
    let mut findings =
        vec![Finding::good("database", format!("PostgreSQL {version} answers in {} ms", took.as_millis()))];
    if facts.version < OLDEST {
        findings.push(Finding::wrong("database", format!("PostgreSQL {version} is too old: use 15 or newer")));
    }
    if facts.standby {
        findings
            .push(Finding::wrong("database", "is a standby and accepts no writes: set DATABASE_URL to the primary"));
    }
    if !is("server_encoding", "UTF8") {
        findings
            .push(Finding::wrong("database", "its encoding is not UTF8: re-create the database with encoding UTF8"));
    }
    findings.extend(facts.forgets.iter().map(|forgets| match forgets {
        Forgets::Writes(_) => Finding::wrong("durability", forgets.to_string()),
        Forgets::WithoutUs => Finding::note("durability", forgets.to_string()),
    }));
    if facts.forgets.is_empty() {
        findings.push(Finding::good("durability", "acknowledged edits are on disk"));
    }
    findings.push(match facts.shape {
        Shape::Same => Finding::good("migrations", "the schema is up to date"),
        Shape::Behind(missing) => Finding::note(
            "migrations",
            format!("{missing} pending: `troupe migrate` or the next start runs them"),
        ),
        Shape::Ahead(newest) => Finding::note(
            "migrations",
            format!(
                "a newer version of Troupe has migrated it (migration {newest}); this one can still serve: finish the upgrade"
            ),
        ),
        Shape::TooNew(newest) => Finding::wrong(
            "migrations",
            format!(
                "a newer version of Troupe has migrated it (migration {newest}); this one cannot serve: start the newer one"
            ),
        ),
        Shape::Changed(version) => Finding::wrong(
            "migrations",
            format!(
                "migration {version} differs from the one that this database ran: use the version that created the database"
            ),
        ),
    });
    if matches!(facts.shape, Shape::Same | Shape::Ahead(_)) && !facts.partition {
        findings.push(Finding::wrong(
            "journal",
            "there is no partition for today's events, so nothing can be edited: a node creates partitions every hour; check its log",
        ));
    }
    let free = facts.free_connections;
    if free < i64::from(connections) {
        let says = format!(
            "{free} connections are left and a node opens up to {connections}: raise max_connections or lower TROUPE_DATABASE_POOL"
        );
        findings.push(Finding::note("database", says));
    }
    findings.push(clock(facts.ahead));
    findings
}

fn clock(ahead: time::Duration) -> Finding {
    let off = ahead.unsigned_abs();
    let says = format!(
        "this machine's clock is {:.1} s {} the database's",
        off.as_secs_f64(),
        if ahead.is_negative() { "ahead of" } else { "behind" }
    );
    if off > SKEW_WRONG {
        Finding::wrong("clock", format!("{says}: tokens expire early or late; synchronize both clocks with NTP"))
    } else if off > SKEW_NOTE {
        Finding::note("clock", format!("{says}: synchronize both clocks with NTP"))
    } else {
        Finding::good("clock", format!("{} ms from the database's", off.as_millis()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::State;
    use super::*;

    fn facts() -> Facts {
        let settings = [("server_encoding", "UTF8"), ("server_version", "18.1")];
        Facts {
            version: 180_001,
            settings: settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            forgets: Vec::new(),
            standby: false,
            shape: Shape::Same,
            ahead: time::Duration::milliseconds(3),
            partition: true,
            free_connections: 80,
        }
    }

    /// Returns only the findings that are not good.
    fn complaints(facts: &Facts) -> Vec<(State, &'static str)> {
        let findings = judge(facts, Duration::from_millis(2), 24);
        findings.iter().filter(|it| it.state != State::Good).map(|it| (it.state, it.what)).collect()
    }

    #[test]
    fn a_database_as_it_should_be_has_no_complaint() {
        assert_eq!(complaints(&facts()), []);
    }

    #[test]
    fn inv1_a_database_that_loses_acknowledged_commits_is_an_error() {
        let with = |forgets: Vec<Forgets>| complaints(&Facts { forgets, ..facts() });
        for name in ["fsync", "full_page_writes"] {
            assert_eq!(with(vec![Forgets::Writes(name)]), [(State::Wrong, "durability")], "{name}");
        }
        // The sessions of nodes keep their own setting.
        assert_eq!(with(vec![Forgets::WithoutUs]), [(State::Note, "durability")]);
    }

    #[test]
    fn each_fault_is_reported_under_its_name() {
        type Change = fn(&mut Facts);
        let cases: [(Change, State, &str); 9] = [
            (|it| it.version = 140_009, State::Wrong, "database"),
            (|it| it.standby = true, State::Wrong, "database"),
            (|it| it.partition = false, State::Wrong, "journal"),
            (|it| it.free_connections = 23, State::Note, "database"),
            (|it| it.shape = Shape::Behind(2), State::Note, "migrations"),
            (|it| it.shape = Shape::Ahead(9), State::Note, "migrations"),
            (|it| it.shape = Shape::TooNew(9), State::Wrong, "migrations"),
            (|it| it.ahead = time::Duration::seconds(-2), State::Note, "clock"),
            (|it| it.ahead = time::Duration::minutes(5), State::Wrong, "clock"),
        ];
        for (change, state, what) in cases {
            let mut facts = facts();
            change(&mut facts);
            assert_eq!(complaints(&facts), [(state, what)], "{facts:?}");
        }
    }
}
