-- What goes (a status, a list, a label) is taken from everybody's private tickets, too. So a batch in which
-- something goes relies on all the workspace's streams, those that the node has never heard of included.
set lock_timeout = '2s';

-- As commit_batch, and stale where any stream of the workspace has moved.
--
-- p_whole is the sum of their seqs as the decisions saw them. Seqs only grow, so the sums are equal only where
-- nothing was added anywhere; and nothing is added before the end of this call, because every batch locks the
-- workspace's own stream, whatever else it writes.
create function commit_batch_whole(
    p_whole bigint,
    p_workspace uuid, p_at timestamptz,
    p_scopes uuid[], p_epochs uuid[], p_config bigint[], p_exact bigint[],
    p_numbers bigint[], p_last_numbers bigint[], p_touches_config int[],
    p_commands uuid[], p_users uuid[], p_fingerprints bigint[],
    p_answer_scopes uuid[], p_answer_ordinals int[], p_refusals jsonb[],
    p_read_kinds text[], p_read_ids uuid[], p_read_versions bigint[],
    p_event_scopes uuid[], p_event_ordinals int[], p_event_commands uuid[], p_event_users uuid[], p_event_changes jsonb[],
    p_rows jsonb, p_deletes jsonb
) returns jsonb
language plpgsql volatile as $$
begin
    -- The locks of commit_batch, in its order.
    perform 1 from streams where id = any (p_scopes) and workspace_id = p_workspace
    order by id for no key update;

    -- A command that was seen before is answered as it was, however much has happened since.
    if (select sum(seq) from streams where workspace_id = p_workspace) <> p_whole
        and not exists (select 1 from commands where id = any (p_commands) and workspace_id = p_workspace)
    then
        return jsonb_build_object('state', 'stale');
    end if;

    return commit_batch(
        p_workspace, p_at, p_scopes, p_epochs, p_config, p_exact, p_numbers, p_last_numbers, p_touches_config,
        p_commands, p_users, p_fingerprints, p_answer_scopes, p_answer_ordinals, p_refusals,
        p_read_kinds, p_read_ids, p_read_versions,
        p_event_scopes, p_event_ordinals, p_event_commands, p_event_users, p_event_changes, p_rows, p_deletes);
end
$$;
