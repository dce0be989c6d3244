-- Earlier texts of comments (docs/COMMENTS.md). A trigger keeps them, because nodes of earlier builds edit comments as well
-- and do not know this table. A deleted comment takes all its texts along, whichever node deletes it.
set lock_timeout = '2s';

create table comment_versions (
    workspace_id uuid        not null,
    activity_id  uuid        not null,
    -- Counts the earlier texts of a comment, from 1.
    number       integer     not null,
    message      text        not null,
    -- When the comment got this text.
    written_at   timestamptz not null,
    primary key (workspace_id, activity_id, number),
    foreign key (workspace_id, activity_id) references activities (workspace_id, id) on delete cascade
);

create function keep_comment_version() returns trigger
language plpgsql as $$
declare
    -- The number of earlier texts that stay: VERSIONS in actors/src/domain/limits.rs.
    c_most constant integer := 50;
    v_last integer;
begin
    select coalesce(max(v.number), 0) into v_last
    from comment_versions v
    where v.workspace_id = old.workspace_id and v.activity_id = old.id;
    insert into comment_versions (workspace_id, activity_id, number, message, written_at)
    values (old.workspace_id, old.id, v_last + 1, old.message, coalesce(old.updated_at, old.created_at));
    delete from comment_versions v
    where v.workspace_id = old.workspace_id and v.activity_id = old.id and v.number <= v_last + 1 - c_most;
    return null;
end
$$;

-- An import that replaces the text of a comment leaves `updated_at` as it is: this is no edit of a person.
create trigger comment_versions_of_edits
    after update of message on activities for each row
    when (old.kind = 'comment' and old.message is not null and old.message is distinct from new.message
          and old.updated_at is distinct from new.updated_at)
    execute function keep_comment_version();
