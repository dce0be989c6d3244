-- Invitations by e-mail, and links for several people. Nodes of the builds before find a row by the SHA-256 of its token,
-- and judge links for one person only. All other rows hold a hash of another form, so those nodes never find them.
set lock_timeout = '2s';

alter table invitations
    -- The only address that may accept, as the inviter wrote it, and the form for comparison. Null for a link.
    add column email       text,
    add column email_key   text,
    -- The token in the mail is an HMAC of this value. Null for a link.
    add column mail_seed   uuid,
    -- The people that may join; null without a limit.
    add column most_uses   integer default 1,
    -- The people that have joined, not counting those who joined at nodes of the builds before.
    add column uses        integer not null default 0,
    -- A mail that is sent again is valid for as long again.
    add column life_days   integer not null default 7,
    -- Nodes of the builds before only read `expires_at`: who ends an invitation sets that column as well.
    add column revoked_at  timestamptz,
    add column declined_at timestamptz,
    add column sent_at     timestamptz,
    -- The mail server refused the last mail for good.
    add column mail_failed boolean not null default false;

-- `accepted_by` is the last person who joined, once nobody else may.
alter table invitations drop constraint invitations_role_check;
alter table invitations add constraint invitations_role check (
    role in ('admin', 'member', 'guest') or role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
) not valid;

-- The table has few rows, so these take no time.
-- squawk-ignore require-concurrent-index-creation
create index invitations_of_workspace on invitations (workspace_id);
-- squawk-ignore require-concurrent-index-creation
create index invitations_to_address on invitations (email_key) where email_key is not null;

-- Who has joined by which invitation: a second call of the same person does not count.
create table invitation_uses (
    token_hash bytea not null references invitations (token_hash) on delete cascade,
    user_id    uuid  not null,
    used_at    timestamptz not null default now(),
    primary key (token_hash, user_id)
);
