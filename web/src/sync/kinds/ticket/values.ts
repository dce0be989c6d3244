import { isBlank, lineOf } from "@/lib/text";
import type { AttributeType, FieldEdit, FieldValue, SetPatch, TicketPatch } from "@/wire/generated";
import { same, type RowReader } from "../../tables/tables";
import { mergedValues, type Values } from "../../tables/values";
import { patchedSet, unique } from "./places";

type ValuePatch = NonNullable<TicketPatch["fields"]>;

/** True if several people may add options to the attribute at once. */
export const isSet = (rows: RowReader, attributeId: string): boolean => rows.get("attribute", attributeId)?.type === "multiSelect";

/** The options of a value; none for a value of another type. */
export const optionsIn = (value: FieldValue | null | undefined): string[] => (Array.isArray(value) ? value : []);

const isSetPatch = (edit: FieldEdit): edit is SetPatch<string> => typeof edit === "object" && !Array.isArray(edit);

/**
 * The value of an attribute after an edit: null if there is none then, undefined if the node refuses the edit, as far as
 * a page can tell.
 */
export function edited(rows: RowReader, attributeId: string, before: FieldValue | undefined, edit: FieldEdit | null): FieldValue | null | undefined {
  const type = rows.get("attribute", attributeId)?.type;
  if (type === undefined || edit === null) return type === undefined ? undefined : null;
  if (isSetPatch(edit) || Array.isArray(edit)) return chosen(rows, attributeId, type, before, edit);
  return single(type, edit);
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
  rows: RowReader,
  attributeId: string,
  type: AttributeType,
  before: FieldValue | undefined,
  edit: string[] | SetPatch<string>,
): FieldValue | null | undefined {
  const named = Array.isArray(edit) ? edit : (edit.add ?? []);
  const fits = type === "multiSelect" || (type === "singleSelect" && Array.isArray(edit) && edit.length <= 1);
  const exists = (id: string) => rows.get("option", id)?.attributeId === attributeId;
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
export function patchedValues(rows: RowReader, before: Values | undefined, patch: ValuePatch): Values {
  const changes = Object.entries(patch).flatMap(([id, edit]) => {
    const value = edited(rows, id, before?.[id], edit);
    return value === undefined ? [] : [[id, value] as const];
  });
  return mergedValues(before, Object.fromEntries(changes));
}

/** The edits that take a patch back; undefined if it changed nothing. */
export function valuesBack(rows: RowReader, before: Values | undefined, patch: ValuePatch): ValuePatch | undefined {
  const after = patchedValues(rows, before, patch);
  const back = Object.keys(patch)
    .filter((id) => !same(before?.[id], after[id]))
    .map((id) => [id, isSet(rows, id) ? setBack(optionsIn(before?.[id]), optionsIn(after[id])) : (before?.[id] ?? null)] as const);
  return back.length > 0 ? Object.fromEntries(back) : undefined;
}

/** What a set has lost comes back, and what came goes: options that other people have added since stay. */
function setBack(before: string[], after: string[]): SetPatch<string> {
  return { add: before.filter((id) => !after.includes(id)), remove: after.filter((id) => !before.includes(id)) };
}
