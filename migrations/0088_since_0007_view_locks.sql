-- Who has locked a saved view; null if the view is not locked. Builds before this one ignore the column and do not
-- change it.
set lock_timeout = '2s';

alter table saved_views add column locked_by_user_id uuid;
