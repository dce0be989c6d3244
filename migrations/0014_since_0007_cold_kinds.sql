-- A cold kind is one that is written seldom: its rows need no SQL of their own. Its migration creates the table and names
-- it in `cold_kinds`, and no function changes.
set lock_timeout = '2s';

-- The tables of the cold kinds. Each has the columns workspace_id, id, scope_id and version, and the first two are its
-- primary key.
create table cold_kinds (table_name text primary key);

-- Builds before this one write neither column: a null scope is the workspace's own, and a version may be out of date.
-- So no decision may rely on the versions of these four before every build writes them.
alter table members add column scope_id uuid, add column version bigint;
alter table statuses add column scope_id uuid, add column version bigint;
alter table lists add column scope_id uuid, add column version bigint;
alter table labels add column scope_id uuid, add column version bigint;
alter table imports add column version bigint;

insert into cold_kinds (table_name) values ('members'), ('statuses'), ('lists'), ('labels'), ('imports');

-- An unknown table is an error: a row that is dropped in silence would be acknowledged all the same.
create function check_cold_kind(p_table text) returns void
language plpgsql stable
as $$
begin
    if not exists (select from cold_kinds where table_name = p_table) then
        raise exception 'no kind is stored in the table "%"', p_table using errcode = 'undefined_table';
    end if;
end
$$;

-- Writes rows of one cold kind. Their keys are the columns that the writing build knows: builds of two versions write the
-- same table side by side, and neither touches the other's columns. All rows have the same keys. `version` holds an
-- event's ordinal. p_before has the seqs of p_scopes before the batch. What a row was created at never changes.
create function write_cold_rows(p_table text, p_rows jsonb, p_scopes uuid[], p_before bigint[]) returns void
language plpgsql volatile
as $$
declare
    v_keys constant text[] := array(select jsonb_object_keys(p_rows -> 0));
    v_columns text[];
begin
    perform check_cold_kind(p_table);
    select array_agg(a.attname::text order by a.attnum) into v_columns
    from pg_attribute a
    where a.attrelid = to_regclass(quote_ident(p_table)) and a.attnum > 0 and not a.attisdropped and a.attname = any (v_keys);
    if cardinality(v_columns) is distinct from cardinality(v_keys) then
        raise exception 'the table "%" lacks some of the columns %', p_table, v_keys using errcode = 'undefined_column';
    end if;
    if exists (
        select from jsonb_array_elements(p_rows) r
        where not r ?& v_keys or (select count(*) from jsonb_object_keys(r)) <> cardinality(v_keys)
           or array_position(p_scopes, (r ->> 'scope_id')::uuid) is null
    ) then
        raise exception 'the rows of the table "%" differ in their columns, or are of no scope of this batch', p_table
            using errcode = 'invalid_parameter_value';
    end if;
    execute format(
        'insert into %1$I as t (%2$s) select %3$s from jsonb_populate_recordset(null::%1$I, $1) r
         on conflict (workspace_id, id) do update set %4$s',
        p_table,
        (select string_agg(quote_ident(c), ', ' order by n) from unnest(v_columns) with ordinality g (c, n)),
        (select string_agg(case c when 'version' then '$3[array_position($2, r.scope_id)] + r.version'
                                  else 'r.' || quote_ident(c) end, ', ' order by n)
         from unnest(v_columns) with ordinality g (c, n)),
        (select string_agg(format('%1$I = excluded.%1$I', c), ', ' order by n)
         from unnest(v_columns) with ordinality g (c, n) where c <> all (array['workspace_id', 'id', 'created_at']))
    ) using p_rows, p_scopes, p_before;
end
$$;

create function delete_cold_rows(p_table text, p_workspace uuid, p_ids jsonb) returns void
language plpgsql volatile
as $$
begin
    perform check_cold_kind(p_table);
    execute format('delete from %I where workspace_id = $1 and id in (select jsonb_array_elements_text($2)::uuid)', p_table)
        using p_workspace, p_ids;
end
$$;

-- Whether a ticket that the batch does not write still names a status, list or label that the batch deletes.
create function names_what_goes(p_workspace uuid, p_rows jsonb, p_deletes jsonb) returns boolean
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
begin
    return exists (
        select from tickets t
        where t.workspace_id = p_workspace
          and (t.status_id = any (v_statuses) or t.labels && v_labels
               or exists (select from jsonb_array_elements(t.lists) place where (place ->> 'listId')::uuid = any (v_lists)))
          and t.id <> all (v_written)
    );
end
$$;

-- Takes the place of `commit_batches`, `commit_removal` and `commit_sourced`, which stay for older builds: see 0008 for
-- what each parameter says, for the locks and for the answers. It differs in that
-- - rows of cold kinds are written by `write_cold_rows`, and a table that it does not know is an error;
-- - a batch is stale while a ticket that it does not write names a status, list or label that it deletes. The check comes
--   after the locks: every batch locks the workspace's own stream, so no ticket can come to name them before the end of
--   the call, nor afterwards, since decisions rely on the configuration. So there is no p_wholes;
-- - tickets have their source.
create function store_batches(
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
           or p_deletes ?| array['statuses', 'lists', 'labels'] and names_what_goes(v_workspace, p_rows, p_deletes) then
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
            insert into workspaces as t (id, name, icon, key, created_at)
            select r.id, r.name, r.icon, r.key, r.created_at
            from jsonb_populate_recordset(null::workspaces, p_rows -> 'workspaces') r
            on conflict (id) do update set
                name = excluded.name,
                icon = excluded.icon,
                key = excluded.key;
        end if;
        if p_rows ? 'links' then
            insert into links as t (workspace_id, id, scope_id, version, kind, from_ticket_id, to_ticket_id, created_user_id, created_at)
            select r.workspace_id, r.id, r.scope_id, v_before[array_position(p_scopes, r.scope_id)] + r.version, r.kind, r.from_ticket_id, r.to_ticket_id, r.created_user_id, r.created_at
            from jsonb_populate_recordset(null::links, p_rows -> 'links') r
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
        insert into tickets as t (workspace_id, id, scope_id, version, number, private, title, description, description_sum, status_id, previous_status_id, created_user_id, report_by, assignees_ids, labels, lists, parent_ticket_id, subtasks_order, priority, start_date, due_date, completed, completed_at, completed_by_user_id, trashed_at, trashed_by_user_id, comments, commented_by_user_ids, completed_in, delayed_for, in_progress_for, in_progress_since, source, created_at, updated_at)
        select r.workspace_id, r.id, r.scope_id, v_before[array_position(p_scopes, r.scope_id)] + r.version, r.number, r.private, r.title, r.description, r.description_sum, r.status_id, r.previous_status_id, r.created_user_id, r.report_by, r.assignees_ids, r.labels, r.lists, r.parent_ticket_id, r.subtasks_order, r.priority, r.start_date, r.due_date, r.completed, r.completed_at, r.completed_by_user_id, r.trashed_at, r.trashed_by_user_id, r.comments, r.commented_by_user_ids, r.completed_in, r.delayed_for, r.in_progress_for, r.in_progress_since, r.source, r.created_at, r.updated_at
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
