-- The lists whose tickets have an attribute; null for all tickets. Builds before this one pass over the column, and take the
-- attribute for one of all tickets.
set lock_timeout = '2s';

alter table attributes add column list_ids uuid[];
