-- When a member was deactivated. Such a member has the state `left`, so builds before this one keep that person out.
set lock_timeout = '2s';

alter table members add column deactivated_at timestamptz;
