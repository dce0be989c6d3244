-- Apps that ask people for API keys (docs/APPS.md). Nodes of earlier builds list and check these keys like all others.
set lock_timeout = '2s';

create table apps (
    id           uuid primary key,
    workspace_id uuid not null,
    name         text not null,
    -- The redirect URLs.
    redirects    text[] not null,
    -- The words of the capabilities that the app may ask for.
    capabilities text[] not null,
    created_at   timestamptz not null default now()
);
create index apps_of_workspace on apps (workspace_id);

-- Good for a minute. A used code stays for a day, so that its second use is recognised.
create table app_codes (
    -- SHA-256 of the code, which has 256 random bits.
    hash         bytea primary key,
    app_id       uuid not null,
    workspace_id uuid not null,
    user_id      uuid not null references users (id) on delete cascade,
    -- The redirect URL that got the code.
    redirect     text not null,
    -- SHA-256 of the verifier of the app (PKCE), in base64url.
    challenge    text not null,
    -- The words of the capabilities that the person has allowed.
    capabilities text[] not null,
    expires_at   timestamptz not null,
    spent_at     timestamptz,
    -- The API key that the app got for the code.
    key_id       uuid
);
create index app_codes_of_user on app_codes (user_id);
create index app_codes_expiry on app_codes (expires_at);

-- The app that got the key; null for a key that a person has made.
alter table api_keys add column app_id uuid;
-- Few rows have the value, and the table is small (at most 20 rows for each member), so the index is built quickly.
-- squawk-ignore require-concurrent-index-creation
create index api_keys_of_app on api_keys (app_id) where app_id is not null;

-- As before (0074), and the codes of the person end as well. An exchange locks the row of the member before the code, as a removal
-- does, so the two cannot deadlock.
create or replace function end_api_keys() returns trigger
language plpgsql
as $$
begin
    if not waits_for_second_factor(new) then
        delete from api_keys where user_id = new.id and workspace_id = new.workspace_id;
        delete from app_codes where user_id = new.id and workspace_id = new.workspace_id;
    end if;
    return null;
end
$$;

-- As before (0074), and unused codes become void as well. Used codes stay, because the keys that were given for them stay, and a
-- second use must end such a key.
create or replace function forget_remembered_devices() returns trigger
language plpgsql
as $$
declare
    -- The argument of the trigger is the column with the account.
    account uuid := (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0])::uuid;
begin
    -- Devices last, as in all transactions.
    delete from app_codes where user_id = account and spent_at is null;
    delete from remembered_devices where user_id = account;
    return null;
end
$$;
