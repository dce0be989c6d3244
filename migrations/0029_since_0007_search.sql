-- Search. Triggers note the tickets and comments whose texts change. The job `search.index` reads the notes, and fills the
-- tables that search reads. So an edit writes a note of a few bytes, and nothing else. Edits of earlier builds leave notes
-- as well.
set lock_timeout = '2s';

-- A ticket (title, values of attributes, description) or a comment, as words. Only the id leads to the text: whether a
-- person may see the text, and what the text is now, says the row of the ticket or the comment.
create table search_documents (
    workspace_id uuid        not null,
    -- The ticket, or the activity of the comment.
    id           uuid        not null,
    ticket_id    uuid        not null,
    scope_id     uuid        not null,
    is_comment   boolean     not null,
    -- When the ticket was last changed, or the comment was made.
    at           timestamptz not null,
    -- Each word begins with eight digits of the scope, so that a search in one scope never reads the words of another.
    -- Weights: A title, B values of attributes, C description, D comment.
    words        tsvector    not null,
    primary key (workspace_id, id)
);
-- Without pending lists: every search would have to read the whole list.
create index search_words_of_tickets on search_documents using gin (words) with (fastupdate = off) where not is_comment;
create index search_words_of_comments on search_documents using gin (words) with (fastupdate = off) where is_comment;
create index search_documents_newest on search_documents (scope_id, at desc);

-- The words of titles, to find the words that a mistyped word is close to, for each scope: a person's words are compared
-- with those of the person's scopes only. They are never shown themselves. A row goes with the last title of the word.
create table search_words (
    workspace_id uuid not null,
    scope_id     uuid not null,
    word         text not null,
    titles       int  not null,
    primary key (workspace_id, scope_id, word)
);
create index search_words_unused on search_words (workspace_id) where titles <= 0;

-- A hosted database may not offer the extension, or not to this user. Then search finds no mistyped words, and says so.
do $$
begin
    create extension if not exists pg_trgm;
    execute 'create index search_words_alike on search_words using gin (word gin_trgm_ops)';
exception when others then
    raise notice 'search works without pg_trgm: %', sqlerrm;
end
$$;

-- The notes. A node deletes the notes that it takes before it reads the texts, so no change is lost.
create table search_changes (
    id           bigint generated always as identity primary key,
    workspace_id uuid    not null,
    document_id  uuid    not null,
    is_comment   boolean not null
);

-- How far the texts from before this migration have been read. A row goes when all of its kind are read.
create table search_fills (
    is_comment      boolean primary key,
    after_workspace uuid not null default '00000000-0000-0000-0000-000000000000',
    after_id        uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into search_fills (is_comment) values (false), (true);

create function note_search_change() returns trigger
language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        insert into search_changes (workspace_id, document_id, is_comment) values (old.workspace_id, old.id, tg_argv[0]::boolean);
    else
        insert into search_changes (workspace_id, document_id, is_comment) values (new.workspace_id, new.id, tg_argv[0]::boolean);
    end if;
    return null;
end
$$;

create trigger search_new_ticket after insert on tickets
    for each row execute function note_search_change('false');
create trigger search_changed_ticket after update on tickets
    for each row when (old.title <> new.title or old.description_sum <> new.description_sum
                       or old.fields <> new.fields or old.scope_id <> new.scope_id)
    execute function note_search_change('false');
create trigger search_deleted_ticket after delete on tickets
    for each row execute function note_search_change('false');
create trigger search_new_comment after insert on activities
    for each row when (new.kind = 'comment') execute function note_search_change('true');
create trigger search_changed_comment after update on activities
    for each row when (new.kind = 'comment' and old.message is distinct from new.message)
    execute function note_search_change('true');
create trigger search_deleted_comment after delete on activities
    for each row when (old.kind = 'comment') execute function note_search_change('true');
