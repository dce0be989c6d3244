//! What people have chosen for themselves.

use std::collections::HashMap;

use uuid::Uuid;

use crate::{
    domain::{
        date::Instant,
        ids::{UserId, WorkspaceId},
        kinds::preferences::Preferences,
    },
    journal::{cold, error::JournalError, handle::Journal},
};

impl Journal {
    /// The preferences of some people in a workspace. Of a person who has chosen nothing, the usual ones.
    pub async fn preferences_of(
        &self,
        workspace: WorkspaceId,
        users: &[UserId],
    ) -> Result<HashMap<UserId, Preferences>, JournalError> {
        let ids: Vec<Uuid> = users.iter().map(|user| Preferences::id_of(workspace, *user).0).collect();
        let rows = self.db.run(move |pool| async move { cold::preferences(&pool, workspace, &ids).await }).await?;
        let mut found: HashMap<UserId, Preferences> =
            rows.into_iter().map(|row| (row.workspace_user_id, row)).collect();
        for user in users {
            let epoch = Instant::new(time::OffsetDateTime::UNIX_EPOCH);
            found.entry(*user).or_insert_with(|| Preferences::new(workspace, *user, epoch));
        }
        Ok(found)
    }
}
