import type { Field } from "@/fields/field";
import type { Config } from "@/fields/options";
import { isChoice } from "@/fields/value";
import { untouched, type Chip, type Written } from "./chips";
import type { Draft } from "./draft";

/** Where this browser keeps a task that is not created yet, for one person in one workspace. */
const keyOf = (workspaceId: string, me: string) => `troupe.draft.task.${workspaceId}.${me}`;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === "string");

const isChip = (value: unknown): value is Chip =>
  isObject(value) && [value.field, value.value, value.text].every((each) => typeof each === "string") && Number.isInteger(value.at) && isTexts(value.replaced);

/** Reads a draft that another build, or a person, may have written; null if it is not a draft. */
export function readWritten(stored: string | null): Written | null {
  try {
    const written: unknown = JSON.parse(stored ?? "null");
    if (!isObject(written) || !isObject(written.draft)) return null;
    const { title, description, private: isPrivate, values } = written.draft;
    if (typeof title !== "string" || typeof description !== "string" || !isObject(values)) return null;
    const draft: Draft = { title, description, private: isPrivate === true, values: Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string[]] => isTexts(entry[1]))) };
    const { chips, left } = written;
    return { ...untouched(draft), chips: Array.isArray(chips) ? chips.filter(isChip) : [], left: isTexts(left) ? left : [] };
  } catch {
    return null;
  }
}

/** The draft without the values of fields and options that no longer exist. */
export function stillKnown(written: Written, fields: readonly Field[], config: Config): Written {
  const values = Object.entries(written.draft.values).flatMap(([id, chosen]) => {
    const value = fields.find((field) => field.id === id)?.value;
    if (!value) return [];
    return [[id, isChoice(value) && !value.options.search ? chosen.filter((one) => value.options.find(config, one) !== undefined) : chosen] as const];
  });
  return { ...written, draft: { ...written.draft, values: Object.fromEntries(values) } };
}

export function keptTask(workspaceId: string, me: string): Written | null {
  try {
    return readWritten(localStorage.getItem(keyOf(workspaceId, me)));
  } catch {
    return null;
  }
}

/** Keeps what is written; null deletes it. */
export function keepTask(workspaceId: string, me: string, written: Written | null): void {
  try {
    if (written === null) localStorage.removeItem(keyOf(workspaceId, me));
    else localStorage.setItem(keyOf(workspaceId, me), JSON.stringify(written));
  } catch {
    // Storage is denied: the draft lasts as long as the dialog.
  }
}
