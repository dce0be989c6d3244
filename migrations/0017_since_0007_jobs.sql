-- Jobs: work that no request waits for, such as mail and sweeping. Builds before this one do not know the table; they
-- send their mail directly, and sweep on timers of their own.
set lock_timeout = '2s';

create table jobs (
    id         uuid primary key,
    kind       text not null,
    -- The ids that the job acts on; never a secret, a text or an address. Null once the job has ended.
    payload    jsonb,
    -- On whose account the job is queued, as a hash or an id: open jobs of one owner are bounded.
    owner      bytea,
    state      text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'obsolete', 'dead')),
    -- Runs that have begun.
    tries      integer not null default 0,
    most_tries integer not null,
    -- Of a waiting job: when it may run. Of a running job: the end of its lease, when another node may take it.
    due_at     timestamptz not null default now(),
    -- From then on the job is obsolete.
    expires_at timestamptz,
    -- Of a periodic job, which has one row for ever: the time from the end of one run to the next.
    every      interval,
    -- The node that runs the job, or ran it last.
    taken_by   uuid,
    -- A sentence for an admin; never a secret or an address.
    last_error text,
    created_at timestamptz not null default now(),
    -- When the last run ended.
    ended_at   timestamptz
);

-- Each node looks at this index every few seconds.
create index jobs_due on jobs (due_at) where state in ('waiting', 'running');
create index jobs_open_of_owner on jobs (owner) where state in ('waiting', 'running');
create index jobs_ended on jobs (ended_at) where state in ('done', 'obsolete', 'dead');
