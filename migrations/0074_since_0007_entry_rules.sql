-- Rules about access: devices that need no code of the second factor, workspaces that require a second factor of their members,
-- and servers on which only some people may sign up.
set lock_timeout = '2s';

-- Nodes of earlier builds do not know these devices, and ask for the code.
create table remembered_devices (
    id         uuid primary key,
    user_id    uuid not null references users (id) on delete cascade,
    -- SHA-256 of the account and the token in the browser's cookie, which has 256 random bits.
    hash       bytea not null unique,
    -- The browser and its system; null for other programs.
    device     text,
    -- The network address of the last use.
    address    text,
    created_at timestamptz not null default now(),
    used_at    timestamptz not null default now(),
    expires_at timestamptz not null
);
create index remembered_devices_user on remembered_devices (user_id, id);
create index remembered_devices_expires_at on remembered_devices (expires_at);

-- Triggers forget the devices of an account, so that they are forgotten as well if a node of an earlier build changes the
-- password, turns the second factor off or ends the sessions. The triggers run at the end of a transaction: so every
-- transaction locks its rows here last, and two of them cannot deadlock.
create function forget_remembered_devices() returns trigger
language plpgsql
as $$
declare
    -- The argument of the trigger is the column with the account.
    account uuid := (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0])::uuid;
begin
    delete from remembered_devices where user_id = account;
    return null;
end
$$;
create constraint trigger changed_passwords_forget_devices after update on users
    deferrable initially deferred for each row
    when (old.password_hash is distinct from new.password_hash or old.deleted_at is null and new.deleted_at is not null)
    execute function forget_remembered_devices('id');
create constraint trigger lost_factors_forget_devices after delete on second_factors
    deferrable initially deferred for each row
    execute function forget_remembered_devices('user_id');
create constraint trigger ended_sessions_forget_devices after update on sessions
    deferrable initially deferred for each row
    when (old.revoked_at is null and new.revoked_because in ('sign_out_everywhere', 'reuse'))
    execute function forget_remembered_devices('user_id');

-- The rule that the members of a workspace need a second factor. A workspace without a row has no such rule.
create table second_factor_rules (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    required_since timestamptz not null,
    required_by_user_id uuid not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('second_factor_rules');

-- A member who waits for a second factor has the state `left` and a `deactivated_at` as well, so nodes of earlier builds keep
-- that person out. These nodes leave the column as it is when they restore or remove the member.
alter table members add column second_factor_missing boolean not null default false;
-- At first, no row has the value, and the table is small (a row for each member of a workspace), so the index is built quickly.
-- squawk-ignore require-concurrent-index-creation
create index members_waiting_by_user on members (id) where second_factor_missing;

-- The one place that says what counts as a second factor.
create function has_second_factor(p_user uuid) returns boolean
language sql stable
as $$
    select exists (select from second_factors where user_id = p_user and confirmed_at is not null)
$$;

-- Nodes of earlier builds leave the mark when a person who waits is removed and joins again. An active member waits for nothing.
create function clear_second_factor_missing() returns trigger
language plpgsql
as $$
begin
    new.second_factor_missing := false;
    return new;
end
$$;
create trigger active_members_wait_for_nothing before update on members
    for each row when (new.state = 'active' and new.second_factor_missing)
    execute function clear_second_factor_missing();

create function waits_for_second_factor(p_member members) returns boolean
language sql immutable
as $$
    select p_member.state = 'left' and p_member.deactivated_at is not null and p_member.second_factor_missing
$$;

-- The members whose row does not agree with the rule of the workspace and with the account.
create view misplaced_members as
    select m.workspace_id, m.id as user_id, false as has_factor
    from members m
    where m.state = 'active' and not has_second_factor(m.id)
        and exists (select from second_factor_rules r where r.workspace_id = m.workspace_id)
    union all
    select m.workspace_id, m.id, has_second_factor(m.id)
    from members m
    where m.second_factor_missing and waits_for_second_factor(m) and (
        has_second_factor(m.id) or not exists (select from second_factor_rules r where r.workspace_id = m.workspace_id)
    );

-- Triggers queue the job that corrects these members, so that changes by nodes of earlier builds, by the operator and by calls at
-- the same moment count as well. Nodes of earlier builds leave the job to newer nodes.
create function queue_member_gate(p_workspace uuid, p_user uuid) returns void
language sql
as $$
    insert into jobs (id, kind, payload, most_tries)
    values (gen_random_uuid(), 'members.gate', jsonb_build_object('workspace', p_workspace, 'user', p_user), 30)
$$;

create function gate_changed_member() returns trigger
language plpgsql
as $$
begin
    if exists (select from misplaced_members where workspace_id = new.workspace_id and user_id = new.id) then
        perform queue_member_gate(new.workspace_id, new.id);
    end if;
    return null;
end
$$;
create trigger new_members_pass_gate after insert on members
    for each row execute function gate_changed_member();
create trigger changed_members_pass_gate after update on members
    for each row
    when (old.state is distinct from new.state or old.second_factor_missing is distinct from new.second_factor_missing)
    execute function gate_changed_member();

create function gate_changed_account() returns trigger
language plpgsql
as $$
declare
    account constant uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
    if exists (select from misplaced_members where user_id = account) then
        perform queue_member_gate(null, account);
    end if;
    return null;
end
$$;
create trigger new_factors_pass_gate after insert on second_factors
    for each row when (new.confirmed_at is not null) execute function gate_changed_account();
create trigger changed_factors_pass_gate after update on second_factors
    for each row when (old.confirmed_at is distinct from new.confirmed_at) execute function gate_changed_account();
create trigger lost_factors_pass_gate after delete on second_factors
    for each row when (old.confirmed_at is not null) execute function gate_changed_account();

create function gate_changed_workspace() returns trigger
language plpgsql
as $$
begin
    perform queue_member_gate(case tg_op when 'DELETE' then old.workspace_id else new.workspace_id end, null);
    return null;
end
$$;
create trigger changed_rules_pass_gate after insert or delete on second_factor_rules
    for each row execute function gate_changed_workspace();

-- A member who begins to wait keeps the API keys, which open nothing meanwhile. A member who is removed while waiting loses them.
create or replace function end_api_keys() returns trigger
language plpgsql
as $$
begin
    if not waits_for_second_factor(new) then
        delete from api_keys where user_id = new.id and workspace_id = new.workspace_id;
    end if;
    return null;
end
$$;
create trigger waiting_members_lose_api_keys after update on members
    for each row
    when (old.state = 'left' and old.second_factor_missing and new.state = 'left')
    execute function end_api_keys();

-- Whether the person who signs up has an invitation. Nodes of earlier builds leave the column out; if the settings then ask for an
-- invitation, a node of this build refuses the code and the link.
alter table pending_sign_ups add column invited boolean not null default false;
