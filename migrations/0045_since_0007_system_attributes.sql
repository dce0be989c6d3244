-- Names and visibility of the fields that every ticket has. A field without a row is as it was built. Builds before this one do
-- not read these rows.
set lock_timeout = '2s';

create table system_attributes (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    key text not null,
    name text,
    hidden boolean not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('system_attributes');
