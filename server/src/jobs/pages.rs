//! Reads the pages that tickets link to. A follower notices a new address, and a job asks for its title and icon (UL5 to
//! UL8).

use std::sync::Arc;
use std::time::Duration;

use actors::Stage;
use actors::domain::change::{Change, Op};
use actors::domain::decide::{Order, What};
use actors::domain::entity::EntityKind;
use actors::domain::ids::{CommandId, SiteIconId, UrlLinkId, UserId, WorkspaceId};
use actors::domain::kinds::url_link::order::PageRead;
use actors::domain::rights::Narrowing;
use actors::jobs::{Caused, Done, Failure, Follower, Job, NewJob, Plan, Run, Seen};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::db::Db;
use crate::pages::{Page, Reader, Unread};
use crate::queries::pages::{SiteIcon, keep_icon, known_icon, link};
use crate::words::jobs as words;

/// Pages that a node reads at once. The other places of the pool stay free for mails and sweeps, however slow the pages are.
const AT_ONCE: usize = 2;
/// A job that finds no place waits for this long.
const NO_PLACE: time::Duration = time::Duration::seconds(15);

/// Queues a [`ReadPage`] for each new address.
pub(super) const LINKS: Follower = Follower { name: "pages", mentions: &["\"urlLink\""], on_event };

fn on_event(seen: &Seen<'_>) -> Vec<Caused> {
    let links = seen.event.changes.iter().filter(|it| it.entity == EntityKind::UrlLink && has_new_address(it));
    let jobs = links.enumerate().map(|(number, change)| {
        let workspace = seen.workspace.0;
        let job = NewJob::new(seen.job_id(number), &ReadPage { workspace, link: change.id })?;
        Ok::<_, String>(job.of_owner(owner(workspace)))
    });
    jobs.filter_map(Result::ok).map(Caused::Job).collect()
}

/// A link that has moved with its ticket may have been read already.
fn has_new_address(change: &Change) -> bool {
    let field = |name: &str| change.data.as_ref().and_then(|data| data.get(name));
    match change.op {
        Op::Create => field("pageTitle") == Some(&Value::from("")) && field("iconId") == Some(&Value::Null),
        Op::Update => field("url").is_some(),
        Op::Delete => false,
    }
}

/// The jobs of a workspace are counted apart from its mails.
fn owner(workspace: Uuid) -> Vec<u8> {
    Uuid::new_v5(&workspace, b"pages").into_bytes().to_vec()
}

/// The context of the job.
#[derive(Clone)]
pub struct PageJobs {
    stage: Stage,
    /// None if the instance reads no pages.
    reader: Option<Reader>,
    places: Arc<Semaphore>,
}

impl PageJobs {
    /// The context on this node.
    #[must_use]
    pub fn new(stage: Stage, reader: Option<Reader>) -> Self {
        Self { stage, reader, places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    fn db(&self) -> &Db {
        self.stage.journal().db()
    }
}

/// Reads the page behind a link.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct ReadPage {
    workspace: Uuid,
    link: Uuid,
}

impl Job for ReadPage {
    type Context = PageJobs;
    const KIND: &'static str = "pages.read";
    const PLAN: Plan = Plan {
        tries: 4,
        first_pause: Duration::from_secs(20),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(60),
        every: None,
    };

    async fn run(self, run: Run, context: PageJobs) -> Result<Done, Failure> {
        let Some(reader) = &context.reader else { return Ok(Done::Obsolete) };
        let Some(known) = link(context.db(), self.workspace, self.link).await? else { return Ok(Done::Obsolete) };
        let Ok(_place) = context.places.try_acquire() else { return self.later(context.db()).await };
        // A page that cannot be read is no fault of this server: the link shows its address, and admins see no failure.
        let is_last = run.tries >= Self::PLAN.tries;
        let page = match reader.page(&known.url).await {
            Ok(page) => page,
            Err(Unread::Now) if !is_last => return Err(Failure::Passing(words::PAGE_SILENT.to_owned())),
            Err(_) => return Ok(Done::Obsolete),
        };
        let icon = self.icon_of(&page, reader, context.db()).await?;
        if page.title.is_empty() && icon.is_none() {
            return Ok(Done::Obsolete);
        }
        let what = What::Page(PageRead {
            url_link_id: UrlLinkId(self.link),
            page_url: known.url,
            page_title: page.title,
            icon_id: icon.map(SiteIconId),
        });
        let by = UserId(known.created_user_id);
        let order = Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from: None, what };
        match context.stage.submit(WorkspaceId(self.workspace), order).await {
            Ok(_) => Ok(Done::Done),
            Err(refusal) => {
                tracing::warn!(workspace = %self.workspace, %refusal, "the title of a page could not be noted");
                Err(Failure::Passing(words::PAGE_NOT_NOTED.to_owned()))
            }
        }
    }
}

impl ReadPage {
    /// The icon of the page's site. A site is asked once a week, whichever of its pages are linked.
    async fn icon_of(self, page: &Page, reader: &Reader, db: &Db) -> Result<Option<Uuid>, Failure> {
        let there = |icon: SiteIcon| icon.is_there.then_some(icon.id);
        if let Some(known) = known_icon(db, self.workspace, page.site.clone()).await? {
            return Ok(there(known));
        }
        // The title does not wait for an icon whose server is away. The next link to the site asks again.
        let Ok(found) = reader.icon(page).await else { return Ok(None) };
        Ok(keep_icon(db, self.workspace, page.site.clone(), found).await?.and_then(there))
    }

    /// Queues the same job again, a little later.
    async fn later(self, db: &Db) -> Result<Done, Failure> {
        let new = NewJob::new(Uuid::now_v7(), &self).map_err(Failure::Lasting)?;
        let new = new.of_owner(owner(self.workspace)).due_at(OffsetDateTime::now_utc() + NO_PLACE);
        let stored: Result<bool, sqlx::Error> =
            db.run(move |pool| async move { new.store(&mut *pool.acquire().await?).await }).await;
        if stored? { Ok(Done::Obsolete) } else { Err(Failure::Passing(words::PAGE_SILENT.to_owned())) }
    }
}
