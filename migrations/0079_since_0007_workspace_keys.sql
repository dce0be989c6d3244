-- API keys of a workspace, which belong to no person (docs/IDENTITY.md, AK10 to AK16).
set lock_timeout = '2s';

-- A key is a row of `members`, so that its edits have an author with a name. The words of what the key may do; none once the key
-- is revoked, and null for a person. The state of such a row is `left`, so nodes of earlier builds let nothing in.
alter table members add column api_key text[];

-- The secrets. Nodes of earlier builds do not know this table, and refuse these keys like any unknown token.
create table workspace_api_keys (
    -- The id of the row in `members`.
    id           uuid primary key,
    workspace_id uuid not null,
    -- SHA-256 of the key, which has 178 random bits. The key itself is not stored.
    hash         bytea not null unique,
    -- The last characters of the key, by which people recognise it.
    hint         text not null,
    -- The person who made the key. The person may have left since.
    created_by   uuid not null,
    created_at   timestamptz not null default now(),
    -- Null if the key does not expire.
    expires_at   timestamptz,
    -- When and from where the key was used last. Written at most once a minute.
    used_at      timestamptz,
    used_from    inet
);
create index workspace_api_keys_of_workspace on workspace_api_keys (workspace_id);
