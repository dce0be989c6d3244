import type { Command } from "@/wire/generated";
import type { Entry } from "../outbox/outbox";
import { checksumOf } from "./checksum";
import { touchesOf } from "../kinds/kinds";
import type { DamagedEdit } from "../types";

/**
 * An edit without an answer, or an answered one that the stored copy of the workspace does not contain yet. Without the
 * answered ones, a reload right after an edit would show the state before it.
 */
export interface StoredEntry extends Entry {
  /** The living tab that sends the entry. */
  readonly owner: string;
}

/** An entry as it is stored, with the name of its database and a checksum. */
export interface OutboxRecord extends StoredEntry {
  readonly of: string;
  readonly sum: number;
}

/** The contents of an outbox: entries that can be sent, and damaged ones that can only be shown. */
export interface OutboxContents {
  entries: StoredEntry[];
  damaged: DamagedEdit[];
}

export function outboxRecordOf({ id, command, at, since, state, stored, owner }: StoredEntry, of: string): OutboxRecord {
  const body = { id, command, at, since, state, stored, owner, of };
  return { ...body, sum: checksumOf(body) };
}

/**
 * Separates whole entries of this database from all others. The others are never sent: their meaning or their author is
 * unknown.
 */
export function readOutboxRecords(records: readonly unknown[], of: string): OutboxContents {
  const found: OutboxContents = { entries: [], damaged: [] };
  for (const record of records) {
    if (isWhole(record, of)) found.entries.push(record);
    else found.damaged.push(damagedOf(record, of));
  }
  return found;
}

function isWhole(record: unknown, of: string): record is OutboxRecord {
  if (typeof record !== "object" || record === null) return false;
  const entry = record as OutboxRecord;
  return entry.of === of && outboxRecordOf(entry, of).sum === entry.sum && isUnderstood(entry.command);
}

/**
 * A command of a kind that only another version knows may be sent: the node decides. A command that lacks a part may
 * not.
 */
function isUnderstood(command: Command): boolean {
  try {
    return touchesOf(command).length >= 0;
  } catch {
    return false;
  }
}

function damagedOf(record: unknown, of: string): DamagedEdit {
  const { id, command, of: whose } = (record ?? {}) as Partial<Record<keyof OutboxRecord, unknown>>;
  // The text of another person is not shown to this one.
  const text = whose === of || whose === undefined ? textsIn(command) : "";
  return { id: String(id), text: text === "" ? null : text };
}

const texts = new Set(["title", "description", "message", "name"]);

function textsIn(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null || depth > 2) return "";
  return Object.entries(value)
    .map(([field, held]) => (typeof held === "string" && texts.has(field) ? held : textsIn(held, depth + 1)))
    .filter((text) => text !== "")
    .join("\n\n");
}
