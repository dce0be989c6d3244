-- The nodes of the instance, as each of them last told. Nobody decides anything by it: it is for the eyes of whoever
-- looks after the instance, and what is lost with it is told again within seconds.
set lock_timeout = '2s';

create unlogged table nodes (
    id      uuid primary key,
    seen_at timestamptz not null default now(),
    figures jsonb not null
);
