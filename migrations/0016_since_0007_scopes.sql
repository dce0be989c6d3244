-- Scopes of more kinds, roles by id, and the people with whom a list is shared. The next version writes them, and this
-- version reads them. Builds before this one refuse a workspace that has them: a member's role is no word that they know.
set lock_timeout = '2s';

-- A workspace has one stream of its own and at most one of the commons, one for each member, and one for each
-- restricted list. There are few rows, so the new index takes no time.
alter table streams add column list_id uuid;
alter table streams add constraint streams_of_a_workspace unique nulls not distinct (workspace_id, user_id, kind, list_id);
alter table streams drop constraint streams_workspace_id_user_id_key;
alter table streams drop constraint streams_kind_check;
alter table streams add constraint streams_kinds check (
    kind in ('workspace', 'personal', 'commons', 'list') and (kind = 'list') = (list_id is not null)
) not valid;

-- A member's role is one of four words, or the id of a row of `roles`.
alter table members drop constraint members_role_check;
alter table members add constraint members_role check (
    role in ('owner', 'admin', 'member', 'guest') or role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
) not valid;

create table roles (
    workspace_id uuid   not null,
    id           uuid   not null,
    scope_id     uuid   not null,
    version      bigint not null,
    name         text   not null,
    -- A build ignores the words that it does not know.
    capabilities text[] not null,
    created_at   timestamptz not null,
    primary key (workspace_id, id)
);

-- The people who follow the scope of a restricted list; the rows live in that scope.
create table shares (
    workspace_id uuid   not null,
    id           uuid   not null,
    scope_id     uuid   not null,
    version      bigint not null,
    list_id      uuid   not null,
    user_id      uuid   not null,
    level        text   not null,
    created_at   timestamptz not null,
    primary key (workspace_id, id)
);
create index shares_by_scope on shares (scope_id);

insert into cold_kinds (table_name) values ('roles'), ('shares');

-- As in 0012: who gains a scope never resumes it from a cursor of before.
create function note_gained_list() returns trigger
language plpgsql as $$
begin
    insert into gained_scopes (workspace_id, user_id, scope_id, gained_seq)
    select new.workspace_id, new.user_id, s.id, s.seq from streams s where s.id = new.scope_id
    on conflict (workspace_id, user_id, scope_id) do update set gained_seq = excluded.gained_seq;
    return null;
end
$$;
create constraint trigger gained_scopes_of_new_shares
    after insert on shares deferrable initially deferred
    for each row execute function note_gained_list();
create constraint trigger gained_scopes_of_shares
    after update of user_id, scope_id on shares deferrable initially deferred
    for each row when (old.user_id <> new.user_id or old.scope_id <> new.scope_id)
    execute function note_gained_list();

-- The database does not know what a role by id may do. So a member who leaves such a role counts as let in.
create constraint trigger gained_scopes_of_roles_by_id
    after update of role on members deferrable initially deferred
    for each row when (
        new.state = 'active' and old.role <> new.role and old.role not in ('owner', 'admin', 'member', 'guest')
    )
    execute function note_gained_scopes();

-- If the capabilities of a role change, all members who hold it count as let in.
create function note_gained_by_role() returns trigger
language plpgsql as $$
begin
    insert into gained_scopes (workspace_id, user_id, scope_id, gained_seq)
    select m.workspace_id, m.id, s.id, s.seq
    from members m
    join streams s on s.workspace_id = m.workspace_id and (s.user_id is null or s.user_id = m.id)
    where m.workspace_id = new.workspace_id and m.role = new.id::text and m.state = 'active'
    on conflict (workspace_id, user_id, scope_id) do update set gained_seq = excluded.gained_seq;
    return null;
end
$$;
create constraint trigger gained_scopes_of_roles
    after insert or update of capabilities on roles deferrable initially deferred
    for each row execute function note_gained_by_role();
