-- The label sets of an attribute of labels; null for every other attribute. Builds before this one ignore the column, and
-- treat such an attribute as a multiple select without options.
set lock_timeout = '2s';

alter table attributes add column label_sets jsonb;

-- As in 0032, with one more check: whether a ticket that the batch does not write still has a deleted label in a value of
-- an attribute that the batch writes. Builds before this one write no attribute when they delete a label, so this check does
-- not concern them.
create or replace function names_what_goes(p_workspace uuid, p_rows jsonb, p_deletes jsonb) returns boolean
language plpgsql stable
-- Plans are made once a connection, while the tables may still be small, and kept while they grow.
set enable_seqscan = off
as $$
declare
    v_statuses constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'statuses')::uuid);
    v_lists constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'lists')::uuid);
    v_labels constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'labels')::uuid);
    v_label_texts constant text[] := array(select v::text from unnest(v_labels) v);
    v_of_labels constant text[] := array(
        select r ->> 'id' from jsonb_array_elements(p_rows -> 'attributes') r where v_labels <> '{}'
    );
    v_types constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'task_types')::uuid);
    v_components constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'components')::uuid);
    v_sprints constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'sprints')::uuid);
    v_versions constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'fix_versions')::uuid);
    -- The options of an attribute that is deleted as a whole stay in the tickets, so that an undo finds them.
    v_options constant text[] := array(
        select o.id::text from options o
        where o.workspace_id = p_workspace and p_deletes -> 'options' ? o.id::text
          and not coalesce(p_deletes -> 'attributes' ? o.attribute_id::text, false)
    );
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
               or t.task_type_id = any (v_types) or t.components_ids && v_components or t.fix_versions_ids && v_versions
               or t.sprint_id = any (v_sprints)
               or exists (select from jsonb_array_elements(t.lists) place where (place ->> 'listId')::uuid = any (v_lists))
               or v_options <> '{}' and exists (select from jsonb_each(t.fields) f where f.value ?| v_options)
               or v_of_labels <> '{}' and exists (
                   select from jsonb_each(t.fields) f where f.key = any (v_of_labels) and f.value ?| v_label_texts)
               or v_restricted is not null and exists (
                   select from jsonb_array_elements(t.lists) place
                   where v_restricted ? (place ->> 'listId') and (v_restricted ->> (place ->> 'listId'))::uuid <> t.scope_id))
          and t.id <> all (v_written)
    );
end
$$;
