-- Repeating tickets. The row of a ticket lives in the scope of the ticket. Builds before this one do not read these rows.
set lock_timeout = '2s';

create table recurrences (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    ticket_id uuid not null,
    period text not null,
    interval integer not null,
    weekdays integer[] not null,
    month_day integer,
    nth integer,
    counted_from text not null,
    ends_on date,
    times integer,
    occurrence integer not null,
    created_user_id uuid not null,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('recurrences');
