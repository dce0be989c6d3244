import type { Field } from "@/fields/field";
import type { Config } from "@/fields/options";
import { isChoice } from "@/fields/value";
import { untouched, type Chip, type Written } from "./chips";
import type { Draft } from "./draft";

/** A file that will be attached to the new task. */
export interface HeldFile {
  id: string;
  file: File;
}

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

/** The files of the draft that this page holds. A browser keeps only their names when the page is left. */
let held: { key: string; files: readonly HeldFile[] } | null = null;

/** The files of a kept draft: those that this page still holds, and the names of those that a reload has lost. */
export function keptFiles(workspaceId: string, me: string): { files: readonly HeldFile[]; lost: readonly string[] } {
  const key = keyOf(workspaceId, me);
  const files = held?.key === key ? held.files : [];
  const here = files.map(({ file }) => file.name);
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    const names = isObject(stored) && isTexts(stored.files) ? stored.files : [];
    return { files: stored === null ? [] : files, lost: names.filter((name) => !here.includes(name)) };
  } catch {
    return { files, lost: [] };
  }
}

export function keptTask(workspaceId: string, me: string): Written | null {
  try {
    return readWritten(localStorage.getItem(keyOf(workspaceId, me)));
  } catch {
    return null;
  }
}

/** Keeps what is written, with its files and the names of lost files; null deletes it. */
export function keepTask(workspaceId: string, me: string, written: Written | null, files: readonly HeldFile[] = [], lost: readonly string[] = []): void {
  const key = keyOf(workspaceId, me);
  held = written === null ? null : { key, files };
  const names = [...files.map(({ file }) => file.name), ...lost];
  try {
    if (written === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ ...written, ...(names.length > 0 && { files: names }) }));
  } catch {
    // Storage is denied: the draft lasts as long as the dialog.
  }
}
