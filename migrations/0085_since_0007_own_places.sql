-- What a member keeps at hand: favorites, the pages of the sidebar, and the keys of shortcuts. Null: the member has chosen
-- nothing. Builds before this one leave the columns as they are.
set lock_timeout = '2s';

alter table preferences
    -- [{kind, id}], in the member's order
    add column favorites jsonb,
    -- {shown: {page: boolean}, order: [page]}
    add column pages jsonb,
    -- {keys: {shortcut: keys}, singles: boolean}
    add column shortcuts jsonb;
