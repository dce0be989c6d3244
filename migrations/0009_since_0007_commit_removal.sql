-- A status, list or label is deleted only when no ticket names it. Builds before this one relied on the sum of all seqs
-- (`p_wholes`), which every private edit made stale.
set lock_timeout = '2s';

-- `commit_batches` for one batch that deletes statuses, lists or labels. The batch is stale while a ticket that it does
-- not write still names one of them, in any scope. Every batch locks the workspace's own stream, and decisions rely on
-- its configuration. So no ticket can come to name them between this check and the end of the call, nor afterwards.
create function commit_removal(
    p_workspaces uuid[], p_ats timestamptz[], p_wholes bigint[],
    p_scopes uuid[], p_batches int[], p_epochs uuid[], p_config bigint[], p_exact bigint[],
    p_numbers bigint[], p_last_numbers bigint[], p_touches_config int[], p_counts int[],
    p_commands uuid[], p_users uuid[], p_fingerprints bigint[],
    p_answer_scopes int[], p_answer_ordinals int[], p_refusals jsonb[],
    p_read_batches int[], p_read_kinds text[], p_read_ids uuid[], p_read_versions bigint[], p_read_scopes uuid[],
    p_event_scopes int[], p_event_ordinals int[], p_event_commands uuid[], p_event_users uuid[], p_event_changes text[],
    p_activity_ids uuid[], p_activity_scopes int[], p_activity_ordinals int[], p_activity_tickets uuid[], p_activity_kinds text[],
    p_activity_users uuid[], p_activity_messages text[], p_activity_data text[],
    p_activity_created timestamptz[], p_activity_updated timestamptz[],
    p_rows jsonb, p_deletes jsonb
) returns jsonb
language plpgsql volatile
-- The same settings as `commit_batches`.
set enable_seqscan = off
as $$
declare
    v_statuses constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'statuses')::uuid);
    v_lists constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'lists')::uuid);
    v_labels constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'labels')::uuid);
    v_written constant uuid[] := array(
        select (r ->> 'id')::uuid from jsonb_array_elements(p_rows -> 'tickets') r
        union all
        select (d ->> 'id')::uuid from jsonb_array_elements(p_deletes -> 'tickets') d
    );
begin
    -- The lock comes before the check, in a statement of its own: see `commit_batches`.
    perform from streams where id = any (p_scopes) and workspace_id = p_workspaces[1] order by id for no key update;
    if exists (
        select from tickets t
        where t.workspace_id = p_workspaces[1]
          and (t.status_id = any (v_statuses) or t.labels && v_labels
               or exists (select from jsonb_array_elements(t.lists) place where (place ->> 'listId')::uuid = any (v_lists)))
          and t.id <> all (v_written)
    ) then
        return jsonb_build_object('state', 'stale');
    end if;
    return commit_batches(
        p_workspaces, p_ats, p_wholes, p_scopes, p_batches, p_epochs,
        p_config, p_exact, p_numbers, p_last_numbers, p_touches_config, p_counts,
        p_commands, p_users, p_fingerprints, p_answer_scopes, p_answer_ordinals, p_refusals,
        p_read_batches, p_read_kinds, p_read_ids, p_read_versions, p_read_scopes, p_event_scopes,
        p_event_ordinals, p_event_commands, p_event_users, p_event_changes, p_activity_ids, p_activity_scopes,
        p_activity_ordinals, p_activity_tickets, p_activity_kinds, p_activity_users, p_activity_messages, p_activity_data,
        p_activity_created, p_activity_updated, p_rows, p_deletes
    );
end
$$;
