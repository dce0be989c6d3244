//! A file of the caller's own data: the account, its sessions and API keys, and in each workspace the tasks and comments that
//! the caller has written and can still see. The server reads the data a page at a time while the file is sent.

use std::collections::VecDeque;

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Data;
use actors::TicketSearch;
use actors::domain::date::PlainDate;
use actors::domain::filter::page::{MOST, Order, Place};
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::refusal::RefusalCode;
use bytes::Bytes;
use futures_util::stream::try_unfold;
use serde_json::{Value, json};
use time::{OffsetDateTime, UtcOffset};
use uuid::Uuid;

use crate::auth::Principal;
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::limits::large_answers::Place as Answer;
use crate::queries::own::{Comment, comments_of};

/// The memory reserved for one file, in bytes: about the size of a page of the longest comments.
const MEMORY: usize = 4 * 1024 * 1024;
/// The filter of the tasks that a person has created.
const OWN_TASKS: &str = "creator = me";

/// A part of the file that has not been sent yet.
enum Step {
    Account,
    Workspace(Value, WorkspaceId),
    Tasks(WorkspaceId, Option<Place>),
    Comments(WorkspaceId, Option<Uuid>),
}

/// A file that is being sent.
struct Export {
    door: Data<Door>,
    principal: Principal,
    steps: VecDeque<Step>,
    _place: Answer,
}

/// The caller's own data, one JSON object on each line: `account`, `session`, `phone`, `linkedAccount`, `passkey`, `rememberedDevice`,
/// `apiKey`, `workspace`, `task` and `comment`. Tasks have no descriptions.
#[utoipa::path(get, path = "/api/me/export", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, content_type = "application/x-ndjson", body = Object, description = "One JSON object on each line"),
    (status = 401, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn read(principal: Principal, door: Data<Door>) -> Result<HttpResponse, Refusal> {
    door.limits.search_by(principal.user_id)?;
    let place = door.limits.large_answers().enter(principal.user_id, MEMORY).await?;
    let export = Export { door, principal, steps: VecDeque::from([Step::Account]), _place: place };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"troupe-my-data.ndjson\""))
        .streaming(try_unfold(export, |mut export| async move {
            Ok::<_, Refusal>(export.next().await?.map(|piece| (piece, export)))
        })))
}

impl Export {
    /// The next piece of the file; `None` at its end. The rights of the person are checked again before each piece.
    async fn next(&mut self) -> Result<Option<Bytes>, Refusal> {
        while let Some(step) = self.steps.pop_front() {
            let lines = match step {
                Step::Account => self.account().await?,
                Step::Workspace(about, id) => {
                    self.steps.push_front(Step::Comments(id, None));
                    self.steps.push_front(Step::Tasks(id, None));
                    vec![about]
                }
                Step::Tasks(id, after) => gone_is_empty(self.tasks(id, after).await)?,
                Step::Comments(id, before) => gone_is_empty(self.comments(id, before).await)?,
            };
            if !lines.is_empty() {
                return Ok(Some(Bytes::from(lines.iter().map(|line| format!("{line}\n")).collect::<String>())));
            }
        }
        Ok(None)
    }

    async fn account(&mut self) -> Result<Vec<Value>, Refusal> {
        let user = self.door.auth.user(&self.principal).await?;
        let sessions = self.door.auth.sessions(&self.principal).await?;
        let workspaces = self.door.stage.workspaces_of(UserId(user.id)).await?;
        let mut lines = vec![json!({"account": user})];
        lines.extend(sessions.into_iter().map(|it| {
            json!({"session": {"device": it.device, "address": it.address,
                               "createdAt": instant(it.created_at), "seenAt": instant(it.seen_at)}})
        }));
        let phone = self.door.auth.phone(&self.principal).await?;
        lines.extend(phone.number().map(|number| json!({"phone": {"number": number}})));
        let linked = self.door.auth.ways_in(&self.principal).await?.linked;
        lines.extend(linked.into_iter().map(|it| {
            json!({"linkedAccount": {"provider": it.name, "email": it.email, "createdAt": instant(it.created_at),
                                     "usedAt": it.used_at.map(instant)}})
        }));
        let passkeys = self.door.auth.passkeys(&self.principal).await?.kept;
        lines.extend(passkeys.into_iter().map(|it| {
            json!({"passkey": {"name": it.name, "createdAt": instant(it.created_at), "usedAt": it.used_at.map(instant)}})
        }));
        let devices = self.door.auth.all_remembered_devices(&self.principal).await?;
        lines.extend(devices.into_iter().map(|it| {
            json!({"rememberedDevice": {"device": it.device, "address": it.address, "createdAt": instant(it.created_at),
                                        "usedAt": instant(it.used_at), "expiresAt": instant(it.expires_at)}})
        }));
        for workspace in &workspaces {
            let keys = self.door.auth.keys_of(user.id, workspace.id.0).await?;
            lines.extend(keys.into_iter().map(|it| {
                json!({"apiKey": {"workspaceId": workspace.id.0, "name": it.name, "capabilities": it.capabilities,
                                  "createdAt": instant(it.created_at), "expiresAt": it.expires_at.map(instant),
                                  "usedAt": it.used_at.map(instant), "usedFrom": it.used_from, "appId": it.app_id}})
            }));
        }
        self.steps.extend(workspaces.into_iter().map(|it| {
            let about = json!({"workspace": {"id": it.id.0, "name": it.name, "key": it.key, "role": it.role}});
            Step::Workspace(about, it.id)
        }));
        Ok(lines)
    }

    async fn tasks(&mut self, id: WorkspaceId, after: Option<Place>) -> Result<Vec<Value>, Refusal> {
        let day = PlainDate(OffsetDateTime::now_utc().date());
        let (filter, offset) = (OWN_TASKS.to_owned(), UtcOffset::UTC);
        let search = TicketSearch { filter, order: Order::NEWEST, after, limit: MOST, day, offset };
        let page = self.door.stage.tickets(id, UserId(self.principal.user_id), search).await?;
        if let Some(next) = page.next {
            self.steps.push_front(Step::Tasks(id, Some(next)));
        }
        Ok(page.tickets.into_iter().map(|(_, ticket)| json!({"workspaceId": id.0, "task": ticket})).collect())
    }

    async fn comments(&mut self, id: WorkspaceId, before: Option<Uuid>) -> Result<Vec<Value>, Refusal> {
        let user = self.principal.user_id;
        let entered = self.door.stage.enter(id, UserId(user)).await?;
        let scopes = entered.scopes.iter().map(|scope| scope.0).collect();
        let page = comments_of(&self.door.db, id.0, user, scopes, before).await?;
        if let Some(next) = page.next {
            self.steps.push_front(Step::Comments(id, Some(next)));
        }
        let line = |it: Comment| {
            json!({"workspaceId": id.0, "comment": {"id": it.id, "ticketId": it.ticket_id, "message": it.message,
                                                    "createdAt": instant(it.created_at)}})
        };
        Ok(page.comments.into_iter().map(line).collect())
    }
}

/// No lines if the person has lost access to the workspace while the file is sent.
fn gone_is_empty(lines: Result<Vec<Value>, Refusal>) -> Result<Vec<Value>, Refusal> {
    let gone = [RefusalCode::NotFound, RefusalCode::Forbidden].map(crate::error::Code::from);
    match lines {
        Err(refusal) if gone.contains(&refusal.code) => Ok(Vec::new()),
        lines => lines,
    }
}

fn instant(at: OffsetDateTime) -> String {
    at.format(&time::format_description::well_known::Rfc3339).unwrap_or_default()
}
