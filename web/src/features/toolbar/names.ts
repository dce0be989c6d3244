import type { ColumnId, FilterKind, GroupBy, SortBy } from "@/sync/arrange/settings";

export const filterNames: Record<FilterKind, string> = {
  status: "Status",
  assignees: "Assignee",
  labels: "Label",
  priority: "Priority",
};

export const groupNames: Record<GroupBy, string> = {
  status: "Status",
  assignee: "Assignee",
  priority: "Priority",
  none: "None",
};

export const sortNames: Record<SortBy, string> = {
  manual: "Manual",
  priority: "Priority",
  due: "Due date",
  created: "Created",
  title: "Title",
};

export const columnNames: Record<ColumnId, string> = {
  status: "Status",
  assignees: "Assignees",
  lists: "Lists",
  priority: "Priority",
  startDate: "Start",
  dueDate: "Due",
  labels: "Labels",
  createdAt: "Created",
};
