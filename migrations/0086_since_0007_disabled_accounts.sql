-- Accounts that the operator has disabled (docs/IDENTITY.md, DA1 to DA5). The column has a migration of its own, because its
-- lock must not wait for the locks of other tables.
set lock_timeout = '2s';

alter table users add column disabled_at timestamptz;
