//! The end of a run: the clients converge, and the final states of clients, nodes and journal are recorded for the
//! checker.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bench::history::Entry;
use bench::replica::{Replica, id_of};
use sqlx::{PgConnection, Row};
use uuid::Uuid;

use super::{Cluster, PATIENCE, Stream};
use crate::client::{Client, Person, Workload};
use crate::failure::Failure;
use crate::node::{Node, panics};

impl Cluster<'_> {
    /// Ends the run: waits until all clients are up to date, and records the final states.
    pub async fn finish(&mut self) -> Result<(), Failure> {
        self.record.note(|at| Entry::Healed { at });
        self.workload.send_replace(Workload::Paused);
        // The checker reports commands that are still unanswered.
        let _ = self.wait_for_answers().await;
        let heads = self.heads().await?;
        let may_see = self.record_rights().await?;
        let follows_all = |client: &Client| {
            may_see.as_ref().is_none_or(|all| all.get(&client.user).is_some_and(|it| *it == client.followed_scopes()))
        };
        let deadline = Instant::now() + PATIENCE;
        let mut unsettled: Vec<&Client> = self.clients.iter().filter(|client| !client.has_lost_access()).collect();
        while !unsettled.is_empty() {
            let late = Instant::now() > deadline;
            unsettled.retain(|client| {
                let converged = client.is_at(&heads) && follows_all(client);
                if converged || late {
                    let (client, scopes) = (client.number, client.readings());
                    self.record.note(|at| Entry::Settled { at, client, scopes });
                }
                !converged && !late
            });
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        for node in self.nodes.iter().filter(|node| node.is_running()) {
            // Record all users at one node, and one user at the others.
            let people = if node.number == 0 { &self.people[..] } else { &self.people[..1] };
            for person in people {
                self.record_snapshot(node, person).await?;
            }
        }
        self.workload.send_replace(Workload::Stop);
        self.record_journal().await?;
        self.record.count("INV-17", "panics", panics(&self.folder), 0);
        let log = self.postgres.log();
        let nested = log.matches("there is already a transaction in progress").count() as u64;
        let idle = self.idle.load(Ordering::Relaxed);
        self.record.count("INV-16", "sessions seen idle in a transaction for 6 s", idle, 0);
        self.record.count("INV-16", "transactions begun inside another", nested, 0);
        Ok(())
    }

    /// Records a user's snapshot at a node.
    async fn record_snapshot(&self, node: &Node, person: &Person) -> Result<(), Failure> {
        let path = format!("/api/workspaces/{}/snapshot", self.workspace);
        let (status, text) = crate::http::get(node.addr, &path, Some(&person.token)).await?;
        if matches!(status, 401 | 403 | 404) {
            return Ok(()); // The user has lost the workspace.
        }
        let fresh = Replica::read(&text).ok_or_else(|| format!("node {}'s snapshot: {status}", node.number))?;
        let (node, scopes, tickets) = (node.number, fresh.readings(), fresh.tickets());
        self.record.note(|at| Entry::Snapshot { at, node, scopes, tickets });
        Ok(())
    }

    /// Records the rights of all users, if the fault has set [`Cluster::rights`]. Returns the scopes that each user may
    /// see in the end.
    async fn record_rights(&self) -> Result<Option<BTreeMap<Uuid, BTreeSet<Uuid>>>, Failure> {
        let Some(to_workspace) = &self.rights else { return Ok(None) };
        let mut database = self.postgres.connect(&self.database).await?;
        let mut rights: Vec<(Uuid, Uuid, i64, Option<i64>)> = Vec::new();
        for (user, spans) in to_workspace {
            rights.extend(spans.iter().map(|(from, to)| (*user, self.workspace, *from, *to)));
        }
        let streams: Vec<(Uuid, String, Option<Uuid>)> =
            sqlx::query_as("select id, kind, user_id from streams where workspace_id = $1")
                .bind(self.workspace)
                .fetch_all(&mut database)
                .await?;
        for (scope, kind, owner) in streams {
            match (kind.as_str(), owner) {
                ("commons", _) => rights.extend(self.people.iter().map(|person| (person.id, scope, 0, None))),
                ("personal", Some(owner)) => rights.push((owner, scope, 0, None)),
                ("list", _) => rights.extend(share_spans(&mut database, scope).await?),
                _ => {}
            }
        }
        let mut may_see: BTreeMap<Uuid, BTreeSet<Uuid>> = BTreeMap::new();
        for (user, scope, from, to) in rights {
            self.record.note(|_| Entry::Right { user, scope, from, to });
            if to.is_none() {
                may_see.entry(user).or_default().insert(scope);
            }
        }
        Ok(Some(may_see))
    }

    /// Records the journal, with the events that a restore has removed from it.
    async fn record_journal(&self) -> Result<(), Failure> {
        for (scope, (epoch, head, events)) in self.journal().await? {
            let events =
                self.events_before_restore.get(&scope).cloned().unwrap_or_default().into_iter().chain(events).collect();
            self.record.note(|_| Entry::Journal { scope, epoch, head, events });
        }
        Ok(())
    }

    /// The workspace's streams in the database.
    pub async fn journal(&self) -> Result<BTreeMap<Uuid, Stream>, Failure> {
        let mut journal = BTreeMap::new();
        let mut database = self.postgres.connect(&self.database).await?;
        let streams = sqlx::query("select id, epoch, seq from streams where workspace_id = $1")
            .bind(self.workspace)
            .fetch_all(&mut database)
            .await?;
        for stream in streams {
            let (scope, epoch, head): (Uuid, Uuid, i64) = (stream.get(0), stream.get(1), stream.get(2));
            let events = sqlx::query("select seq, command_id from events where scope_id = $1 order by seq, at")
                .bind(scope)
                .fetch_all(&mut database)
                .await?;
            let events = events.iter().map(|row| (row.get(0), row.get(1))).collect();
            journal.insert(scope, (epoch, head, events));
        }
        Ok(journal)
    }
}

/// The spans in which each user had a share of a list, from the list's events.
async fn share_spans(database: &mut PgConnection, scope: Uuid) -> Result<Vec<(Uuid, Uuid, i64, Option<i64>)>, Failure> {
    let events: Vec<(i64, String)> =
        sqlx::query_as("select seq, changes::text from events where scope_id = $1 order by seq, at")
            .bind(scope)
            .fetch_all(database)
            .await?;
    let (mut past, mut held) = (Vec::new(), BTreeMap::new());
    for (seq, changes) in events {
        let changes: serde_json::Value = serde_json::from_str(&changes)?;
        for change in changes.as_array().into_iter().flatten().filter(|it| it["entity"] == "share") {
            let Some(share) = id_of(&change["id"]) else { continue };
            match change["op"].as_str() {
                Some("create") => {
                    let user = id_of(&change["data"]["userId"]).ok_or("a share without a user")?;
                    held.insert(share, (user, seq));
                }
                Some("delete") => {
                    past.extend(held.remove(&share).map(|(user, from)| (user, scope, from, Some(seq))));
                }
                _ => {}
            }
        }
    }
    past.extend(held.into_values().map(|(user, from)| (user, scope, from, None)));
    Ok(past)
}
