-- Accounts with a phone number (docs/IDENTITY.md, PH1 to PH11).
set lock_timeout = '2s';

-- The confirmed numbers of accounts. An account without an email address has its number in `users.email` and
-- `users.email_key` as well: earlier builds expect a text there that is unique, and cannot mail anything to a text without
-- an `@`.
create table phone_numbers (
    -- E.164, such as +447700900123.
    phone        text primary key check (phone ~ '^\+[1-9][0-9]{6,14}$'),
    user_id      uuid not null unique references users (id) on delete cascade,
    confirmed_at timestamptz not null default now()
);

-- Codes that were sent to prove that a person receives text messages at a number. Earlier builds do not know the table, so
-- they neither confirm nor void such a code.
create table phone_codes (
    -- Random, and known only to the page that asked for the code.
    id            uuid primary key,
    purpose       text not null check (purpose in ('sign_up', 'password', 'number')),
    -- The account. Null for a sign-up, and if no account may get a new password by a text message to the number.
    user_id       uuid references users (id) on delete cascade,
    phone         text not null,
    -- Shown on the page and in the text message.
    reference     text not null,
    -- An HMAC of the code. Null until a text message has carried a code.
    code_hash     bytea,
    -- Codes tried since this code was sent.
    attempts      integer not null default 0,
    -- Text messages sent for this request.
    texts         integer not null default 0,
    created_at    timestamptz not null default now(),
    expires_at    timestamptz not null,
    used_at       timestamptz,
    -- Of a sign-up alone.
    password_hash text,
    firstname     text not null default '',
    lastname      text not null default '',
    -- Whether the person had an invitation.
    invited       boolean not null default false
);
create index phone_codes_expires_at on phone_codes (expires_at);
create index phone_codes_user on phone_codes (user_id) where user_id is not null;

-- A deleted account keeps its row in users, also if a node of an earlier build deletes it.
create function end_phone_number() returns trigger
language plpgsql
as $$
begin
    delete from phone_codes where user_id = new.id or phone in (select phone from phone_numbers where user_id = new.id);
    delete from phone_numbers where user_id = new.id;
    return null;
end
$$;
create trigger deleted_users_lose_phone_numbers after update on users
    for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_phone_number();

-- Codes that were sent before a change of the password or of the address no longer work.
create function void_phone_codes() returns trigger
language plpgsql
as $$
begin
    update phone_codes set used_at = now() where user_id = new.id and used_at is null;
    return null;
end
$$;
create trigger changed_users_void_phone_codes after update on users
    for each row when (
        old.password_changed_at is distinct from new.password_changed_at or old.email_key is distinct from new.email_key
    )
    execute function void_phone_codes();

-- As before (0076), but phone numbers leave no hash: nobody joins a workspace by a number.
create or replace function note_former_address() returns trigger
language plpgsql
as $$
begin
    insert into former_addresses (workspace_id, hash)
    select workspace_id, former_address_hash(workspace_id, old.email_key) from members
    where id = old.id and position('@' in old.email_key) > 0
    on conflict do nothing;
    return null;
end
$$;
