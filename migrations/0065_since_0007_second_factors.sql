-- Second factors: codes of an authenticator app, and recovery codes.
--
-- Earlier builds do not know second factors, and would sign a person in with the password alone. So a mark stands in front
-- of the stored password of an account with a second factor. Earlier builds cannot read such a password and refuse the
-- sign-in.
set lock_timeout = '2s';

create table second_factors (
    user_id      uuid primary key references users (id) on delete cascade,
    -- The secret of the app, encrypted with a key that is derived from the secret of the cluster.
    sealed       bytea not null,
    -- Null until the person has entered the first code of the app.
    confirmed_at timestamptz,
    -- The time step of the last accepted code. Codes of this step and of earlier steps are refused.
    last_step    bigint not null default 0,
    created_at   timestamptz not null default now()
);

create table recovery_codes (
    user_id uuid not null references second_factors (user_id) on delete cascade,
    -- SHA-256 of the account and the code, which has 80 random bits.
    hash    bytea not null,
    used_at timestamptz,
    primary key (user_id, hash)
);

-- Sign-ins that have had the right password and wait for a code.
create table pending_sign_ins (
    -- Random, and known only to the page that signs in. Not a token: one call alone accepts it.
    id         uuid primary key,
    user_id    uuid not null references users (id) on delete cascade,
    attempts   integer not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at    timestamptz
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expires_at on pending_sign_ins (expires_at);
