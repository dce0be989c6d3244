-- A saved view that shows tickets along their dates: calendar or gantt. Null: the view is shown in its layout.
set lock_timeout = '2s';

alter table saved_views add column date_layout text;
