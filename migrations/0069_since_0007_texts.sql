-- Descriptions as documents that several people write at once (docs/TEXTS.md). Nodes of earlier builds do not know these
-- tables: they change the description of the ticket, and a node of this build merges the change into the document.
set lock_timeout = '2s';

create table text_documents (
    workspace_id uuid   not null,
    ticket_id    uuid   not null,
    -- Changes when the history of the document is replaced.
    epoch        uuid   not null,
    -- The number of the last update.
    seq          bigint not null,
    -- The document as one update (Yjs, version 1), with all updates up to `snapshot_seq`.
    snapshot     bytea  not null,
    snapshot_seq bigint not null,
    -- The description of the ticket was last written from the document with the updates up to `written_seq` and those of
    -- `written_also`. `written_sum` is the checksum of that description. Never behind the snapshot.
    written_seq  bigint not null,
    written_sum  bigint not null,
    written_also bigint[] not null default '{}',
    -- The person whose update came last; null before the first.
    last_editor  uuid,
    changed_at   timestamptz not null,
    primary key (workspace_id, ticket_id)
);
-- Documents that a node has not written into the ticket yet.
create index text_documents_unwritten on text_documents (changed_at) where seq > written_seq;

create table text_updates (
    workspace_id uuid   not null,
    ticket_id    uuid   not null,
    seq          bigint not null,
    -- Null for an update of a node.
    user_id      uuid,
    data         bytea  not null,
    primary key (workspace_id, ticket_id, seq)
);

-- Descriptions that a node is about to write, so that they are not taken for the writes of others if the node ends
-- between the write and its note.
create table text_writes (
    workspace_id uuid   not null,
    ticket_id    uuid   not null,
    sum          bigint not null,
    seq          bigint not null,
    primary key (workspace_id, ticket_id, sum)
);

-- A deleted ticket takes its document along. Deferred, because a restore deletes and fills the tickets in one
-- transaction.
create function delete_texts() returns trigger
language plpgsql as $$
begin
    if not exists (select 1 from tickets t where t.workspace_id = old.workspace_id and t.id = old.id) then
        delete from text_documents d where d.workspace_id = old.workspace_id and d.ticket_id = old.id;
        delete from text_updates u where u.workspace_id = old.workspace_id and u.ticket_id = old.id;
        delete from text_writes w where w.workspace_id = old.workspace_id and w.ticket_id = old.id;
    end if;
    return null;
end
$$;

create constraint trigger texts_of_deleted_tickets
    after delete on tickets deferrable initially deferred
    for each row execute function delete_texts();
