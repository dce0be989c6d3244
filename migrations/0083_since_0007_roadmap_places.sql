-- The order of the roadmap that people have made by hand (docs/decisions/roadmap.md). Builds before this one do not read the
-- table.
set lock_timeout = '2s';

create table roadmap_places (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    kind text not null,
    item_id uuid not null,
    rank text collate "C" not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('roadmap_places');
