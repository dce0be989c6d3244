//! What people may do with a document, by the rights in the database at this moment (TX10).

use uuid::Uuid;

use crate::{
    domain::{
        capability::Capability,
        entity::HeldRole,
        ids::{ScopeId, TicketId, UserId, WorkspaceId},
        kinds::share::Level,
        rights::{Narrowing, Place, Standing, Verdict, may},
        scope::{scopes_of, scopes_of_key},
    },
    journal::{error::JournalError, handle::Journal},
    text::{Sights, TextSight},
};

#[derive(sqlx::FromRow)]
struct Row {
    user_id: Uuid,
    role: Option<String>,
    /// Of an API key of the workspace.
    api_key: Option<Vec<String>>,
    system: Option<String>,
    capabilities: Option<Vec<String>>,
    commons: Option<Uuid>,
    lists: Vec<Uuid>,
    level: Option<String>,
    scope_id: Uuid,
    is_own: bool,
    is_archived: bool,
}

impl Journal {
    /// The scope of a ticket, and what each of these people, or API keys of the workspace, may do with its description.
    /// `narrowing` is what is left of their rights. `None` if there is no such ticket.
    pub async fn text_sights(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        users: Vec<UserId>,
        narrowing: Narrowing,
    ) -> Result<Option<(ScopeId, Sights)>, JournalError> {
        self.db
            .run(move |pool| async move {
                let ids: Vec<Uuid> = users.iter().map(|it| it.0).collect();
                let rows: Vec<Row> = sqlx::query_as(
                    "select u.id as user_id, m.role, m.api_key, r.system, r.capabilities,
                            (select s.id from streams s
                             where s.workspace_id = $1 and s.user_id is null and s.kind = 'commons') as commons,
                            array(select h.scope_id from shares h
                                  join streams s on s.id = h.scope_id and s.kind = 'list'
                                  where h.workspace_id = $1 and h.user_id = u.id) as lists,
                            (select h.level from shares h
                             where h.workspace_id = $1 and h.user_id = u.id and h.scope_id = t.scope_id limit 1) as level,
                            t.scope_id, t.created_user_id = u.id or u.id = any (t.assignees_ids) as is_own,
                            t.lists <> '[]' and not exists (
                                select 1 from jsonb_array_elements(t.lists) e
                                left join lists l on l.workspace_id = t.workspace_id and l.id = (e ->> 'listId')::uuid
                                where l.archived_at is null) as is_archived
                     from tickets t cross join unnest($3::uuid[]) u (id)
                     left join members m on m.workspace_id = $1 and m.id = u.id
                                        and (m.state = 'active' or m.api_key is not null)
                     left join roles r on r.workspace_id = $1 and r.id::text = m.role
                     where t.workspace_id = $1 and t.id = $2",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(ids)
                .fetch_all(&pool)
                .await?;
                let Some(scope) = rows.first().map(|row| ScopeId(row.scope_id)) else { return Ok(None) };
                let sights = rows.into_iter().map(|row| Ok((UserId(row.user_id), row.sight(workspace, narrowing)?)));
                Ok(Some((scope, sights.collect::<Result<_, JournalError>>()?)))
            })
            .await
    }
}

impl Row {
    fn standing(&self) -> Result<Option<Standing>, JournalError> {
        if let Some(words) = &self.api_key {
            return Ok(Standing::of_key(words));
        }
        let Some(role) = &self.role else { return Ok(None) };
        let role = serde_json::from_value(serde_json::Value::String(role.clone()));
        Ok(Some(match role.map_err(|error| sqlx::Error::Decode(error.into()))? {
            HeldRole::Word(role) => role.into(),
            HeldRole::Record(_) => {
                Standing::of_record(self.system.as_deref(), self.capabilities.as_deref().unwrap_or_default())
            }
        }))
    }

    fn sight(self, workspace: WorkspaceId, narrowing: Narrowing) -> Result<TextSight, JournalError> {
        let Some(standing) = self.standing()? else { return Ok(TextSight::Nothing) };
        let (user, scope, commons) = (UserId(self.user_id), ScopeId(self.scope_id), self.commons.map(ScopeId));
        let lists: Vec<ScopeId> = self.lists.into_iter().map(ScopeId).collect();
        let is_list = lists.contains(&scope);
        let followed = if self.api_key.is_some() {
            scopes_of_key(workspace, commons)
        } else {
            scopes_of(workspace, user, standing, commons, lists.into_iter())
        };
        // An unknown level counts as the lowest (SC3).
        let level = self.level.map(|word| serde_json::from_value(word.into()).unwrap_or(Level::View));
        let place = Place { is_seen: followed.contains(&scope), level: level.filter(|_| is_list), is_own: self.is_own };
        // A key reads all that its person sees.
        Ok(match may(narrowing.of(standing), Capability::EditTickets, place) {
            Verdict::Invisible => TextSight::Nothing,
            Verdict::Denied => TextSight::Reads,
            Verdict::Allowed if self.is_archived => TextSight::Archived,
            Verdict::Allowed => TextSight::Edits,
        })
    }
}
