-- The day on which a member's weeks begin, and the view of pages whose address names none. Null: the day of the language, and
-- the gantt.
set lock_timeout = '2s';

alter table preferences
    -- monday, sunday or saturday
    add column week_start text,
    -- gantt, spreadsheet, kanban or calendar
    add column default_view text;
