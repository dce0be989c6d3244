-- The origin of an imported ticket: {key, file, address, words}. Builds before this one leave the column as it is.
set lock_timeout = '2s';

alter table tickets add column source jsonb;

-- `commit_batches`, or `commit_removal` for a deletion, for one batch whose tickets have a source. Neither of these
-- functions knows the column.
create function commit_sourced(
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
    v_answer jsonb;
begin
    if p_deletes ?| array['statuses', 'lists', 'labels'] then
        v_answer := commit_removal(
            p_workspaces, p_ats, p_wholes, p_scopes, p_batches, p_epochs,
            p_config, p_exact, p_numbers, p_last_numbers, p_touches_config, p_counts,
            p_commands, p_users, p_fingerprints, p_answer_scopes, p_answer_ordinals, p_refusals,
            p_read_batches, p_read_kinds, p_read_ids, p_read_versions, p_read_scopes, p_event_scopes,
            p_event_ordinals, p_event_commands, p_event_users, p_event_changes, p_activity_ids, p_activity_scopes,
            p_activity_ordinals, p_activity_tickets, p_activity_kinds, p_activity_users, p_activity_messages, p_activity_data,
            p_activity_created, p_activity_updated, p_rows, p_deletes
        );
    else
        v_answer := commit_batches(
            p_workspaces, p_ats, p_wholes, p_scopes, p_batches, p_epochs,
            p_config, p_exact, p_numbers, p_last_numbers, p_touches_config, p_counts,
            p_commands, p_users, p_fingerprints, p_answer_scopes, p_answer_ordinals, p_refusals,
            p_read_batches, p_read_kinds, p_read_ids, p_read_versions, p_read_scopes, p_event_scopes,
            p_event_ordinals, p_event_commands, p_event_users, p_event_changes, p_activity_ids, p_activity_scopes,
            p_activity_ordinals, p_activity_tickets, p_activity_kinds, p_activity_users, p_activity_messages, p_activity_data,
            p_activity_created, p_activity_updated, p_rows, p_deletes
        );
    end if;
    if v_answer ->> 'state' = 'ok' then
        update tickets t set source = r.source
        from jsonb_to_recordset(p_rows -> 'tickets') r (id uuid, source jsonb)
        where t.workspace_id = p_workspaces[1] and t.id = r.id and jsonb_typeof(r.source) = 'object';
    end if;
    return v_answer;
end
$$;
