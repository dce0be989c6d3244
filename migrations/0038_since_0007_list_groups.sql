-- Groups of lists, and the settings of a list. Groups live in the scope of the workspace. Builds before this one read neither,
-- and leave the new columns of a list as they are.
set lock_timeout = '2s';

create table list_groups (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    name text not null,
    color text not null,
    rank text collate "C" not null,
    parent_group_id uuid,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('list_groups');

alter table lists add column icon text;
alter table lists add column description text not null default '';
alter table lists add column group_id uuid;
alter table lists add column archived_at timestamptz;
