-- Templates of tickets and of lists. A template of tickets lives with its list, or in the workspace scope. Builds before this
-- one do not read them.
set lock_timeout = '2s';

create table templates (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    name text not null,
    list_id uuid,
    list jsonb,
    tickets jsonb not null,
    created_user_id uuid not null,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('templates');
