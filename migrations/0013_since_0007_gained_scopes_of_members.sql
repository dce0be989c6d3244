-- Present members count as let in now. The journal may no longer hold the event that let them in. Members who are
-- offline during the upgrade fetch one snapshot. This migration is separate, so that the lock on the members that the
-- triggers took is already released.
set lock_timeout = '2s';

insert into gained_scopes (workspace_id, user_id, scope_id, gained_seq)
select m.workspace_id, m.id, s.id, s.seq
from members m
join streams s on s.workspace_id = m.workspace_id and (s.user_id is null or s.user_id = m.id)
where m.state = 'active'
on conflict (workspace_id, user_id, scope_id) do nothing;
