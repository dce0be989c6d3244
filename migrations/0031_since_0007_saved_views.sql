-- Saved views. A personal view lives in the scope of its creator, a shared one with its list. Builds before this one do not
-- read them.
set lock_timeout = '2s';

create table saved_views (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    name text not null,
    personal boolean not null,
    created_user_id uuid not null,
    list_id uuid,
    layout text not null,
    filter text not null,
    group_by text not null,
    sort_by text not null,
    descending boolean not null,
    columns text[] not null,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('saved_views');
