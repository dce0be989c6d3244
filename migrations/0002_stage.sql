-- The stage: workspaces with everything in them, the journal, and the one function that writes both.
set lock_timeout = '2s';

-- One row a scope. Nothing references it, so that its lock (for no key update, taken by every commit)
-- holds up nobody else; fillfactor leaves room for in-page updates of seq.
create table streams (
    id           uuid primary key,
    workspace_id uuid   not null,
    kind         text   not null check (kind in ('workspace', 'personal')),
    user_id      uuid,
    seq          bigint not null default 0,
    -- Changes when numbers could have been handed out twice (a restore, a failover).
    epoch        uuid   not null default gen_random_uuid(),
    -- The seq of the last event that changed anything decisions rely on besides tickets:
    -- workspace, members, statuses, lists, labels.
    config_seq   bigint not null default 0,
    last_number  bigint not null default 0,
    check ((kind = 'personal') = (user_id is not null)),
    unique nulls not distinct (workspace_id, user_id)
) with (fillfactor = 50);

create table workspaces (
    id         uuid primary key,
    name       text not null,
    icon       text,
    key        text not null,
    created_at timestamptz not null
);

-- Names are copies: a member outlives the account, and somebody who is still to be invited has none.
create table members (
    workspace_id uuid not null,
    id           uuid not null,
    role         text not null check (role in ('owner', 'admin', 'member', 'guest')),
    state        text not null check (state in ('active', 'pending', 'left')),
    firstname    text not null,
    lastname     text not null,
    username     text not null,
    avatar_url   text,
    created_at   timestamptz not null,
    primary key (workspace_id, id)
);
create index members_by_user on members (id) where state = 'active';

create table statuses (
    workspace_id uuid not null,
    id           uuid not null,
    name         text not null,
    category     text not null check (category in ('byDefault', 'started', 'blocked', 'canceled', 'completed')),
    rank         text collate "C" not null,
    created_at   timestamptz not null,
    primary key (workspace_id, id)
);

create table lists (
    workspace_id    uuid not null,
    id              uuid not null,
    name            text not null,
    color           text not null,
    rank            text collate "C" not null,
    suggested       boolean not null,
    created_user_id uuid not null,
    created_at      timestamptz not null,
    primary key (workspace_id, id)
);

create table labels (
    workspace_id uuid not null,
    id           uuid not null,
    name         text not null,
    color        text not null,
    created_at   timestamptz not null,
    primary key (workspace_id, id)
);

create table tickets (
    workspace_id         uuid   not null,
    id                   uuid   not null,
    scope_id             uuid   not null,
    -- The seq of the last event of the scope that changed this row.
    version              bigint not null,
    number               bigint not null,
    private              boolean not null,
    title                text   not null,
    -- Null in a written row means "as it was": the text is not kept in memory.
    description          text,
    -- Tells an unchanged description without reading it.
    description_sum      bigint not null,
    status_id            uuid   not null,
    previous_status_id   uuid,
    created_user_id      uuid   not null,
    report_by            uuid,
    assignees_ids        uuid[] not null,
    labels               uuid[] not null,
    lists                jsonb  not null,
    parent_ticket_id     uuid,
    subtasks_order       uuid[] not null,
    priority             text check (priority in ('day', 'week', 'month', 'quarter', 'year')),
    start_date           date,
    due_date             date,
    completed            boolean not null,
    completed_at         timestamptz,
    completed_by_user_id uuid,
    trashed_at           timestamptz,
    trashed_by_user_id   uuid,
    comments             integer not null,
    commented_by_user_ids uuid[] not null,
    completed_in         bigint,
    delayed_for          bigint,
    in_progress_for      bigint not null,
    in_progress_since    timestamptz,
    created_at           timestamptz not null,
    updated_at           timestamptz not null,
    primary key (workspace_id, id)
) with (fillfactor = 80);
create unique index tickets_by_number on tickets (scope_id, number);

-- What became of a deleted ticket: who and when. The number is never given out again.
create table deleted_tickets (
    workspace_id       uuid not null,
    id                 uuid not null,
    scope_id           uuid not null,
    number             bigint not null,
    deleted_at         timestamptz not null,
    deleted_by_user_id uuid not null,
    primary key (workspace_id, id, deleted_at)
);

create table links (
    workspace_id    uuid not null,
    id              uuid not null,
    scope_id        uuid not null,
    version         bigint not null,
    kind            text not null check (kind in ('blocks', 'relates', 'duplicates')),
    from_ticket_id  uuid not null,
    to_ticket_id    uuid not null,
    created_user_id uuid not null,
    created_at      timestamptz not null,
    primary key (workspace_id, id)
);

create table activities (
    workspace_id uuid not null,
    id           uuid not null,
    scope_id     uuid not null,
    version      bigint not null,
    ticket_id    uuid not null,
    kind         text not null,
    user_id      uuid not null,
    message      text,
    data         json,
    created_at   timestamptz not null,
    updated_at   timestamptz,
    primary key (workspace_id, id)
);
create index activities_by_ticket on activities (workspace_id, ticket_id, created_at desc, id desc);

create table reactions (
    workspace_id uuid not null,
    id           uuid not null,
    scope_id     uuid not null,
    version      bigint not null,
    activity_id  uuid not null,
    ticket_id    uuid not null,
    user_id      uuid not null,
    emoji        text not null,
    created_at   timestamptz not null,
    primary key (workspace_id, id)
);
create index reactions_by_activity on reactions (workspace_id, activity_id);

create table imports (
    workspace_id uuid not null,
    id           uuid not null,
    scope_id     uuid not null,
    format       text not null,
    file_name    text not null,
    state        text not null check (state in ('running', 'done', 'failed')),
    total        bigint not null,
    done         bigint not null,
    created      bigint not null,
    updated      bigint not null,
    unchanged    bigint not null,
    refused      bigint not null,
    report       jsonb not null,
    created_at   timestamptz not null,
    finished_at  timestamptz,
    primary key (workspace_id, id)
);
