-- Accounts that the operator has disabled (docs/IDENTITY.md, DA1 to DA5), and records of changes of ways to sign in.
set lock_timeout = '2s';

alter table users add column disabled_at timestamptz;

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
