-- Confirmation of a sign-up by a mailed link, and sign-in by a mailed code (docs/IDENTITY.md, CL1 to CL6 and MC1 to MC6).
set lock_timeout = '2s';

-- Sign-ups of earlier builds have no row here, so their mails hold only a code.
create table sign_up_links (
    sign_up_id   uuid primary key references pending_sign_ups (id) on delete cascade,
    -- SHA-256 of the token in the newest link, which has 256 random bits. Null until a mail has carried a link.
    link_hash    bytea unique,
    -- SHA-256 of the secret in the cookie of the browser that signed up. That browser alone is signed in after the link was used.
    browser_hash bytea not null,
    -- How often a page has asked whether the link was used, since the last mail.
    asked        integer not null default 0,
    -- The account that the sign-up has become.
    user_id      uuid,
    -- When a browser was signed in because the sign-up was confirmed.
    entered_at   timestamptz
);

-- A code may also sign in. Earlier builds never look at such rows, and void them with the others of an account.
alter table account_codes drop constraint account_codes_purpose_check;
alter table account_codes add constraint account_codes_purpose_check
    check (purpose in ('password', 'email', 'sign_in')) not valid;
