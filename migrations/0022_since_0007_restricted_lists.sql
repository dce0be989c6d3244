-- A list that is being restricted leaves every ticket of another home, also the private tickets that a node has not heard
-- of yet. The node asks for the check below by a delete of no lists in the same batch.
set lock_timeout = '2s';

-- As in 0014, and: whether a ticket that the batch does not write names a restricted list that the batch writes, and lives
-- in another scope than the list.
create or replace function names_what_goes(p_workspace uuid, p_rows jsonb, p_deletes jsonb) returns boolean
language plpgsql stable
-- Plans are made once a connection, while the tables may still be small, and kept while they grow.
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
    v_restricted constant jsonb := (
        select jsonb_object_agg(r ->> 'id', r ->> 'scope_id') from jsonb_array_elements(p_rows -> 'lists') r
        join streams s on s.id = (r ->> 'scope_id')::uuid and s.kind = 'list'
    );
begin
    return exists (
        select from tickets t
        where t.workspace_id = p_workspace
          and (t.status_id = any (v_statuses) or t.labels && v_labels
               or exists (select from jsonb_array_elements(t.lists) place where (place ->> 'listId')::uuid = any (v_lists))
               or v_restricted is not null and exists (
                   select from jsonb_array_elements(t.lists) place
                   where v_restricted ? (place ->> 'listId') and (v_restricted ->> (place ->> 'listId'))::uuid <> t.scope_id))
          and t.id <> all (v_written)
    );
end
$$;
