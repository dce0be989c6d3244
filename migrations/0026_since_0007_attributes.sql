-- Attributes of a workspace, their options, and the values of tickets. Builds before this one read none of them.
-- 0030 makes the commit function that writes the values of tickets.
set lock_timeout = '2s';

create table attributes (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    name text not null,
    type text not null,
    description text not null,
    shown_on_cards boolean not null,
    -- {id, optionsOrder}: the ids of the options, first to last.
    metadata jsonb not null,
    rank text collate "C" not null,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);

create table options (
    workspace_id uuid not null,
    id uuid not null,
    scope_id uuid not null,
    version bigint not null,
    attribute_id uuid not null,
    name text not null,
    color text not null,
    created_at timestamptz not null,
    primary key (workspace_id, id)
);
insert into cold_kinds (table_name) values ('attributes'), ('options');

-- The values of a ticket by the ids of attributes: a text, a number, true, or an array with the ids of options.
alter table tickets add column fields jsonb not null default '{}';

-- Owners and admins have the new capability, whatever their rows say; the rows say it to people.
update roles set capabilities = array_append(capabilities, 'manageAttributes')
where system in ('owner', 'admin') and not 'manageAttributes' = any (capabilities);
