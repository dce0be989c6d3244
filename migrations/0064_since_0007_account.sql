-- Changes of accounts: a new password, a new address, the deletion of an account.
--
-- The columns of `sessions` are added by a later migration: a sign-in locks `sessions` and then `users`, so a transaction
-- that locked both tables in the other order could deadlock with it.
set lock_timeout = '2s';

alter table users
    -- Set if the account was deleted. The row stays, without personal data, so that nodes learn which sessions have
    -- ended and the id is never used again.
    add column deleted_at timestamptz,
    -- Null if the password is still the one from the sign-up.
    add column password_changed_at timestamptz;

-- Codes that were mailed to prove that a person reads mail at an address.
create table account_codes (
    -- Random, and known only to the page that asked for the code.
    id         uuid primary key,
    -- A new password, or a new address of the account.
    purpose    text not null check (purpose in ('password', 'email')),
    -- Null if no account has the address.
    user_id    uuid references users (id) on delete cascade,
    -- Where the code is mailed to.
    email      text not null,
    email_key  text not null,
    -- The present address, which gets a notice after the change. Null for a new password.
    old_email  text,
    -- Shown on the page and in the mail.
    reference  text not null,
    -- An HMAC of the code. Null until a mail has carried a code.
    code_hash  bytea,
    -- Codes tried since this code was sent.
    attempts   integer not null default 0,
    -- Mails sent for this request.
    mails      integer not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at    timestamptz
);
create index account_codes_expires_at on account_codes (expires_at);
create index account_codes_user on account_codes (user_id) where user_id is not null;
