-- What pages that tickets link to say of themselves: a title, and the icon of their site. Builds before this one leave both
-- columns as they are.
set lock_timeout = '2s';

alter table url_links
    add column page_title text not null default '',
    add column icon_id uuid;
-- A workspace links to few pages, and no row has an icon yet, so building the index takes little time.
-- squawk-ignore require-concurrent-index-creation
create index url_links_icon on url_links (workspace_id, icon_id) where icon_id is not null;

-- The icon of each site that a workspace links to, drawn anew. A site without an icon has a row as well, so that it is not
-- asked again with each link. The id is random: who knows it has seen a link that shows the icon.
create table site_icons (
    workspace_id uuid not null,
    id uuid not null,
    site text not null check (octet_length(site) <= 512),
    png bytea check (octet_length(png) <= 16384),
    read_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, site)
);
create index site_icons_used on site_icons (used_at);
