-- Passkeys (WebAuthn). Nodes of earlier builds have no calls for them. They refresh and end the sessions that were begun with one.
set lock_timeout = '2s';

create table passkeys (
    id            uuid primary key,
    user_id       uuid not null references users (id) on delete cascade,
    -- The id that the authenticator has chosen.
    credential_id bytea not null unique,
    -- The name by which the person recognises the passkey.
    name          text not null,
    -- The public key, and what the authenticator said about the passkey when it made it.
    public_key    bytea not null,
    -- The counter of signatures, and whether the passkey is copied to other devices.
    state         bytea not null,
    created_at    timestamptz not null default now(),
    used_at       timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Challenges that browsers have not answered yet.
create table passkey_challenges (
    -- SHA-256 of the challenge, which has 128 random bits.
    challenge_hash bytea primary key,
    -- SHA-256 of the secret in the browser's cookie.
    browser_hash   bytea not null,
    -- True if the answer adds a passkey, false if it uses one.
    makes          boolean not null,
    -- What the answer must fit.
    expected       bytea not null,
    -- The account and the session that add a passkey, or prove who the caller is. Null for a sign-in.
    user_id        uuid references users (id) on delete cascade,
    session_id     uuid,
    created_at     timestamptz not null default now(),
    expires_at     timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- A deleted account keeps its row in users, also if a node of an earlier build deletes it.
create function end_passkeys() returns trigger
language plpgsql
as $$
begin
    delete from passkeys where user_id = new.id;
    delete from passkey_challenges where user_id = new.id;
    return null;
end
$$;
create trigger deleted_users_lose_passkeys after update on users
    for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_passkeys();

-- When the person last proved with a passkey, in this session, that they own the account.
alter table sessions add column proven_at timestamptz;
