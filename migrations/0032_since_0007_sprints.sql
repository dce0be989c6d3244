-- Sprints, the sprint of each ticket, and what counts as the estimate of a ticket. Builds before this one read none of them;
-- the commit functions that they call stay, and leave these columns as they are.
set lock_timeout = '2s';

create table sprints (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    name text not null,
    goal text not null,
    start_date date,
    end_date date,
    state text not null,
    started_at timestamptz,
    completed_at timestamptz,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('sprints');

alter table tickets add column sprint_id uuid;
alter table workspaces add column estimate_id uuid;

-- As in 0030, and: whether a ticket that the batch does not write is in a sprint that the batch deletes.
create or replace function names_what_goes(p_workspace uuid, p_rows jsonb, p_deletes jsonb) returns boolean
language plpgsql stable
-- Plans are made once a connection, while the tables may still be small, and kept while they grow.
set enable_seqscan = off
as $$
declare
    v_statuses constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'statuses')::uuid);
    v_lists constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'lists')::uuid);
    v_labels constant uuid[] := array(select jsonb_array_elements_text(p_deletes -> 'labels')::uuid);
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
               or v_restricted is not null and exists (
                   select from jsonb_array_elements(t.lists) place
                   where v_restricted ? (place ->> 'listId') and (v_restricted ->> (place ->> 'listId'))::uuid <> t.scope_id))
          and t.id <> all (v_written)
    );
end
$$;

-- Takes the place of `store_batches_records`, which stays for older builds. It differs in that it writes the sprint of tickets
-- and the estimate of the workspace, and asks for tickets of a deleted sprint.
create function store_batches_sprints(
    p_workspaces uuid[], p_ats timestamptz[],
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
-- Plans are made once a connection, while the tables may still be small, and kept while they grow.
set enable_seqscan = off
as $$
declare
    v_alone constant boolean := cardinality(p_workspaces) = 1;
    v_workspace constant uuid := p_workspaces[1];
    v_before bigint[];
    v_stale boolean;
    v_seen jsonb;
    v_out int[];
    v_table text;
    v_hot constant text[] := array['workspaces', 'tickets', 'links', 'activities', 'reactions'];
begin
    -- A locked row is the newest one, also where the lock was waited for: what is asked of the streams themselves
    -- may be asked here.
    if v_alone then
        select array_agg(s.seq order by g.n),
               bool_or(s.config_seq <> g.config_seq or s.seq <> g.exact or s.last_number <> g.number)
        into v_before, v_stale
        from (
            select id, epoch, seq, config_seq, last_number from streams
            where id = any (p_scopes) and workspace_id = v_workspace
            order by id for no key update
        ) s
        join unnest(p_scopes, p_epochs, p_config, p_exact, p_numbers) with ordinality
            g (id, epoch, config_seq, exact, number, n) on g.id = s.id and g.epoch = s.epoch;

        if coalesce(cardinality(v_before), 0) <> cardinality(p_scopes) then
            return jsonb_build_object('state', 'epoch');
        end if;
    else
        select array_agg(s.seq order by g.n),
               array_agg(g.batch) filter (where s.id is null or s.config_seq <> g.config_seq or s.seq <> g.exact or s.last_number <> g.number)
        into v_before, v_out
        from unnest(p_scopes, p_batches, p_epochs, p_config, p_exact, p_numbers) with ordinality
            g (id, batch, epoch, config_seq, exact, number, n)
        left join (
            select id, workspace_id, epoch, seq, config_seq, last_number from streams
            where id = any (p_scopes)
            for no key update skip locked
        ) s on s.id = g.id and s.workspace_id = p_workspaces[g.batch] and s.epoch = g.epoch;
    end if;

    -- The bounds keep the search to the days that the ids are of.
    select jsonb_agg(jsonb_build_object('id', c.id, 'workspace', c.workspace_id, 'user', c.user_id, 'fingerprint', c.fingerprint,
                                        'scope', c.scope_id, 'seq', c.seq, 'refusal', c.refusal))
    into v_seen
    from commands c
    where c.id = any (p_commands) and c.workspace_id = any (p_workspaces)
      and c.id >= (select id from unnest(p_commands) g (id) order by id limit 1)
      and c.id <= (select id from unnest(p_commands) g (id) order by id desc limit 1);
    if v_alone and v_seen is not null then
        return jsonb_build_object('state', 'seen', 'commands', v_seen);
    end if;

    -- One look at an index a row: a join of all the kinds was planned as a merge over every activity of the
    -- workspace, and a commit took the longer the longer its history was.
    v_out := v_out || array(
        select r.batch from unnest(p_read_batches, p_read_kinds, p_read_ids, p_read_versions, p_read_scopes)
            r (batch, kind, id, version, scope_id)
        where r.version <> coalesce(case r.kind
            when 'ticket' then (select t.version from tickets t where t.workspace_id = p_workspaces[r.batch] and t.id = r.id
                                  and t.scope_id = coalesce(r.scope_id, t.scope_id))
            when 'activity' then (select a.version from activities a where a.workspace_id = p_workspaces[r.batch] and a.id = r.id)
            when 'reaction' then (select x.version from reactions x where x.workspace_id = p_workspaces[r.batch] and x.id = r.id)
        end, 0)
    );
    if v_alone then
        if v_stale or v_out <> '{}'
           or p_deletes ?| array['statuses', 'lists', 'labels', 'options', 'task_types', 'components', 'fix_versions', 'sprints'] and names_what_goes(v_workspace, p_rows, p_deletes) then
            return jsonb_build_object('state', 'stale');
        end if;
    else
        if v_seen is not null then
            v_out := v_out || array(select array_position(p_workspaces, (c ->> 'workspace')::uuid) from jsonb_array_elements(v_seen) c);
        end if;
        if v_out <> '{}' then
            v_before := array(
                select case when g.batch <> all (v_out) then g.seq end
                from unnest(p_batches, v_before) with ordinality g (batch, seq, n) order by g.n
            );
        end if;
    end if;

    if p_deletes <> '{}' then
        if p_deletes ? 'tickets' then
            insert into deleted_tickets (workspace_id, id, scope_id, number, deleted_at, deleted_by_user_id)
            select v_workspace, d.id, d.scope_id, d.number, p_ats[1], d.user_id
            from jsonb_to_recordset(p_deletes -> 'tickets') d (id uuid, scope_id uuid, number bigint, user_id uuid);
            delete from reactions x using jsonb_to_recordset(p_deletes -> 'tickets') d (id uuid)
            where x.workspace_id = v_workspace and x.ticket_id = d.id;
            delete from activities a using jsonb_to_recordset(p_deletes -> 'tickets') d (id uuid)
            where a.workspace_id = v_workspace and a.ticket_id = d.id;
            delete from tickets t using jsonb_to_recordset(p_deletes -> 'tickets') d (id uuid)
            where t.workspace_id = v_workspace and t.id = d.id;
        end if;
        if p_deletes ? 'links' then
            delete from links where workspace_id = v_workspace and id in (select jsonb_array_elements_text(p_deletes -> 'links')::uuid);
        end if;
        if p_deletes ? 'activities' then
            delete from reactions where workspace_id = v_workspace and activity_id in (select jsonb_array_elements_text(p_deletes -> 'activities')::uuid);
            delete from activities where workspace_id = v_workspace and id in (select jsonb_array_elements_text(p_deletes -> 'activities')::uuid);
        end if;
        if p_deletes ? 'reactions' then
            delete from reactions where workspace_id = v_workspace and id in (select jsonb_array_elements_text(p_deletes -> 'reactions')::uuid);
        end if;
        for v_table in select jsonb_object_keys(p_deletes - v_hot) loop
            perform delete_cold_rows(v_table, v_workspace, p_deletes -> v_table);
        end loop;
    end if;

    if p_rows - 'tickets' <> '{}' then
        if p_rows ? 'workspaces' then
            insert into workspaces as t (id, name, icon, key, estimate_id, created_at)
            select r.id, r.name, r.icon, r.key, r.estimate_id, r.created_at
            from jsonb_populate_recordset(null::workspaces, p_rows -> 'workspaces') r
            on conflict (id) do update set
                name = excluded.name,
                icon = excluded.icon,
                key = excluded.key,
                estimate_id = excluded.estimate_id;
        end if;
        if p_rows ? 'links' then
            insert into links as t (workspace_id, id, scope_id, version, kind, from_ticket_id, to_ticket_id, created_user_id, created_at)
            select r.workspace_id, r.id, r.scope_id, v_before[array_position(p_scopes, r.scope_id)] + r.version, r.kind, r.from_ticket_id, r.to_ticket_id, r.created_user_id, r.created_at
            from jsonb_populate_recordset(null::links, p_rows -> 'links') r
            where v_before[array_position(p_scopes, r.scope_id)] is not null
            on conflict (workspace_id, id) do update set
                scope_id = excluded.scope_id,
                version = excluded.version,
                kind = excluded.kind,
                from_ticket_id = excluded.from_ticket_id,
                to_ticket_id = excluded.to_ticket_id,
                created_user_id = excluded.created_user_id;
        end if;
        if p_rows ? 'reactions' then
            insert into reactions as t (workspace_id, id, scope_id, version, activity_id, ticket_id, user_id, emoji, created_at)
            select r.workspace_id, r.id, r.scope_id, v_before[array_position(p_scopes, r.scope_id)] + r.version, r.activity_id, r.ticket_id, r.user_id, r.emoji, r.created_at
            from jsonb_populate_recordset(null::reactions, p_rows -> 'reactions') r
            where v_before[array_position(p_scopes, r.scope_id)] is not null
            on conflict (workspace_id, id) do update set
                scope_id = excluded.scope_id,
                version = excluded.version,
                activity_id = excluded.activity_id,
                ticket_id = excluded.ticket_id,
                user_id = excluded.user_id,
                emoji = excluded.emoji;
        end if;
        for v_table in select jsonb_object_keys(p_rows - v_hot) loop
            perform write_cold_rows(v_table, p_rows -> v_table, p_scopes, v_before);
        end loop;
    end if;
    if p_activity_ids <> '{}' then
        insert into activities as t (workspace_id, id, scope_id, version, ticket_id, kind, user_id, message, data, created_at, updated_at)
        select p_workspaces[p_batches[r.scope]], r.id, p_scopes[r.scope], v_before[r.scope] + r.ordinal, r.ticket_id, r.kind, r.user_id,
               r.message, r.data::json, r.created_at, r.updated_at
        from unnest(p_activity_ids, p_activity_scopes, p_activity_ordinals, p_activity_tickets, p_activity_kinds,
                    p_activity_users, p_activity_messages, p_activity_data, p_activity_created, p_activity_updated)
            r (id, scope, ordinal, ticket_id, kind, user_id, message, data, created_at, updated_at)
        where v_before[r.scope] is not null
        on conflict (workspace_id, id) do update set
            scope_id = excluded.scope_id,
            version = excluded.version,
            ticket_id = excluded.ticket_id,
            kind = excluded.kind,
            user_id = excluded.user_id,
            message = excluded.message,
            data = excluded.data,
            updated_at = excluded.updated_at;
    end if;
    if p_rows ? 'tickets' then
        insert into tickets as t (workspace_id, id, scope_id, version, number, private, title, description, description_sum, status_id, previous_status_id, created_user_id, report_by, assignees_ids, labels, lists, parent_ticket_id, subtasks_order, priority, start_date, due_date, completed, completed_at, completed_by_user_id, trashed_at, trashed_by_user_id, comments, commented_by_user_ids, completed_in, delayed_for, in_progress_for, in_progress_since, source, fields, last_activity, task_type_id, components_ids, fix_versions_ids, sprint_id, created_at, updated_at)
        select r.workspace_id, r.id, r.scope_id, v_before[array_position(p_scopes, r.scope_id)] + r.version, r.number, r.private, r.title, r.description, r.description_sum, r.status_id, r.previous_status_id, r.created_user_id, r.report_by, r.assignees_ids, r.labels, r.lists, r.parent_ticket_id, r.subtasks_order, r.priority, r.start_date, r.due_date, r.completed, r.completed_at, r.completed_by_user_id, r.trashed_at, r.trashed_by_user_id, r.comments, r.commented_by_user_ids, r.completed_in, r.delayed_for, r.in_progress_for, r.in_progress_since, r.source, r.fields, r.last_activity, r.task_type_id, r.components_ids, r.fix_versions_ids, r.sprint_id, r.created_at, r.updated_at
        from jsonb_populate_recordset(null::tickets, p_rows -> 'tickets') r
        where v_before[array_position(p_scopes, r.scope_id)] is not null
        on conflict (workspace_id, id) do update set
            scope_id = excluded.scope_id,
            version = excluded.version,
            number = excluded.number,
            private = excluded.private,
            title = excluded.title,
            description = coalesce(excluded.description, t.description),
            description_sum = excluded.description_sum,
            status_id = excluded.status_id,
            previous_status_id = excluded.previous_status_id,
            created_user_id = excluded.created_user_id,
            report_by = excluded.report_by,
            assignees_ids = excluded.assignees_ids,
            labels = excluded.labels,
            lists = excluded.lists,
            parent_ticket_id = excluded.parent_ticket_id,
            subtasks_order = excluded.subtasks_order,
            priority = excluded.priority,
            start_date = excluded.start_date,
            due_date = excluded.due_date,
            completed = excluded.completed,
            completed_at = excluded.completed_at,
            completed_by_user_id = excluded.completed_by_user_id,
            trashed_at = excluded.trashed_at,
            trashed_by_user_id = excluded.trashed_by_user_id,
            comments = excluded.comments,
            commented_by_user_ids = excluded.commented_by_user_ids,
            completed_in = excluded.completed_in,
            delayed_for = excluded.delayed_for,
            in_progress_for = excluded.in_progress_for,
            in_progress_since = excluded.in_progress_since,
            source = excluded.source,
            fields = excluded.fields,
            task_type_id = excluded.task_type_id,
            components_ids = excluded.components_ids,
            fix_versions_ids = excluded.fix_versions_ids,
            sprint_id = excluded.sprint_id,
            last_activity = excluded.last_activity,
            updated_at = excluded.updated_at;
    end if;

    insert into events (scope_id, seq, at, workspace_id, command_id, user_id, changes)
    select p_scopes[e.scope], v_before[e.scope] + e.ordinal, p_ats[p_batches[e.scope]], p_workspaces[p_batches[e.scope]],
           e.command_id, e.user_id, e.changes::json
    from unnest(p_event_scopes, p_event_ordinals, p_event_commands, p_event_users, p_event_changes)
        e (scope, ordinal, command_id, user_id, changes)
    where v_before[e.scope] is not null;

    insert into commands (id, workspace_id, user_id, fingerprint, scope_id, seq, refusal)
    select c.id, p_workspaces[p_batches[c.scope]], c.user_id, c.fingerprint, p_scopes[c.scope], v_before[c.scope] + c.ordinal, c.refusal
    from unnest(p_commands, p_users, p_fingerprints, p_answer_scopes, p_answer_ordinals, p_refusals)
        c (id, user_id, fingerprint, scope, ordinal, refusal)
    where v_before[c.scope] is not null;

    update streams s set
        seq = s.seq + p_counts[array_position(p_scopes, s.id)],
        config_seq = coalesce(s.seq + p_touches_config[array_position(p_scopes, s.id)], s.config_seq),
        last_number = coalesce(p_last_numbers[array_position(p_scopes, s.id)], s.last_number)
    where s.id = any (p_scopes) and v_before[array_position(p_scopes, s.id)] is not null;

    return jsonb_build_object('state', 'ok', 'before', to_jsonb(v_before));
end
$$;
