-- Who somebody is, and the sign-ins that they hold. Nothing of a workspace is here: members carry
-- copies of names.

set local lock_timeout = '2s';

create table users (
    id uuid primary key,
    -- As its owner writes it; `email_key` is what is compared.
    email text not null,
    email_key text not null unique,
    -- An Argon2id hash in PHC form, with its own salt and parameters.
    password_hash text not null,
    firstname text not null default '',
    lastname text not null default '',
    username text not null,
    avatar_url text,
    created_at timestamptz not null default now()
);

-- Somebody who has not shown yet that the e-mail is theirs. A row of its own for each try, and no
-- row in `users` before the right code came: so whoever signs up with another's e-mail leaves no
-- password behind on the account that its owner makes later.
create table sign_ups (
    id uuid primary key,
    email text not null,
    email_key text not null,
    password_hash text not null,
    firstname text not null,
    lastname text not null,
    -- An HMAC of the code: six digits would be guessed from a plain hash at once.
    code_hash bytea not null,
    -- Wrong codes since this code was made.
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
);

create index sign_ups_email_key on sign_ups (email_key, created_at desc);
create index sign_ups_expires_at on sign_ups (expires_at);

-- One sign-in on one device: a family of refresh tokens, of which one is live at a time.
create table sessions (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    created_at timestamptz not null default now(),
    -- No refresh token of the family lives longer than this.
    expires_at timestamptz not null,
    revoked_at timestamptz,
    revoked_because text check (revoked_because in ('sign_out', 'sign_out_everywhere', 'reuse'))
);

create index sessions_user_id on sessions (user_id);
-- Each node asks every second which sessions have ended lately.
create index sessions_revoked_at on sessions (revoked_at) where revoked_at is not null;
create index sessions_expires_at on sessions (expires_at);

create table refresh_tokens (
    -- SHA-256 of 32 random bytes.
    hash bytea primary key,
    session_id uuid not null references sessions (id) on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    -- Set once, by the one request that exchanged it for the next.
    spent_at timestamptz
);

create index refresh_tokens_session_id on refresh_tokens (session_id);

-- Guesses at passwords and codes. Here and not in memory, so that they add up over the nodes and
-- outlive a restart. A key is an HMAC of what is guessed at: the table names nobody.
create table guesses (
    key bytea primary key,
    count integer not null,
    window_ends_at timestamptz not null
);

create index guesses_window_ends_at on guesses (window_ends_at);

-- Mail that nobody is there to carry: only a node without a mail server, on a developer's own
-- machine, writes here.
create table dev_mailbox (
    id bigint generated always as identity primary key,
    recipient_key text not null,
    recipient text not null,
    subject text not null,
    body text not null,
    code text,
    link text,
    created_at timestamptz not null default now()
);

create index dev_mailbox_recipient on dev_mailbox (recipient_key, id desc);
