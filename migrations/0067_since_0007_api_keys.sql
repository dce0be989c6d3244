-- API keys: with a key, a program acts for a person in one workspace. Nodes of earlier builds do not know the keys, and
-- refuse them like any unknown token.
set lock_timeout = '2s';

create table api_keys (
    id           uuid primary key,
    workspace_id uuid not null,
    user_id      uuid not null references users (id) on delete cascade,
    -- SHA-256 of the key, which has 178 random bits. The key itself is not stored.
    hash         bytea not null unique,
    -- The last characters of the key, by which its owner recognises it.
    hint         text not null,
    name         text not null,
    -- The words of capabilities that are left of the person's own.
    capabilities text[] not null,
    created_at   timestamptz not null default now(),
    -- Null if the key does not expire.
    expires_at   timestamptz,
    -- When and from where the key was used last. Written at most once a minute.
    used_at      timestamptz,
    used_from    inet
);
create index api_keys_owner on api_keys (user_id, workspace_id);

-- A person who leaves, is removed or is deactivated loses the keys for good, also if a node of an earlier build carries
-- the change out. A person who comes back makes new ones.
create function end_api_keys() returns trigger
language plpgsql
as $$
begin
    delete from api_keys where user_id = new.id and workspace_id = new.workspace_id;
    return null;
end
$$;
create trigger members_lose_api_keys after update on members
    for each row when (old.state = 'active' and new.state <> 'active') execute function end_api_keys();
