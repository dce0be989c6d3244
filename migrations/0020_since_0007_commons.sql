-- The switch of a workspace to the form with commons (SC12): one call, one commit.
set lock_timeout = '2s';

-- Finds the workspaces without commons. A workspace has few streams, so building the index takes no time.
-- squawk-ignore require-concurrent-index-creation
create index streams_of_commons on streams (workspace_id) where kind = 'commons';

-- Whether every live node knows a schema number: each node writes its number into its figures every few seconds. Nodes of
-- builds that write none count as 0. False if no node is known, because a restart of the database empties `nodes`.
create function nodes_know(p_schema int) returns boolean
language sql stable
as $$
    select coalesce(min(coalesce((figures ->> 'schema')::int, 0)) >= p_schema, false)
    from nodes where seen_at > now() - interval '1 minute'
$$;

-- Switches a workspace, unless it has commons, or a live node does not know p_schema. Idempotent, and safe to call from
-- several nodes at once. Returns true if this call has switched the workspace.
--
-- p_commons   the id of the commons
-- p_tables    the tables of the cold kinds whose rows live in the commons
-- p_roles     the rows of the built-in roles, as `write_cold_rows` takes them
--
-- Called in autocommit, never inside a transaction that a client holds open. A commit that waits for the locks of this
-- call finds other epochs afterwards, and its commands are decided again. So does a commit that the call waits for.
create function switch_workspace(p_workspace uuid, p_commons uuid, p_schema int, p_tables text[], p_roles jsonb)
returns boolean
language plpgsql volatile
set lock_timeout = '2s'
as $$
declare
    v_streams uuid[];
    v_table text;
begin
    -- In the order in which commits lock. The rest is asked by later statements, which see what was committed before.
    select array_agg(id) into v_streams
    from (select id from streams where workspace_id = p_workspace order by id for no key update) s;
    if not nodes_know(p_schema)
       or not exists (select from workspaces where id = p_workspace)
       or exists (select from streams where workspace_id = p_workspace and kind = 'commons') then
        return false;
    end if;

    insert into streams (id, workspace_id, kind) values (p_commons, p_workspace, 'commons');
    foreach v_table in array p_tables loop
        perform check_cold_kind(v_table);
        execute format('update %I set scope_id = $2, version = 0 where workspace_id = $1', v_table)
            using p_workspace, p_commons;
    end loop;
    perform write_cold_rows('roles', p_roles, array[p_commons], array[0]::bigint[]);

    -- Builds that do not know scopes by kind would take the rows of the commons for rows of the workspace. They refuse a
    -- workspace with a member whose role is an id. This row makes them refuse every switched workspace. It belongs to no
    -- scope, so it is in no snapshot and no client sees it.
    insert into members (workspace_id, id, scope_id, version, role, state, firstname, lastname, username, created_at)
    values (p_workspace, gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 0,
            p_roles -> 0 ->> 'id', 'left', '', '', 'older builds', now());

    -- All active members follow the commons from its beginning. Cursors of the other streams have old epochs from now on.
    insert into gained_scopes (workspace_id, user_id, scope_id, gained_seq)
    select m.workspace_id, m.id, p_commons, 0 from members m
    where m.workspace_id = p_workspace and m.state = 'active'
    on conflict (workspace_id, user_id, scope_id) do nothing;

    -- Followers go on where they are. Otherwise they would read all kept events again, and make their jobs twice. A
    -- stream that was made since the lock has an epoch that no node knows.
    with begun as (
        update streams s set epoch = gen_random_uuid()
        from (select id, epoch from streams where id = any (v_streams)) before
        where s.id = before.id
        returning s.id, s.epoch, before.epoch as epoch_before
    )
    update follower_cursors c set epoch = b.epoch from begun b
    where c.scope_id = b.id and c.epoch = b.epoch_before;
    return true;
end
$$;
