//! The tables of a backup. A test compares both lists with the database, so that no table is forgotten.

use actors::domain::entity::EntityKind;

/// A table of a backup.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// The column with the workspace of a row, if rows belong to a workspace.
    pub workspace: Option<&'static str>,
}

fn of_workspace(name: &'static str) -> Table {
    Table { name, workspace: Some("workspace_id") }
}

/// The saved tables, in this order. Workspaces come first, so that a workspace can be found by its key before the rest
/// of the file is read. Every kind of entity has its table here.
pub fn tables() -> Vec<Table> {
    let mut all = vec![
        Table { name: EntityKind::Workspace.table(), workspace: Some("id") },
        Table { name: "users", workspace: None },
        Table { name: "pictures", workspace: None },
        // The secrets of the apps are encrypted with a key that is not in the database.
        Table { name: "second_factors", workspace: None },
        Table { name: "recovery_codes", workspace: None },
        Table { name: "linked_accounts", workspace: None },
        Table { name: "passkeys", workspace: None },
        Table { name: "phone_numbers", workspace: None },
        of_workspace("streams"),
    ];
    let kinds = EntityKind::ALL.iter().filter(|kind| **kind != EntityKind::Workspace);
    all.extend(kinds.map(|kind| of_workspace(kind.table())));
    all.extend(
        [
            "comment_versions",
            "deleted_tickets",
            "sprint_tickets",
            "sprint_days",
            "commands",
            "audit_settings",
            "join_domains",
            FORMER_ADDRESSES,
            "apps",
            "site_icons",
            "stored_files",
            "stored_parts",
            "text_documents",
            "text_updates",
            "text_writes",
            "text_versions",
            "text_histories",
            AUDIT,
        ]
        .map(of_workspace),
    );
    all
}

/// The audit log. A restore adds the records of the file, and removes none.
pub(super) const AUDIT: &str = "audit";
/// The addresses of former accounts. A restore adds those of the file, and removes none: a person who was removed since must not
/// come back by a mail domain.
pub(super) const FORMER_ADDRESSES: &str = "former_addresses";

/// The tables that are not saved, and what a restore does with each.
pub const LEFT_OUT: [(&str, &str); 41] = [
    ("cold_kinds", "of the build; its migrations fill it"),
    ("events", "the journal of a scope that begins anew; a restore empties it"),
    ("followers", "which node reads the journal now"),
    (
        "follower_cursors",
        "places in a journal; a follower reads a restored scope, whose epoch is new, from its beginning",
    ),
    ("follower_notes", "what a follower has read a moment ago, and a job has not"),
    ("notifications", "what waits for a mail, or has left; a mail must not be sent twice"),
    ("notification_jobs", "as with notifications"),
    ("notification_days", "as with notifications"),
    ("gained_scopes", "the seqs at which members gained their scopes; a restore notes them anew"),
    ("sessions", "sessions are not part of a backup; a restore leaves those of accounts that still exist"),
    ("refresh_tokens", "as with sessions"),
    ("remembered_devices", "as with sessions: a device that was forgotten since must not be remembered again"),
    ("api_keys", "as with sessions: a key that was revoked since must not work again, nor a key whose app is gone"),
    ("workspace_api_keys", "as with api_keys; a restore keeps those whose key is in the file and not revoked since"),
    ("app_codes", "good for a minute"),
    ("app_device_codes", "good for minutes"),
    ("push_devices", "as with sessions, which they belong to"),
    ("sign_ups", "good for minutes"),
    ("pending_sign_ups", "good for minutes"),
    ("sign_up_links", "good for minutes"),
    ("account_codes", "good for minutes"),
    ("phone_codes", "good for minutes"),
    ("pending_sign_ins", "good for minutes"),
    ("password_renewals", "good for minutes"),
    ("hosted_sign_ins", "good for minutes"),
    ("passkey_challenges", "good for minutes"),
    ("guesses", "a restore must not forget them"),
    ("jobs", "work of the moment; a mail must not be sent twice, and a restore leaves the queue as it is"),
    ("nodes", "of the nodes that run now; each tells it again within seconds"),
    ("search_documents", "words of tickets and comments, which a restore leaves notes about"),
    ("search_words", "as with search_documents"),
    ("search_changes", "the notes about texts that search has not read yet"),
    ("text_authors", "who has typed the descriptions of the last seconds; their versions name one author"),
    ("text_restores", "as with text_authors"),
    ("sprint_changes", "the notes about tickets of sprints that are not counted yet; a restore leaves notes about all"),
    ("search_fills", "how far search has read the texts from before it"),
    ("store_removals", "bytes that the sweep removes; it leaves the bytes of a file that a restore has brought back"),
    ("dev_mailbox", "only on a developer's machine"),
    ("invitations", "a link that was spent or withdrawn since must not open again; a restore voids the open ones"),
    ("invitation_uses", "as with invitations, whose rows they belong to"),
    ("invitation_lists", "as with invitations, whose rows they belong to"),
];

/// The tables that a restore empties and does not fill.
pub(super) const EMPTIED: [&str; 3] = ["events", "gained_scopes", "invitations"];
