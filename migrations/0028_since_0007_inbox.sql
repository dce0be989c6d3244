-- What a person follows and has read of a ticket, and whether the ticket is muted, snoozed or left. The rows live in
-- personal scopes. A ticket holds its newest activity of which subscribers are notified, so that a new one writes no row
-- here. Builds before this one read neither. 0030 makes the commit function that writes the column of tickets.
set lock_timeout = '2s';

create table ticket_subscriptions (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    ticket_id uuid not null,
    workspace_user_id uuid not null,
    -- manual, mention, commented, created, assigne
    reasons text[] not null,
    first_unread_activity_id uuid,
    last_read_activity_id uuid,
    last_read_number bigint not null,
    done_number bigint,
    muted boolean not null,
    unsubscribed boolean not null,
    snoozed_until timestamptz,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);
-- A snapshot reads the rows of one person; cold rows are looked for by this expression.
create index ticket_subscriptions_scope on ticket_subscriptions (workspace_id, (coalesce(scope_id, workspace_id)));
insert into cold_kinds (table_name) values ('ticket_subscriptions');

-- {id, kind, userId, at, number}, where number counts the activities of the ticket of which subscribers are notified.
alter table tickets add column last_activity jsonb;
