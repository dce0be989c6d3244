-- The journal: each scope's events in seq order, without a hole, and the commands already answered.
set lock_timeout = '2s';

create table events (
    scope_id     uuid   not null,
    seq          bigint not null,
    at           timestamptz not null,
    workspace_id uuid   not null,
    command_id   uuid   not null,
    user_id      uuid   not null,
    -- Kept as it was written: nothing is asked of its inside.
    changes      json   not null,
    primary key (scope_id, seq, at)
) partition by range (at);

-- A command's first answer. Partitioned by the id itself: a UUIDv7 starts with its time,
-- so a day's ids are a range, and an id too old to be remembered is known by its looks.
create table commands (
    id           uuid   not null,
    workspace_id uuid   not null,
    user_id      uuid   not null,
    -- Tells the same command sent again from another one under the same id.
    fingerprint  bigint not null,
    scope_id     uuid   not null,
    seq          bigint not null,
    refusal      jsonb,
    primary key (id, workspace_id)
) partition by range (id);

-- The smallest UUIDv7 of an instant.
create function uuid_floor(p_at timestamptz) returns uuid
language sql immutable as $$
    select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Makes the partitions of yesterday and the coming week, drops those past their keep of `p_keep_days`.
-- Safe to call from several nodes at once: one works, the others wait for it.
create function maintain_journal(p_keep_days int) returns void
language plpgsql as $$
declare
    v_day date;
    v_today date := (clock_timestamp() at time zone 'UTC')::date;
    v_name text;
begin
    perform pg_advisory_xact_lock(hashtext('troupe.maintain_journal'));
    for v_day in select generate_series(v_today - p_keep_days - 1, v_today + 7, interval '1 day')::date loop
        v_name := 'events_' || to_char(v_day, 'YYYYMMDD');
        if to_regclass(v_name) is null then
            execute format('create table %I partition of events for values from (%L) to (%L)',
                v_name, v_day::timestamp at time zone 'UTC', (v_day + 1)::timestamp at time zone 'UTC');
        end if;
        v_name := 'commands_' || to_char(v_day, 'YYYYMMDD');
        if to_regclass(v_name) is null then
            execute format('create table %I partition of commands for values from (%L) to (%L)',
                v_name, uuid_floor(v_day::timestamp at time zone 'UTC'), uuid_floor((v_day + 1)::timestamp at time zone 'UTC'));
        end if;
    end loop;
    for v_name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('events'::regclass, 'commands'::regclass)
          and right(c.relname, 8) < to_char(v_today - p_keep_days - 1, 'YYYYMMDD')
    loop
        execute format('drop table %I', v_name);
    end loop;
end
$$;

select maintain_journal(7);
