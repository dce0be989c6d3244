-- Files of tickets. A row lives in the scope of its ticket and moves along. The bytes are in the store of files, under keys
-- that hold nothing of a name. Builds before this one do not move the rows, so no file comes while one of them is live.
set lock_timeout = '2s';

create table files (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    ticket_id uuid not null,
    name text not null,
    size bigint not null,
    content_type text not null,
    width int,
    height int,
    preview boolean not null,
    created_user_id uuid not null,
    created_at timestamptz not null,
    deleted_at timestamptz,
    deleted_by_user_id uuid,
    primary key (workspace_id, id)
);
-- A snapshot reads the rows of one scope; cold rows are looked for by this expression.
create index files_scope on files (workspace_id, (coalesce(scope_id, workspace_id)));
create index files_ticket on files (workspace_id, ticket_id);
insert into cold_kinds (table_name) values ('files');

-- What the store holds or is receiving. The row is written before the first byte, and counts towards the quota from then
-- on; it goes after the last byte. The id is that of the file.
create table stored_files (
    workspace_id uuid not null,
    id uuid not null,
    ticket_id uuid not null,
    user_id uuid not null,
    name text not null,
    size bigint not null,
    part_size bigint not null,
    store_key uuid not null,
    state text not null check (state in ('arriving', 'stored')),
    created_at timestamptz not null default now(),
    touched_at timestamptz not null default now(),
    primary key (workspace_id, id)
);
create index stored_files_touched on stored_files (touched_at);

-- The parts that have arrived whole.
create table stored_parts (
    workspace_id uuid not null,
    file_id uuid not null,
    number int not null,
    size bigint not null,
    primary key (workspace_id, file_id, number),
    foreign key (workspace_id, file_id) references stored_files (workspace_id, id) on delete cascade
);
