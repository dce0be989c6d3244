-- Hosted sign-in: people sign in at an OpenID Connect provider. Nodes of earlier builds have no calls for it. They sign such
-- people in with a password once they have one, and they refresh and end their sessions.
set lock_timeout = '2s';

-- Sign-ins that have been sent to a provider. Nothing in a row is a secret: the state and the secret of the browser are
-- stored as hashes, and the nonce and the code verifier are derived from both.
create table hosted_sign_ins (
    -- SHA-256 of the state, which has 256 random bits.
    state_hash   bytea primary key,
    -- SHA-256 of the secret in the browser's cookie.
    browser_hash bytea not null,
    -- The id of the provider in the settings, and the issuer that it had when the sign-in began.
    provider     text not null,
    issuer       text not null,
    -- The address that the provider sends the browser back to.
    redirect_uri text not null,
    -- The account that links an identity, and its session. Null for a sign-in.
    user_id      uuid references users (id) on delete cascade,
    session_id   uuid,
    -- What a provider has sent as a form, encrypted. Null if the provider answers in the address.
    answer       bytea,
    created_at   timestamptz not null default now(),
    expires_at   timestamptz not null
);
create index hosted_sign_ins_user on hosted_sign_ins (user_id);
create index hosted_sign_ins_expires_at on hosted_sign_ins (expires_at);

-- The identities at providers by which people sign in. The issuer and the subject alone identify a person: addresses change.
create table linked_accounts (
    id         uuid primary key,
    issuer     text not null,
    subject    text not null,
    user_id    uuid not null references users (id) on delete cascade,
    -- The address at the provider, which the list shows.
    email      text,
    -- Whether the account was made by this identity, and not linked with a password.
    is_first   boolean not null default false,
    created_at timestamptz not null default now(),
    used_at    timestamptz,
    unique (issuer, subject),
    unique (user_id, issuer)
);

-- A deleted account keeps its row in users, also if a node of an earlier build deletes it.
create function end_linked_accounts() returns trigger
language plpgsql
as $$
begin
    delete from linked_accounts where user_id = new.id;
    delete from hosted_sign_ins where user_id = new.id;
    return null;
end
$$;
create trigger deleted_users_lose_linked_accounts after update on users
    for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_linked_accounts();

-- Where the browser ends the session at the provider. Null if the session was not begun at a provider, or if the provider has
-- no such address.
alter table sessions add column sign_out_url text;
-- A sign-in at a provider may wait for the code of a second factor.
alter table pending_sign_ins add column sign_out_url text;
