-- The audit log: who changed what about the people of a workspace and their rights. Records are only added. The database
-- refuses every other change of them to all its users (docs/decisions/audit.md).
set lock_timeout = '2s';

create table audit (
    workspace_id uuid not null,
    -- UUIDv7 of the time of the record: the order of the log.
    id           uuid not null,
    -- Of a command: the scope of its event, and the seq.
    scope_id     uuid,
    version      bigint,
    at           timestamptz not null,
    kind         text not null,
    -- The person who did it; null for the server.
    user_id      uuid,
    -- The id of the person, role, list or invitation.
    subject_id   uuid not null,
    -- Of a change, the fields that differ.
    before       jsonb,
    after        jsonb,
    address      inet,
    device       text,
    primary key (workspace_id, id)
);
-- The retention job of all workspaces looks for old records.
create index audit_at on audit using brin (at);

-- The commit function writes records as rows of a cold kind, in the transaction of the event.
insert into cold_kinds (table_name) values ('audit');

-- How long a workspace keeps its records. A workspace without a row keeps them for 365 days.
create table audit_settings (
    workspace_id uuid primary key,
    keep_days    integer not null check (keep_days between 30 and 3650)
);

-- A fresh id of a record.
create function audit_id() returns uuid
language sql volatile
return overlay(uuid_floor(clock_timestamp())::text placing substr(gen_random_uuid()::text, 16) from 16)::uuid;

create function audit_keep_days(p_workspace uuid) returns integer
language sql stable
return coalesce((select keep_days from audit_settings where workspace_id = p_workspace), 365);

-- A record is deleted only when it is older than its workspace keeps it. The age is the whole permission: neither the
-- retention job nor a statement of an operator needs or has another one.
create function guard_audit() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'DELETE' and old.at < now() - make_interval(days => audit_keep_days(old.workspace_id)) then
        return old;
    end if;
    raise exception 'records of the audit log are not changed, and not deleted before their time'
        using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_is_kept before update or delete on audit for each row execute function guard_audit();
create trigger audit_is_not_emptied before truncate on audit for each statement execute function guard_audit();

-- A transaction that writes records by itself says so.
create function note_audited() returns trigger
language plpgsql
as $$
begin
    perform set_config('troupe.audited', 'on', true);
    return null;
end
$$;
create trigger audit_is_written after insert on audit for each statement execute function note_audited();

-- Nodes of the builds before write no records. At the end of a transaction without any, this trigger records the changes
-- of members. The author of the event is the author of the record, and the address is unknown.
create function audit_of_older_builds() returns trigger
language plpgsql
as $$
declare
    v_by uuid;
    v_before jsonb;
    v_kind text;
begin
    if coalesce(current_setting('troupe.audited', true), '') = 'on' then
        return null;
    end if;
    select e.user_id into v_by from events e where e.scope_id = coalesce(new.scope_id, new.workspace_id) and e.seq = new.version;
    if tg_op = 'UPDATE' then
        v_before := jsonb_build_object('role', old.role, 'state', old.state);
    end if;
    v_kind := case
        when new.state = 'left' and v_by = new.id then 'memberLeft'
        when new.state = 'left' then 'memberRemoved'
        when v_before ->> 'state' = 'active' then 'memberRoleChanged'
        else 'memberJoined'
    end;
    insert into audit (workspace_id, id, scope_id, version, at, kind, user_id, subject_id, before, after)
    values (new.workspace_id, audit_id(), new.scope_id, new.version, now(), v_kind, v_by, new.id, v_before,
            jsonb_build_object('role', new.role, 'state', new.state));
    -- The next row of the transaction is recorded as well.
    perform set_config('troupe.audited', '', true);
    return null;
end
$$;
create constraint trigger audit_new_members after insert on members
    deferrable initially deferred for each row
    when (new.state = 'active') execute function audit_of_older_builds();
create constraint trigger audit_members after update on members
    deferrable initially deferred for each row
    when (new.state <> 'pending' and (new.role is distinct from old.role or new.state is distinct from old.state))
    execute function audit_of_older_builds();

-- Finds the last use of a session: each session has one token that is not spent.
-- squawk-ignore require-concurrent-index-creation
create index refresh_tokens_live on refresh_tokens (session_id) include (created_at) where spent_at is null;
