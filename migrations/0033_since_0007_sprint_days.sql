-- The figures of sprints, day by day. A trigger notes each change of a ticket that a sprint counts, in the commit of the change,
-- and the job `sprints.count` adds the notes to the days. Edits of earlier builds leave notes as well.
set lock_timeout = '2s';

-- How a sprint counts each of its tickets now: the part of the notes that the job has read.
create table sprint_tickets (
    workspace_id uuid  not null,
    ticket_id    uuid  not null,
    scope_id     uuid  not null,
    sprint_id    uuid  not null,
    -- `open`, `done` or `canceled`.
    state        text  not null,
    -- By measure: 1 for the nil id, which counts tickets, and the values of number attributes by the ids of the attributes.
    amounts      jsonb not null,
    primary key (workspace_id, ticket_id)
);

-- What a day has added to a sprint, in each scope and measure. The figures at the end of a day are the sums up to that day.
create table sprint_days (
    workspace_id uuid    not null,
    sprint_id    uuid    not null,
    scope_id     uuid    not null,
    measure      uuid    not null,
    day          date    not null,
    total        numeric not null,
    open         numeric not null,
    done         numeric not null,
    primary key (workspace_id, sprint_id, scope_id, measure, day)
);

-- How a ticket counts after a change. Without a sprint: not at all.
create table sprint_changes (
    id           bigint generated always as identity primary key,
    workspace_id uuid        not null,
    ticket_id    uuid        not null,
    scope_id     uuid        not null,
    sprint_id    uuid,
    state        text        not null,
    amounts      jsonb       not null,
    at           timestamptz not null
);

create function sprint_state(p_category text) returns text
language sql immutable as $$
    select case p_category when 'completed' then 'done' when 'canceled' then 'canceled' else 'open' end
$$;

create function sprint_amounts(p_fields jsonb) returns jsonb
language sql immutable as $$
    select coalesce(jsonb_object_agg(key, value) filter (where jsonb_typeof(value) = 'number'), '{}')
           || '{"00000000-0000-0000-0000-000000000000": 1}'
    from jsonb_each(p_fields)
$$;

create function note_sprint_change() returns trigger
language plpgsql as $$
declare
    v_at timestamptz := clock_timestamp();
    v_category text;
begin
    if tg_op = 'DELETE' then
        insert into sprint_changes (workspace_id, ticket_id, scope_id, sprint_id, state, amounts, at)
        values (old.workspace_id, old.id, old.scope_id, null, 'open', '{}', v_at);
        return null;
    end if;
    if tg_op = 'INSERT' or new.updated_at > old.updated_at then
        v_at := new.updated_at;
    end if;
    select s.category into v_category from statuses s where s.workspace_id = new.workspace_id and s.id = new.status_id;
    insert into sprint_changes (workspace_id, ticket_id, scope_id, sprint_id, state, amounts, at)
    values (new.workspace_id, new.id, new.scope_id, case when new.trashed_at is null then new.sprint_id end,
            sprint_state(v_category), sprint_amounts(new.fields), v_at);
    return null;
end
$$;

create trigger sprint_new_ticket after insert on tickets
    for each row when (new.sprint_id is not null)
    execute function note_sprint_change();
create trigger sprint_changed_ticket after update on tickets
    for each row when ((old.sprint_id is not null or new.sprint_id is not null)
                       and (old.sprint_id is distinct from new.sprint_id or old.status_id <> new.status_id
                            or (old.trashed_at is null) <> (new.trashed_at is null)
                            or old.fields <> new.fields or old.scope_id <> new.scope_id))
    execute function note_sprint_change();
create trigger sprint_deleted_ticket after delete on tickets
    for each row when (old.sprint_id is not null)
    execute function note_sprint_change();

-- Another category counts all tickets of the status anew.
create function note_sprint_category() returns trigger
language plpgsql as $$
begin
    insert into sprint_changes (workspace_id, ticket_id, scope_id, sprint_id, state, amounts, at)
    select t.workspace_id, t.id, t.scope_id, t.sprint_id, sprint_state(new.category), sprint_amounts(t.fields), clock_timestamp()
    from tickets t
    where t.workspace_id = new.workspace_id and t.status_id = new.id and t.sprint_id is not null and t.trashed_at is null;
    return null;
end
$$;

create trigger sprint_changed_category after update on statuses
    for each row when (old.category <> new.category)
    execute function note_sprint_category();

-- Reads the oldest notes and adds them to the days. Returns how many notes it has read. A note goes in the transaction that
-- counts it, and one transaction at a time counts, so that no note is lost or counted twice.
create function count_sprints(p_most int) returns bigint
language plpgsql as $$
declare
    v_read bigint;
begin
    perform pg_advisory_xact_lock(hashtext('troupe.count_sprints'));
    with taken as (
        delete from sprint_changes where id = any (array(select id from sprint_changes order by id limit p_most))
        returning *
    ),
    stepped as (
        select t.*, (t.at at time zone 'UTC')::date as day, row_number() over w as place,
               lag(t.scope_id) over w as old_scope, lag(t.sprint_id) over w as old_sprint,
               lag(t.state) over w as old_state, lag(t.amounts) over w as old_amounts,
               row_number() over (partition by t.workspace_id, t.ticket_id order by t.id desc) = 1 as is_last
        from taken t
        window w as (partition by t.workspace_id, t.ticket_id order by t.id)
    ),
    steps as (
        select s.workspace_id, s.ticket_id, s.day, s.is_last, s.scope_id, s.sprint_id, s.state, s.amounts,
               case when s.place = 1 then k.scope_id else s.old_scope end as old_scope,
               case when s.place = 1 then k.sprint_id else s.old_sprint end as old_sprint,
               case when s.place = 1 then k.state else s.old_state end as old_state,
               case when s.place = 1 then k.amounts else s.old_amounts end as old_amounts
        from stepped s
        left join sprint_tickets k on k.workspace_id = s.workspace_id and k.ticket_id = s.ticket_id
    ),
    parts as (
        select workspace_id, sprint_id, scope_id, day, state, amounts, 1 as sign from steps where sprint_id is not null
        union all
        select workspace_id, old_sprint, old_scope, day, old_state, old_amounts, -1 from steps where old_sprint is not null
    ),
    sums as (
        select p.workspace_id, p.sprint_id, p.scope_id, a.key::uuid as measure, p.day,
               sum(p.sign * a.value::numeric) as total,
               coalesce(sum(p.sign * a.value::numeric) filter (where p.state = 'open'), 0) as open,
               coalesce(sum(p.sign * a.value::numeric) filter (where p.state = 'done'), 0) as done
        from parts p, jsonb_each_text(p.amounts) a
        group by 1, 2, 3, 4, 5
    ),
    counted as (
        insert into sprint_days as d (workspace_id, sprint_id, scope_id, measure, day, total, open, done)
        select * from sums where total <> 0 or open <> 0 or done <> 0
        on conflict (workspace_id, sprint_id, scope_id, measure, day) do update set
            total = d.total + excluded.total, open = d.open + excluded.open, done = d.done + excluded.done
    ),
    gone as (
        delete from sprint_tickets k using steps s
        where s.is_last and s.sprint_id is null and k.workspace_id = s.workspace_id and k.ticket_id = s.ticket_id
    ),
    kept as (
        insert into sprint_tickets as k (workspace_id, ticket_id, scope_id, sprint_id, state, amounts)
        select workspace_id, ticket_id, scope_id, sprint_id, state, amounts from steps where is_last and sprint_id is not null
        on conflict (workspace_id, ticket_id) do update set
            scope_id = excluded.scope_id, sprint_id = excluded.sprint_id, state = excluded.state, amounts = excluded.amounts
    )
    select count(*) into v_read from taken;
    return v_read;
end
$$;
