-- The days on which a workspace works. A workspace without a row works from Monday to Friday and has no holidays. Builds before
-- this one do not read these rows.
set lock_timeout = '2s';

create table work_calendars (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    -- monday to sunday
    weekdays text[] not null,
    -- [{date, name}]
    holidays jsonb not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('work_calendars');
