-- The restricted lists that an invitation shares with the person who accepts it. A list has no foreign key: when the
-- invitation is accepted, lists that the inviter no longer manages are left out.
set lock_timeout = '2s';

create table invitation_lists (
    token_hash bytea not null references invitations (token_hash) on delete cascade,
    list_id    uuid  not null,
    level      text  not null check (level in ('view', 'comment', 'edit', 'manage')),
    primary key (token_hash, list_id)
);
