-- The seq at which each member gained a scope. A cursor from before that seq is never resumed, because the journal
-- still holds tickets that were deleted, moved away or made private in the meantime.
set lock_timeout = '2s';

create table gained_scopes (
    workspace_id uuid   not null,
    user_id      uuid   not null,
    scope_id     uuid   not null,
    -- The scope's seq after the commit that let the member in.
    gained_seq   bigint not null,
    primary key (workspace_id, user_id, scope_id)
);

-- A trigger on the members writes the row, so builds that do not know this table write it too. A personal stream that
-- is created later needs no row: its owner may see all of it.
create function note_gained_scopes() returns trigger
language plpgsql as $$
begin
    insert into gained_scopes (workspace_id, user_id, scope_id, gained_seq)
    select new.workspace_id, new.id, s.id, s.seq
    from streams s
    where s.workspace_id = new.workspace_id and (s.user_id is null or s.user_id = new.id)
    on conflict (workspace_id, user_id, scope_id) do update set gained_seq = excluded.gained_seq;
    return null;
end
$$;

-- Deferred to the end of the commit, when the streams' seqs include the batch.
create constraint trigger gained_scopes_of_new_members
    after insert on members deferrable initially deferred
    for each row when (new.state = 'active')
    execute function note_gained_scopes();
create constraint trigger gained_scopes_of_members
    after update of role, state on members deferrable initially deferred
    for each row when (
        new.state = 'active' and (old.state <> 'active' or (old.role = 'guest' and new.role <> 'guest'))
    )
    execute function note_gained_scopes();
