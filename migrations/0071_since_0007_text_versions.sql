-- Versions of descriptions (docs/TEXTS.md, TX27 to TX32). A job reads the events that change descriptions and stores versions, so
-- no edit waits for them. Nodes of earlier builds do not know these tables: their edits make versions as well.
set lock_timeout = '2s';

create table text_versions (
    workspace_id uuid   not null,
    ticket_id    uuid   not null,
    id           uuid   not null,
    -- first: the description before the first change that is known. typed: people wrote it together. replaced: somebody set the
    -- whole description. restored: a person restored an earlier version.
    kind         text   not null check (kind in ('first', 'typed', 'replaced', 'restored')),
    -- The times of the first and the last change that the version holds.
    began_at     timestamptz not null,
    ended_at     timestamptz not null,
    -- Empty if they are not known.
    authors      uuid[] not null,
    -- The time of the version that was restored.
    restored_at  timestamptz,
    description  text   not null,
    sum          bigint not null,
    primary key (workspace_id, ticket_id, id)
);
create index text_versions_in_order on text_versions (workspace_id, ticket_id, began_at desc, id desc);
-- For the sweep.
create index text_versions_by_age on text_versions (ended_at);

-- The tickets whose first description was looked at.
create table text_histories (
    workspace_id uuid not null,
    ticket_id    uuid not null,
    primary key (workspace_id, ticket_id)
);

-- Who has typed a description that a node is about to write; the job that stores its version deletes the row.
create table text_authors (
    workspace_id uuid   not null,
    ticket_id    uuid   not null,
    sum          bigint not null,
    authors      uuid[] not null,
    noted_at     timestamptz not null default now(),
    primary key (workspace_id, ticket_id, sum)
);
create index text_authors_by_age on text_authors (noted_at);

-- A person has asked to restore a version: the description with `before_sum` is a version of its own, and the one with
-- `after_sum` is the restored one.
create table text_restores (
    workspace_id uuid   not null,
    ticket_id    uuid   not null,
    before_sum   bigint not null,
    after_sum    bigint not null,
    user_id      uuid   not null,
    restored_at  timestamptz not null,
    noted_at     timestamptz not null default now(),
    primary key (workspace_id, ticket_id, before_sum, after_sum)
);
create index text_restores_by_age on text_restores (noted_at);

-- Keeps the description that the first known change replaces: no event holds it.
create function keep_first_description() returns trigger
language plpgsql as $$
begin
    insert into text_histories (workspace_id, ticket_id) values (old.workspace_id, old.id) on conflict do nothing;
    if found and coalesce(old.description, '') <> '' then
        insert into text_versions (workspace_id, ticket_id, id, kind, began_at, ended_at, authors, description, sum)
        values (old.workspace_id, old.id, gen_random_uuid(), 'first', old.created_at, old.created_at, '{}',
                old.description, old.description_sum)
        on conflict do nothing;
    end if;
    return null;
end
$$;

create trigger first_descriptions
    after update of description on tickets
    for each row when (old.description_sum is distinct from new.description_sum)
    execute function keep_first_description();

-- As in 0069, with the tables above.
create or replace function delete_texts() returns trigger
language plpgsql as $$
begin
    if not exists (select 1 from tickets t where t.workspace_id = old.workspace_id and t.id = old.id) then
        delete from text_documents d where d.workspace_id = old.workspace_id and d.ticket_id = old.id;
        delete from text_updates u where u.workspace_id = old.workspace_id and u.ticket_id = old.id;
        delete from text_writes w where w.workspace_id = old.workspace_id and w.ticket_id = old.id;
        delete from text_versions v where v.workspace_id = old.workspace_id and v.ticket_id = old.id;
        delete from text_histories h where h.workspace_id = old.workspace_id and h.ticket_id = old.id;
        delete from text_authors a where a.workspace_id = old.workspace_id and a.ticket_id = old.id;
        delete from text_restores r where r.workspace_id = old.workspace_id and r.ticket_id = old.id;
    end if;
    return null;
end
$$;
