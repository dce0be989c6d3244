-- Device codes: apps without a browser of their own ask people for API keys (docs/APPS.md, RFC 8628).
set lock_timeout = '2s';

-- Whether the app may ask with device codes.
alter table apps add column device_codes boolean not null default false;

-- Good for ten minutes. A used code stays for a day, so that its second use is recognised.
create table app_device_codes (
    -- SHA-256 of the device code, which has 256 random bits.
    hash         bytea primary key,
    -- HMAC of the user code, which is short, under a key that is not in the database. Null after the answer.
    user_hash    bytea unique,
    app_id       uuid not null,
    workspace_id uuid not null,
    -- The words of the capabilities that the app asks for.
    wanted       text[] not null,
    -- The network address that the program asked from. The page shows it to the person.
    asked_from   inet,
    created_at   timestamptz not null default now(),
    expires_at   timestamptz not null,
    -- The seconds that the app must let pass between two calls.
    poll_seconds integer not null,
    polled_at    timestamptz,
    answered_at  timestamptz,
    -- The person who allowed access, and the words of the capabilities that the app gets; null until then, and after a refusal.
    user_id      uuid references users (id) on delete cascade,
    capabilities text[],
    spent_at     timestamptz,
    -- The API key that the app got for the code.
    key_id       uuid
);
create index app_device_codes_of_user on app_device_codes (user_id);
create index app_device_codes_expiry on app_device_codes (expires_at);

-- As before (0077), and what the person has allowed by device codes ends as well. The locks are those of the other codes.
create or replace function end_api_keys() returns trigger
language plpgsql
as $$
begin
    if not waits_for_second_factor(new) then
        delete from api_keys where user_id = new.id and workspace_id = new.workspace_id;
        delete from app_codes where user_id = new.id and workspace_id = new.workspace_id;
        delete from app_device_codes where user_id = new.id and workspace_id = new.workspace_id;
    end if;
    return null;
end
$$;

-- As before (0077), and device codes that the person has allowed and no program has used become void as well.
create or replace function forget_remembered_devices() returns trigger
language plpgsql
as $$
declare
    -- The argument of the trigger is the column with the account.
    account uuid := (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0])::uuid;
begin
    -- Devices last, as in all transactions.
    delete from app_codes where user_id = account and spent_at is null;
    delete from app_device_codes where user_id = account and spent_at is null;
    delete from remembered_devices where user_id = account;
    return null;
end
$$;
