-- Browsers that take web push. Builds before this one read and write none of it; where they end a session, the trigger deletes
-- the row as well.
set lock_timeout = '2s';

create table push_devices (
    id            uuid primary key,
    user_id       uuid not null references users (id) on delete cascade,
    -- The session that turned web push on. One browser has one session.
    session_id    uuid not null unique references sessions (id) on delete cascade,
    -- SHA-256 of the endpoint, which is a random address: one browser is one row.
    endpoint_hash bytea not null unique,
    -- The endpoint and the keys of the browser, encrypted with a key that is derived from the secret.
    sealed        bytea not null,
    -- The public key of this cluster for which the browser has subscribed.
    server_key    bytea not null,
    -- The browser and its system; null for other programs.
    name          text,
    created_at    timestamptz not null default now(),
    -- Since when the push service has taken no message.
    failing_since timestamptz
);
create index push_devices_user on push_devices (user_id);

create function forget_push_device() returns trigger
language plpgsql as $$
begin
    delete from push_devices where session_id = new.id;
    return null;
end
$$;

create trigger session_forgets_push_device after update of revoked_at on sessions
    for each row when (old.revoked_at is null and new.revoked_at is not null)
    execute function forget_push_device();
