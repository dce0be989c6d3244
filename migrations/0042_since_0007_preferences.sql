-- What a member has chosen for themselves: the theme, and of what they are notified, where and when. The rows live in personal
-- scopes. Builds before this one do not read them.
set lock_timeout = '2s';

create table preferences (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    workspace_user_id uuid not null,
    -- light, dark or auto
    theme text,
    -- a name of the IANA database
    time_zone text,
    -- {kind: [channels]}
    notifications jsonb not null,
    mails boolean not null,
    -- off, daily, weekdays or weekly
    digest text not null,
    digest_hour integer not null,
    -- {from, to}
    quiet_hours jsonb,
    -- dayBefore, onDay
    reminders text[] not null,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('preferences');
