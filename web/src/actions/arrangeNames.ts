import { t } from "@lingui/core/macro";
import type { ColumnId, FilterKind, GroupBy, SortBy } from "@/sync/arrange/settings";

export const filterNames: Record<FilterKind, string> = {
  get status() {
    return t`Status`;
  },
  get assignees() {
    return t`Assignee`;
  },
  get labels() {
    return t`Label`;
  },
  get priority() {
    return t`Priority`;
  },
};

export const groupNames: Record<GroupBy, string> = {
  get status() {
    return t`Status`;
  },
  get assignee() {
    return t`Assignee`;
  },
  get priority() {
    return t`Priority`;
  },
  get none() {
    return t`None`;
  },
};

export const sortNames: Record<SortBy, string> = {
  get manual() {
    return t`Manual`;
  },
  get priority() {
    return t`Priority`;
  },
  get due() {
    return t`Due date`;
  },
  get created() {
    return t`Created`;
  },
  get title() {
    return t`Title`;
  },
};

export const columnNames: Record<ColumnId, string> = {
  get status() {
    return t`Status`;
  },
  get assignees() {
    return t`Assignees`;
  },
  get lists() {
    return t`Lists`;
  },
  get priority() {
    return t`Priority`;
  },
  get startDate() {
    return t`Start`;
  },
  get dueDate() {
    return t`Due`;
  },
  get labels() {
    return t`Labels`;
  },
  get createdAt() {
    return t`Created`;
  },
};
