-- Keys of the store whose bytes are removed once more: a part that arrived while its upload ended may have been written
-- after the first time. A build before this one notes no keys, and removes the bytes once.
set lock_timeout = '2s';

create table store_removals (
    store_key uuid primary key,
    due_at timestamptz not null
);
create index store_removals_due on store_removals (due_at);

-- Pictures of people. The id is the key in the store, and a part of users.avatar_url; a new picture has a new one. Builds
-- before this one answer that there is no such picture.
create table pictures (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    created_at timestamptz not null default now()
);
create index pictures_user on pictures (user_id);
