-- Links that make whoever opens them a member: once, and for a week.
set lock_timeout = '2s';

create table invitations (
    -- Only the hash is kept: reading this table lets nobody in.
    token_hash   bytea primary key,
    workspace_id uuid not null,
    role         text not null check (role in ('admin', 'member', 'guest')),
    created_by   uuid not null,
    created_at   timestamptz not null default now(),
    expires_at   timestamptz not null,
    accepted_by  uuid,
    accepted_at  timestamptz
);
