-- Notes of followers, and notifications that wait for a mail. Builds before this one read and write none of these tables; their
-- followers make jobs alone.
set lock_timeout = '2s';

-- What a follower notes of events, for a periodic job that reads many notes at once. The note is stored with the cursor, and
-- goes in the transaction that stores what it has caused.
create table follower_notes (
    follower     text not null,
    -- The time of the event.
    at           timestamptz not null,
    id           uuid not null,
    workspace_id uuid not null,
    -- Ids, never a text.
    payload      jsonb not null,
    primary key (follower, at, id)
);

-- One thing of which a person is notified in one channel.
create table notifications (
    workspace_id uuid not null,
    user_id      uuid not null,
    -- mail, reminder or push
    channel      text not null,
    -- The command that caused it: a person is notified once of what a command does to a ticket.
    command_id   uuid not null,
    -- The ticket, list or workspace.
    subject_id   uuid not null,
    kind         text not null,
    activity_id  uuid,
    by_user_id   uuid not null,
    at           timestamptz not null,
    -- The job that has taken it, whose id is that of the mail.
    job          uuid,
    -- When it was sent, or left out.
    ended_at     timestamptz,
    created_at   timestamptz not null default now(),
    primary key (workspace_id, user_id, channel, command_id, subject_id, kind)
);
create index notifications_job on notifications (job) where job is not null;
create index notifications_created on notifications using brin (created_at);

-- The job that will take what waits for a person; none if nothing waits.
create table notification_jobs (
    workspace_id uuid not null,
    user_id      uuid not null,
    channel      text not null,
    job          uuid not null,
    primary key (workspace_id, user_id, channel)
);

-- The last day of which a person was reminded.
create table notification_days (
    workspace_id uuid not null,
    user_id      uuid not null,
    day          date not null,
    primary key (workspace_id, user_id)
);

-- Finds the people who follow a ticket.
-- squawk-ignore require-concurrent-index-creation
create index ticket_subscriptions_ticket on ticket_subscriptions (workspace_id, ticket_id);
