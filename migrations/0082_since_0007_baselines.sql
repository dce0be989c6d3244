-- Baselines: moments whose dates a gantt is compared with (docs/BASELINES.md). The dates themselves are in the history of the
-- tickets. Builds before this one do not read the table.
set lock_timeout = '2s';

create table baselines (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    name text not null,
    personal boolean not null,
    list_id uuid,
    created_user_id uuid not null,
    taken_at timestamptz not null,
    -- The seq of the event that made the row. Changes of tickets that were committed together have the same time, so the seqs
    -- say which of them came later.
    made_at_seq bigint,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('baselines');

create function note_seq_of_baseline() returns trigger
language plpgsql as $$
begin
    -- A restored row has one already.
    new.made_at_seq := coalesce(new.made_at_seq, new.version);
    return new;
end
$$;

create trigger seq_of_new_baseline
    before insert on baselines
    for each row execute function note_seq_of_baseline();
