-- Sign-ups that wait for their code. This table replaces `sign_ups`, which stays for nodes of build 0008. Those nodes
-- look a code up by its address, and so would void or confirm another person's sign-up.
set lock_timeout = '2s';

create table pending_sign_ups (
    -- Random, and known only to the page that signed up: only that page can confirm the sign-up or ask for another
    -- code.
    id            uuid primary key,
    email         text not null,
    email_key     text not null,
    password_hash text not null,
    firstname     text not null,
    lastname      text not null,
    -- Shown on the page and in the mail, so that a person with two mails knows which code is theirs.
    reference     text not null,
    -- An HMAC of the code. Null until a mail has carried a code: until then no code is accepted.
    code_hash     bytea,
    -- Codes tried since this code was sent.
    attempts      integer not null default 0,
    -- Mails sent for this sign-up.
    mails         integer not null default 0,
    created_at    timestamptz not null default now(),
    expires_at    timestamptz not null,
    used_at       timestamptz
);

create index pending_sign_ups_expires_at on pending_sign_ups (expires_at);
