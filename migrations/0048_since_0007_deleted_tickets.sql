-- Reads which tickets were deleted, newest first.
set lock_timeout = '2s';

-- Rows go after 90 days, so building the index takes little time.
-- squawk-ignore require-concurrent-index-creation
create index deleted_tickets_newest on deleted_tickets (workspace_id, deleted_at desc, id desc);
