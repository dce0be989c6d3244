-- People join a workspace by the mail domain of their address (docs/IDENTITY.md, AD1 to AD8).
set lock_timeout = '2s';

-- The mail domains whose people join a workspace. Whether a domain is verified is judged at each use.
create table join_domains (
    workspace_id uuid not null,
    -- In lower case.
    domain       text not null,
    role         text not null check (role in ('member', 'guest')),
    created_at   timestamptz not null default now(),
    primary key (workspace_id, domain)
);
create index join_domains_domain on join_domains (domain);

-- Whether an active owner of a workspace has a confirmed address at a domain.
create function owner_has_address_at(p_workspace uuid, p_domain text) returns boolean
language sql stable
as $$
    select exists (
        select from members m join users u on u.id = m.id
        where m.workspace_id = p_workspace and m.state = 'active' and m.role = 'owner' and u.deleted_at is null
            and split_part(u.email_key, '@', -1) = p_domain
    )
$$;

-- The addresses that the account of a member has lost, because it was deleted or got another one. A new account with such an
-- address does not join by itself, so a person who was removed cannot come back with a new account.
create table former_addresses (
    workspace_id uuid not null,
    -- SHA-256 of the workspace and the mailbox of the address.
    hash         bytea not null,
    primary key (workspace_id, hash)
);

-- The mailbox of an address: mails to `ann+work@team.example` arrive in the mailbox of `ann@team.example`.
create function mailbox_of(p_email_key text) returns text
language sql immutable
return split_part(split_part(p_email_key, '@', 1), '+', 1) || '@' || split_part(p_email_key, '@', -1);

create function former_address_hash(p_workspace uuid, p_email_key text) returns bytea
language sql immutable
return sha256(convert_to(p_workspace::text || ' ' || mailbox_of(p_email_key), 'UTF8'));

create function note_former_address() returns trigger
language plpgsql
as $$
begin
    insert into former_addresses (workspace_id, hash)
    select workspace_id, former_address_hash(workspace_id, old.email_key) from members where id = old.id
    on conflict do nothing;
    return null;
end
$$;
create trigger lost_addresses_join_nothing after update on users
    for each row when (old.email_key is distinct from new.email_key)
    execute function note_former_address();
