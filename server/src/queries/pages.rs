//! Links whose pages are read, and the icons of their sites.

use uuid::Uuid;

use crate::db::Db;

/// The most sites of a workspace whose icons are kept.
pub const SITES: i64 = 2_000;

/// A link whose page is read.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LinkedPage {
    /// The address.
    pub url: String,
    /// Who made the link.
    pub created_user_id: Uuid,
}

/// The icon of a site, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct SiteIcon {
    /// The id under which the icon is read.
    pub id: Uuid,
    /// False if the site has none.
    pub is_there: bool,
}

/// A link; `None` if it has gone.
///
/// # Errors
/// When the database does not answer.
pub async fn link(db: &Db, workspace: Uuid, id: Uuid) -> Result<Option<LinkedPage>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as("select url, created_user_id from url_links where workspace_id = $1 and id = $2")
            .bind(workspace)
            .bind(id)
            .fetch_optional(&pool)
            .await
    })
    .await
}

/// What is known of a site's icon, if the site was asked lately: within a week, or within a day if it had none. Notes that
/// the icon is used.
///
/// # Errors
/// When the database does not answer.
pub async fn known_icon(db: &Db, workspace: Uuid, site: String) -> Result<Option<SiteIcon>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "update site_icons set used_at = now()
             where workspace_id = $1 and site = $2
               and read_at > now() - case when png is null then interval '1 day' else interval '7 days' end
             returning id, png is not null as is_there",
        )
        .bind(workspace)
        .bind(site)
        .fetch_optional(&pool)
        .await
    })
    .await
}

/// Keeps what a site was found to have. An icon keeps its id when the site has another one. `None` if the workspace has
/// too many sites.
///
/// # Errors
/// When the database does not answer.
pub async fn keep_icon(
    db: &Db,
    workspace: Uuid,
    site: String,
    png: Option<Vec<u8>>,
) -> Result<Option<SiteIcon>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "insert into site_icons (workspace_id, id, site, png)
             select $1, $2, $3, $4
             where (select count(*) from site_icons where workspace_id = $1) < $5
                or exists (select from site_icons where workspace_id = $1 and site = $3)
             on conflict (workspace_id, site)
                 do update set png = coalesce(excluded.png, site_icons.png), read_at = now(), used_at = now()
             returning id, png is not null as is_there",
        )
        .bind(workspace)
        .bind(Uuid::new_v4())
        .bind(site)
        .bind(png)
        .bind(SITES)
        .fetch_optional(&pool)
        .await
    })
    .await
}

/// The picture of an icon.
///
/// # Errors
/// When the database does not answer.
pub async fn icon(db: &Db, workspace: Uuid, id: Uuid) -> Result<Option<Vec<u8>>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_scalar("select png from site_icons where workspace_id = $1 and id = $2 and png is not null")
            .bind(workspace)
            .bind(id)
            .fetch_optional(&pool)
            .await
    })
    .await
}
