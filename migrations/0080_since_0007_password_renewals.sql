-- Sign-ins with the right password that wait for a new one (docs/IDENTITY.md, RP1 to RP7). That an account needs a new password is
-- a mark in front of its stored password. Nodes of earlier builds cannot read such a password, and refuse the sign-in.
set lock_timeout = '2s';

create table password_renewals (
    -- Random. Only the page that has sent the right password knows it.
    id            uuid primary key,
    user_id       uuid not null references users (id) on delete cascade,
    -- The stored password that was checked. If the account has another one, the renewal is void.
    password_hash text not null,
    -- Whether a code of the second factor comes first.
    needs_code    boolean not null,
    -- How many codes were tried.
    attempts      integer not null default 0,
    expires_at    timestamptz not null
);
create index password_renewals_user on password_renewals (user_id);
create index password_renewals_expiry on password_renewals (expires_at);
