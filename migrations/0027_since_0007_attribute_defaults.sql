-- The value that new tickets get, and whether a value may be cleared. Builds before attributes read neither.
set lock_timeout = '2s';

alter table attributes add column default_value jsonb;
alter table attributes add column required boolean not null default false;
