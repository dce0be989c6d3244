import { t } from "@lingui/core/macro";
import { attributeTypeNames } from "@/ui/attributeTypeNames";
import type { SystemKey } from "@/wire/generated";

/** The types of the built-in fields, as the list of attributes names them. */
export const systemTypes: Readonly<Record<SystemKey, string>> = {
  get status() {
    return t`Status`;
  },
  get assignees() {
    return attributeTypeNames.users;
  },
  get taskTypeId() {
    return attributeTypeNames.singleSelect;
  },
  get lists() {
    return t`Lists`;
  },
  get priority() {
    return attributeTypeNames.singleSelect;
  },
  get startDate() {
    return attributeTypeNames.date;
  },
  get dueDate() {
    return attributeTypeNames.date;
  },
  get labels() {
    return attributeTypeNames.labels;
  },
  get createdUser() {
    return t`Person`;
  },
  get createdAt() {
    return t`Time`;
  },
  get completedByUserId() {
    return t`Person`;
  },
  get completedAt() {
    return t`Time`;
  },
};
