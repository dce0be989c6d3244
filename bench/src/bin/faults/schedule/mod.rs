//! The catalogue of faults, in the order of the runs. A fault lets clients work, breaks something, repairs it, and
//! returns its own figures. The checker judges all of them by the same rules.

mod bootstraps;
mod bus;
mod calls;
mod clocks;
mod database;
mod disks;
mod files;
mod flood;
mod huge;
mod inside;
mod jobs;
mod large;
mod lists;
mod newer;
mod nodes;
mod older;
mod poison;
mod proxies;
mod restore;
mod rollback;
mod sockets;
mod storms;
mod upgrade;
mod writing;

use crate::fault::Fault;

macro_rules! fault {
    ($id:literal, $name:literal, $short:literal, $run:path $(, $redis:literal)*) => {
        Fault { id: $id, name: $name, short: $short, redis: &[$($redis),*], run: |cluster| Box::pin($run(cluster)), must_break: &[] }
    };
}

pub const ALL: &[Fault] = &[
    fault!("F-01", "a node is killed in mid-edit", true, nodes::killed),
    fault!("F-02", "a node is killed between commit and ack", false, nodes::killed_before_acks),
    fault!("F-03", "a node is killed between commit and publish", true, nodes::killed_before_publish),
    fault!("F-04", "a node is stopped under load", true, nodes::drained),
    fault!("F-05", "a rolling restart under load", false, nodes::rolling_restart),
    fault!("F-06", "a node is paused while a member is removed", false, nodes::paused),
    fault!("F-07", "calls are cut at any byte", true, calls::cut),
    Fault {
        must_break: &["INV-2", "INV-3"],
        ..fault!("F-07-red", "calls are cut, and the database forgets commands", true, calls::cut_forgotten)
    },
    fault!("F-08", "panics inside the nodes, with locks held", false, inside::panics),
    fault!("F-09", "a node has little memory", false, inside::out_of_memory),
    fault!("F-10", "a node runs out of file descriptors", false, nodes::out_of_files),
    fault!("F-11", "PostgreSQL restarts under load", true, database::restarted),
    fault!("F-12", "PostgreSQL is killed and recovers", false, database::killed),
    fault!("F-13", "PostgreSQL is away for a while", false, database::away),
    fault!("F-14", "PostgreSQL is slow, then stops answering", false, database::slow),
    fault!("F-15", "half-open connections to PostgreSQL", false, database::half_open),
    fault!("F-16", "the data disk is full", false, disks::data),
    fault!("F-17", "the WAL disk is full", false, disks::log),
    fault!("F-18", "another client takes all connections", false, database::exhausted),
    fault!("F-19", "batches of the same tickets in opposite order", true, calls::opposite),
    fault!("F-20", "locks time out", false, database::locked),
    fault!("F-21", "a long read holds a lock when a migration starts", false, upgrade::long_read),
    fault!("F-22", "database sessions are ended at random", true, database::sessions_ended),
    fault!("F-23", "PostgreSQL is set to synchronous_commit = off and killed", false, database::forgetful),
    Fault {
        must_break: &["INV-1", "INV-2", "INV-4", "INV-5", "INV-6"],
        ..fault!(
            "F-23-red",
            "the same, set inside each transaction, where no node can see it",
            false,
            database::forgetful_inside
        )
    },
    fault!("F-24", "Redis is away and returns empty", true, bus::away),
    fault!("F-25", "Redis restarts again and again", true, bus::restarts),
    fault!("F-26", "Redis is slow, then stops answering", false, bus::slow),
    fault!("F-27", "one node is cut off from Redis, another from PostgreSQL", false, bus::partitions),
    fault!(
        "F-28",
        "Redis cuts a subscriber that does not read",
        false,
        bus::overflow,
        "--client-output-buffer-limit",
        "pubsub 64kb 32kb 1"
    ),
    fault!("F-29", "the bus loses, doubles and reorders", true, bus::messages_disturbed),
    fault!("F-30", "Redis forgets everything", false, bus::flushed),
    fault!("F-31", "readers that are slow or do not read", true, sockets::slow_readers),
    fault!("F-32", "thousands of sockets reconnect at once", false, storms::reconnect),
    fault!("F-33", "hundreds of first snapshots at once from freshly started nodes", false, bootstraps::cold),
    fault!("F-34", "half-open connections of clients", false, sockets::half_open),
    fault!(
        "F-35",
        "proxies that cut idle connections, hold back bytes, or know no WebSockets",
        false,
        proxies::in_between
    ),
    fault!("F-36", "clients move between nodes at every reconnect", false, sockets::moved),
    fault!("F-37", "the clock of a node jumps", false, clocks::jump),
    fault!("F-38", "nodes with clocks ten minutes apart", false, clocks::skew),
    fault!("F-43", "the next version migrates while nodes of this version serve", false, upgrade::side_by_side),
    fault!("F-43-older", "an older build is upgraded node by node, and one node goes back", false, older::upgraded),
    fault!("F-44", "back to this version after the next version has written", false, rollback::rolled_back),
    fault!("F-46", "events and messages of a later version", false, poison::unknown),
    fault!("F-46-newer", "a build that knows one kind of entity more, beside this one", false, newer::known_later),
    fault!("F-47", "a very large workspace beside others", false, huge::workspace),
    fault!("F-48", "unreadable events", false, poison::unreadable),
    fault!("F-48-jobs", "unreadable jobs and events, and jobs that panic", false, jobs::poison),
    fault!("F-49", "events larger than the bus carries", false, large::events),
    fault!("F-55", "uploads are cut, and the store of files is full, gone, or does not answer", false, files::store),
    fault!("F-57", "one tenant floods the nodes with edits of 700 tickets", true, flood::of_bulk_edits),
    fault!("F-58", "the mail server is away for an hour", false, jobs::mail_away),
    fault!("F-59", "a node is killed while it runs jobs", false, jobs::killed_in_a_job),
    fault!("F-60", "PostgreSQL is away while jobs run", false, jobs::database_away),
    fault!("F-61", "shares and roles change while Redis is away", false, lists::bus_away),
    fault!("F-62", "shares and roles change while a node is paused", false, lists::paused),
    fault!("F-63", "a node that has changed shares and roles is killed before it publishes", false, lists::killed),
    fault!(
        "F-64",
        "people write one description while nodes, sockets, database and Redis fail",
        true,
        writing::together
    ),
    fault!("F-56", "a workspace is emptied by mistake and restored", false, restore::drill),
];
