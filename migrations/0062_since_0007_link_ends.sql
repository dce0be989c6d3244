-- The ends that a "blocks" link joins; null for finish-to-start. Builds before this one ignore the column, and treat such a
-- link as finish-to-start.
set lock_timeout = '2s';

alter table link_lags add column ends text;
