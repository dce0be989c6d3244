-- Roles have a description. Built-in roles have their word in `system`; roles that a workspace defines have null there.
-- Builds before this one read neither column, and write no roles.
set lock_timeout = '2s';

alter table roles add column description text not null default '', add column system text;
