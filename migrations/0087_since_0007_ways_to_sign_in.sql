-- Disabled accounts begin no sessions, and changes of ways to sign in are recorded.
set lock_timeout = '2s';

-- Refuses a session or an API key of a disabled account, also at nodes of earlier builds, which do not know the column. They
-- then answer as if the password had changed.
create function refuse_disabled_account() returns trigger
language plpgsql
as $$
begin
    if exists (select from users where id = new.user_id and disabled_at is not null) then
        return null;
    end if;
    return new;
end
$$;
create trigger disabled_accounts_begin_no_sessions before insert on sessions
    for each row execute function refuse_disabled_account();
create trigger disabled_accounts_get_no_keys before insert on api_keys
    for each row execute function refuse_disabled_account();

-- Records a change of the ways to sign in to an account in the audit logs of the workspaces of its person
-- (docs/decisions/audit.md). Triggers write these records, so each is stored with its change, whatever makes the change. A
-- verb of the operator sets `troupe.operator`, and a restore sets `troupe.restoring`: restored rows are no changes.
create function record_identity(p_user uuid, p_kind text) returns void
language sql
as $$
    insert into audit (workspace_id, id, at, kind, user_id, subject_id)
    select m.workspace_id, audit_id(), now(), p_kind,
        case when coalesce(current_setting('troupe.operator', true), '') <> 'on' then p_user end, p_user
    from members m join users u on u.id = m.id
    where m.id = p_user and m.state = 'active' and u.deleted_at is null
      and coalesce(current_setting('troupe.restoring', true), '') <> 'on';
$$;

create function record_account() returns trigger
language plpgsql
as $$
declare
    -- Without the marks for second factors and for passwords that must be replaced.
    v_before text := regexp_replace(old.password_hash, '^(guarded:)?(renew:)?', '');
    v_after text := regexp_replace(new.password_hash, '^(guarded:)?(renew:)?', '');
begin
    if v_after <> v_before then
        perform record_identity(new.id, case when v_after = '' then 'passwordRemoved' else 'passwordChanged' end);
    end if;
    -- An account without an address has its phone number there.
    if new.email_key <> old.email_key and new.email_key like '%@%' then
        perform record_identity(new.id, 'emailChanged');
    end if;
    if (new.disabled_at is null) <> (old.disabled_at is null) then
        perform record_identity(new.id, case when new.disabled_at is null then 'accountEnabled' else 'accountDisabled' end);
    end if;
    return null;
end
$$;
create trigger account_is_recorded after update of password_hash, email_key, disabled_at on users
    for each row execute function record_account();

-- The argument is the word for a new row, the next one the word for a row that is gone.
create function record_way_in() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'DELETE' then
        perform record_identity(old.user_id, tg_argv[1]);
    else
        perform record_identity(new.user_id, tg_argv[0]);
    end if;
    return null;
end
$$;
create trigger phone_is_recorded after insert or delete on phone_numbers
    for each row execute function record_way_in('phoneChanged', 'phoneRemoved');
create trigger new_phone_is_recorded after update of phone on phone_numbers
    for each row when (old.phone <> new.phone) execute function record_way_in('phoneChanged', 'phoneRemoved');
create trigger passkey_is_recorded after insert or delete on passkeys
    for each row execute function record_way_in('passkeyAdded', 'passkeyRemoved');
create trigger link_is_recorded after insert or delete on linked_accounts
    for each row execute function record_way_in('accountLinked', 'accountUnlinked');
create trigger second_factor_is_recorded after update of confirmed_at on second_factors
    for each row when (old.confirmed_at is null and new.confirmed_at is not null)
    execute function record_way_in('secondFactorTurnedOn', 'secondFactorTurnedOff');
-- Deferred: the deletion of an account deletes its second factor before it marks the account.
create constraint trigger second_factor_off_is_recorded after delete on second_factors
    deferrable initially deferred
    for each row when (old.confirmed_at is not null)
    execute function record_way_in('secondFactorTurnedOn', 'secondFactorTurnedOff');

create function record_recovery_codes() returns trigger
language plpgsql
as $$
begin
    -- Codes that come with a new second factor are no change of their own.
    perform record_identity(f.user_id, 'recoveryCodesReplaced')
    from second_factors f where f.user_id in (select user_id from made) and f.confirmed_at < now();
    return null;
end
$$;
create trigger recovery_codes_are_recorded after insert on recovery_codes
    referencing new table as made for each statement execute function record_recovery_codes();
