-- Notices in text messages about changes of accounts without an email address (docs/IDENTITY.md, PH9).
set lock_timeout = '2s';

-- The number that the new one has replaced; it gets the notice. Null until the number is confirmed, and if the account had none.
alter table phone_codes add column old_phone text;
