import { CalendarDays, CircleDot, Hash, Link, ListChecks, SquareCheck, Tag, Type, Users, Workflow, type LucideIcon } from "lucide-react";

/** The types of attributes, in the order in which they are offered. */
export const attributeTypes = ["text", "number", "date", "checkbox", "url", "singleSelect", "multiSelect", "labels", "users", "linkedTasks"] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** A type as the node stores it. The node stores "labels" as a multiple select with label sets. */
export type StoredType = Exclude<AttributeType, "labels">;

/** The type of an attribute as people see it. */
export const typeOf = ({ type, labelSets }: { type: StoredType; labelSets?: unknown }): AttributeType => (labelSets ? "labels" : type);

export const attributeTypeIcons: Record<AttributeType, LucideIcon> = {
  text: Type,
  number: Hash,
  date: CalendarDays,
  checkbox: SquareCheck,
  url: Link,
  singleSelect: CircleDot,
  multiSelect: ListChecks,
  labels: Tag,
  users: Users,
  linkedTasks: Workflow,
};
