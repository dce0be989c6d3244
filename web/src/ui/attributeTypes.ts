import { t } from "@lingui/core/macro";
import { CalendarDays, CircleDot, Hash, Link, ListChecks, SquareCheck, Type, Users, Workflow, type LucideIcon } from "lucide-react";

/** The types of attributes, in the order in which they are offered. */
export const attributeTypes = ["text", "number", "date", "checkbox", "url", "singleSelect", "multiSelect", "users", "linkedTasks"] as const;
export type AttributeType = (typeof attributeTypes)[number];

export const attributeTypeNames: Record<AttributeType, string> = {
  get text() {
    return t`Text`;
  },
  get number() {
    return t`Number`;
  },
  get date() {
    return t`Date`;
  },
  get checkbox() {
    return t`Checkbox`;
  },
  get url() {
    return t`Web address`;
  },
  get singleSelect() {
    return t`Single select`;
  },
  get multiSelect() {
    return t`Multiple select`;
  },
  get users() {
    return t`People`;
  },
  get linkedTasks() {
    return t`Linked tasks`;
  },
};

export const attributeTypeIcons: Record<AttributeType, LucideIcon> = {
  text: Type,
  number: Hash,
  date: CalendarDays,
  checkbox: SquareCheck,
  url: Link,
  singleSelect: CircleDot,
  multiSelect: ListChecks,
  users: Users,
  linkedTasks: Workflow,
};

/** True if values are chosen from options. */
export const hasOptions = (type: AttributeType): boolean => type === "singleSelect" || type === "multiSelect";
