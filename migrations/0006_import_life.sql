-- Whether somebody is at work on an import. A node that was killed cannot say that it is gone.
set lock_timeout = '2s';

alter table imports add column alive_at timestamptz not null default now();
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in ('running', 'done', 'failed', 'interrupted'));
create index imports_running on imports (alive_at) where state = 'running';
