-- Followers read the journal and make jobs of its events. Sweeping the journal never passes their cursors.
set lock_timeout = '2s';

-- One node at a time reads for a follower; it has a lease. A row begins with the cursors of all streams at their heads:
-- a new follower reads no history.
create table followers (
    name        text primary key,
    taken_by    uuid,
    taken_until timestamptz not null default now()
);

-- How far a follower has read each stream. A stream without a row has not been read at all.
create table follower_cursors (
    follower text   not null,
    scope_id uuid   not null,
    epoch    uuid   not null,
    seq      bigint not null,
    primary key (follower, scope_id)
) with (fillfactor = 70);

-- Finds the streams that have moved lately. A block range index costs an insert next to nothing. Partitions that are made
-- from now on get the index, and those of today and of the coming days get it here. A large partition of today gets none,
-- because building it would hold up edits: until midnight, followers compare all streams with their cursors instead.
-- squawk-ignore require-concurrent-index-creation
create index events_lately on only events using brin (at) with (pages_per_range = 16);
do $$
declare
    v_name text;
begin
    for v_name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'events'::regclass
          and right(c.relname, 8) >= to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD')
          and pg_relation_size(c.oid) < 256 * 1024 * 1024
    loop
        execute format('create index on %I using brin (at) with (pages_per_range = 16)', v_name);
    end loop;
end
$$;

-- As in 0003, and a day of events stays while a follower has not read all of it. The function keeps its name, so that
-- nodes of earlier builds keep the rule as well.
create or replace function maintain_journal(p_keep_days int) returns void
language plpgsql as $$
declare
    v_day date;
    v_today date := (clock_timestamp() at time zone 'UTC')::date;
    v_name text;
    v_unread boolean;
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
        order by c.relname
    loop
        v_unread := false;
        if v_name like 'events%' then
            execute format('select exists (
                select from followers f cross join streams s
                left join follower_cursors c on c.follower = f.name and c.scope_id = s.id and c.epoch = s.epoch
                where s.seq > coalesce(c.seq, 0)
                  and exists (select from %I e where e.scope_id = s.id and e.seq > coalesce(c.seq, 0)))', v_name)
            into v_unread;
        end if;
        if not v_unread then
            execute format('drop table %I', v_name);
        end if;
    end loop;
end
$$;
