-- When and where a session was used last, for the list of sessions. Nodes of earlier builds do not write these columns.
set lock_timeout = '2s';

alter table sessions
    add column seen_at timestamptz,
    add column address text,
    -- The browser and its system; null for other programs.
    add column device text;
