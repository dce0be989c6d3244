-- The display, the icon, the page and the rank of a saved view. All four are null in views that builds before this one
-- created. Such builds ignore the columns and do not change them. They show a view of a page among the views of all
-- tickets.
set lock_timeout = '2s';

alter table saved_views add column display jsonb, add column icon text, add column page text, add column rank text;
