import { isBlank, lineOf } from "@/lib/text";
import type { AttributeType, FieldEdit, FieldValue, SetPatch, Ticket, TicketPatch } from "@/wire/generated";
import { same, type RowReader } from "../../tables/tables";
import { hasAttribute, mergedValues, type Values } from "../../tables/values";
import { late } from "./late";
import { patchedSet, unique } from "./places";
import { optionsIn } from "./valueIds";

export { optionsIn };

type ValuePatch = NonNullable<TicketPatch["fields"]>;

const isSetType = (type: AttributeType | undefined): boolean => type === "multiSelect" || type === "users" || type === "linkedTasks";

/** True if several people may add to a value of the attribute at once. */
export const isSet = (rows: RowReader, attributeId: string): boolean => isSetType(rows.get("attribute", attributeId)?.type);

/** True if a value may name the person from now on. */
export const isPresent = (rows: RowReader, userId: string): boolean => (rows.get("member", userId)?.state ?? "left") !== "left";

const isSetPatch = (edit: FieldEdit): edit is SetPatch<string> => typeof edit === "object" && !Array.isArray(edit);

/**
 * The value of an attribute of a ticket after an edit: null if there is none then, undefined if the node refuses the edit,
 * as far as a page can tell.
 */
export function edited(rows: RowReader, ticket: Ticket, attributeId: string, edit: FieldEdit | null): FieldValue | null | undefined {
  const attribute = rows.get("attribute", attributeId);
  const type = attribute?.type;
  if (type === undefined || edit === null) return type === undefined ? undefined : null;
  const before = ticket.fields?.[attributeId];
  if (attribute?.labelSets) return late.linked?.labelled(rows, attribute.labelSets, before, edit);
  // A value keeps the people who have left, and the tickets that it names, until they are taken out.
  const isKnown = (id: string) => {
    if (type === "users") return optionsIn(before).includes(id) || isPresent(rows, id);
    if (type === "linkedTasks") return optionsIn(before).includes(id) || (late.linked?.mayBe(rows, ticket, id) ?? true);
    return rows.get("option", id)?.attributeId === attributeId;
  };
  return valueFor(type, isKnown, before, edit);
}

/** The same for a type, with the options that `exists` knows. */
export function valueFor(type: AttributeType, exists: (id: string) => boolean, before: FieldValue | undefined, edit: FieldEdit): FieldValue | null | undefined {
  return isSetPatch(edit) || Array.isArray(edit) ? chosen(exists, type, before, edit) : single(type, edit);
}

/** True if a patch clears a required value, which the node refuses. */
export function clearsRequired(rows: RowReader, ticket: Ticket, patch: ValuePatch): boolean {
  return Object.entries(patch).some(([id, edit]) => {
    const attribute = rows.get("attribute", id);
    return attribute?.required === true && ticket.fields?.[id] !== undefined && hasAttribute(attribute, ticket.lists) && edited(rows, ticket, id, edit) === null;
  });
}

/** True if a patch sets a value that a ticket in these lists does not have, which the node refuses. */
export function missesList(rows: RowReader, ticket: Ticket, patch: ValuePatch, lists: readonly { listId: string }[]): boolean {
  return Object.entries(patch).some(([id, edit]) => {
    const attribute = rows.get("attribute", id);
    if (!attribute || hasAttribute(attribute, lists)) return false;
    const value = edited(rows, ticket, id, edit);
    return value != null && !same(value, ticket.fields?.[id]);
  });
}

/** The values of a new ticket in these lists: those that its command names, and the defaults of other attributes, without people who do not see the ticket. */
export function valuesOfNew(rows: RowReader, named: Values | undefined, lists: readonly { listId: string }[], sees: (userId: string) => boolean): Values {
  const defaults = rows.rows("attribute").flatMap((attribute) => {
    const { id, type, defaultValue } = attribute;
    if (!hasAttribute(attribute, lists)) return [];
    const value = type === "users" ? optionsIn(defaultValue).filter(sees) : (defaultValue ?? []);
    return Array.isArray(value) && value.length === 0 ? [] : [[id, value] as const];
  });
  return { ...Object.fromEntries(defaults), ...named };
}

/** A value without an option that is deleted, or with another one in its place; null if nothing is left. */
export function withoutOption(value: FieldValue | null | undefined, gone: string, instead: string | undefined): FieldValue | null {
  if (!optionsIn(value).includes(gone)) return value ?? null;
  const left = patchedSet(optionsIn(value), { add: instead === undefined ? [] : [instead], remove: [gone] });
  return left.length > 0 ? left : null;
}

function single(type: AttributeType, value: boolean | number | string): FieldValue | null | undefined {
  switch (type) {
    case "text":
      return typeof value === "string" && !isBlank(value) ? lineOf(value) : undefined;
    case "url":
      return typeof value === "string" && isWebAddress(lineOf(value)) ? lineOf(value) : undefined;
    case "date":
      return typeof value === "string" && isDate(value) ? value : undefined;
    case "number":
      // There is one zero.
      return typeof value === "number" && Number.isFinite(value) ? value + 0 : undefined;
    case "checkbox":
      return typeof value === "boolean" ? value || null : undefined;
    default:
      return undefined;
  }
}

function chosen(
  exists: (id: string) => boolean,
  type: AttributeType,
  before: FieldValue | undefined,
  edit: string[] | SetPatch<string>,
): FieldValue | null | undefined {
  const named = Array.isArray(edit) ? edit : (edit.add ?? []);
  const fits = isSetType(type) || (type === "singleSelect" && Array.isArray(edit) && edit.length <= 1);
  if (!fits || !named.every(exists)) return undefined;
  const ids = Array.isArray(edit) ? unique(edit) : patchedSet(optionsIn(before), edit).filter(exists);
  return ids.length > 0 ? ids : null;
}

/** True if a text is an address of the web, http or https, with a host. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return ["http:", "https:"].includes(protocol) && hostname !== "";
}

function isDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The values after a patch. An edit that the node refuses is left out. */
export function patchedValues(rows: RowReader, ticket: Ticket, patch: ValuePatch): Values {
  const changes = Object.entries(patch).flatMap(([id, edit]) => {
    const value = edited(rows, ticket, id, edit);
    return value === undefined ? [] : [[id, value] as const];
  });
  return mergedValues(ticket.fields, Object.fromEntries(changes));
}

/** The edits that take a patch back; undefined if it changed nothing. */
export function valuesBack(rows: RowReader, ticket: Ticket, patch: ValuePatch): ValuePatch | undefined {
  const [before, after] = [ticket.fields, patchedValues(rows, ticket, patch)];
  const back = Object.keys(patch)
    .filter((id) => !same(before?.[id], after[id]))
    .map((id) => [id, isSet(rows, id) ? setBack(optionsIn(before?.[id]), optionsIn(after[id])) : (before?.[id] ?? null)] as const);
  return back.length > 0 ? Object.fromEntries(back) : undefined;
}

/** What a set has lost comes back, and what came goes: options that other people have added since stay. */
function setBack(before: string[], after: string[]): SetPatch<string> {
  return { add: before.filter((id) => !after.includes(id)), remove: after.filter((id) => !before.includes(id)) };
}
