-- What people say about themselves. The account holds it, and members carry copies, like names.
set lock_timeout = '2s';

alter table users
    add column department text not null default '',
    add column designation text not null default '',
    -- The workspace that was opened last on any device. The person may have lost it since.
    add column active_workspace_id uuid;

alter table members
    add column department text not null default '',
    add column designation text not null default '';
