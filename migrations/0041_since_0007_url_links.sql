-- Links from tickets to addresses, and the lags of links between tickets. A link to an address lives with its ticket, and a lag
-- with its link. Builds before this one do not read these rows.
set lock_timeout = '2s';

create table url_links (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    ticket_id uuid not null,
    url text not null,
    title text not null,
    created_user_id uuid not null,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);
create table link_lags (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    link_id uuid not null,
    days integer not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('url_links'), ('link_lags');
