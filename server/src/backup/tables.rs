//! What a backup holds. A test compares both lists with the database, so that no table is forgotten.

/// A table of a backup.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// The column that says which workspace a row belongs to, where rows do.
    pub workspace: Option<&'static str>,
}

const fn of_workspace(name: &'static str) -> Table {
    Table { name, workspace: Some("workspace_id") }
}

/// What is saved, in this order: the workspaces come first, so that one can be found by its key before anything else
/// of it has to be taken in.
pub const TABLES: [Table; 14] = [
    Table { name: "workspaces", workspace: Some("id") },
    Table { name: "users", workspace: None },
    of_workspace("streams"),
    of_workspace("members"),
    of_workspace("statuses"),
    of_workspace("lists"),
    of_workspace("labels"),
    of_workspace("tickets"),
    of_workspace("deleted_tickets"),
    of_workspace("links"),
    of_workspace("activities"),
    of_workspace("reactions"),
    of_workspace("imports"),
    of_workspace("commands"),
];

/// What is not saved, and what a restore does about it.
pub const LEFT_OUT: [(&str, &str); 11] = [
    ("cold_kinds", "of the build; its migrations fill it"),
    ("events", "the journal of a scope that begins anew; a restore empties it"),
    ("gained_scopes", "the seqs at which members gained their scopes; a restore notes them anew"),
    ("sessions", "a backup signs nobody in; a restore leaves those of accounts that are still there"),
    ("refresh_tokens", "as with sessions"),
    ("sign_ups", "good for minutes"),
    ("pending_sign_ups", "good for minutes"),
    ("guesses", "a restore must not forget them"),
    ("nodes", "of the nodes that run now; each tells it again within seconds"),
    ("dev_mailbox", "only on a developer's machine"),
    ("invitations", "a link that was spent or withdrawn since must not open again; a restore voids the open ones"),
];

/// What a restore empties besides what it fills.
pub(super) const EMPTIED: [&str; 3] = ["events", "gained_scopes", "invitations"];
