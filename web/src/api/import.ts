import type { ImportJob } from "@/wire/generated";
import { type ApiError, errorFrom, malformed, unreachable } from "./error";
import { accessToken } from "./session";

export type ImportFormat = "github" | "csv";

/** What a column can feed. `ignore` leaves it out, which the report then says. */
export type ColumnTarget =
  | "key"
  | "title"
  | "description"
  | "status"
  | "assignees"
  | "reporter"
  | "labels"
  | "priority"
  | "startDate"
  | "dueDate"
  | "createdAt"
  | "closedAt"
  | "address"
  | "comment"
  | "label"
  | "descriptionLine"
  | "ignore";

/** The target of each column, by its name. */
export type ColumnMapping = Record<string, ColumnTarget | null>;

export interface ImportColumn {
  name: string;
  /** The first few values that differ. */
  samples: string[];
  /** Cells that hold something. */
  filled: number;
  /** Null: nobody but a person can tell. */
  suggested: ColumnTarget | null;
}

export interface ImportInput {
  file: File;
  format: ImportFormat;
  mapping?: ColumnMapping;
}

interface Progress {
  /** 0 to 1, of the upload alone: what follows comes as events of the import job. */
  onUpload?: (share: number) => void;
  signal?: AbortSignal;
}

/** What a dry run found. Nothing was changed. */
export interface ImportPreview {
  format: ImportFormat;
  fileName: string;
  /** Whether the import can begin like this; else columns are to be mapped first. */
  ready: boolean;
  /** The list that the tickets will come into. */
  list: string | null;
  total: number;
  created: number;
  /** There already: brought up to date where they differ. */
  known: number;
  refused: number;
  people: number;
  labels: number;
  comments: number;
  report: ImportJob["report"];
  columns?: ImportColumn[];
  /** The mapping that was given, or the one that is suggested. */
  mapping?: ColumnMapping;
  targets?: ColumnTarget[];
}

/** The report that came with a refusal, by row; empty where there was none. */
export function reportOf(error: ApiError): ImportJob["report"] {
  return Array.isArray(error.details.report) ? (error.details.report as ImportJob["report"]) : [];
}

/** Starts an import; its progress comes as events of the answered job. */
export function startImport(workspaceId: string, input: ImportInput, progress: Progress = {}): Promise<ImportJob> {
  return upload<ImportJob>(workspaceId, input, false, progress);
}

/** Counts what an import would do, and says which rows it would refuse. */
export function previewImport(
  workspaceId: string,
  input: ImportInput,
  progress: Progress = {},
): Promise<ImportPreview> {
  return upload<ImportPreview>(workspaceId, input, true, progress);
}

async function upload<T>(workspaceId: string, input: ImportInput, dryRun: boolean, progress: Progress): Promise<T> {
  const form = new FormData();
  form.set("format", input.format);
  form.set("dryRun", String(dryRun));
  if (input.mapping) form.set("mapping", JSON.stringify(input.mapping));
  // Last, so that the node knows what it reads before the long part comes.
  form.set("file", input.file);
  const token = await accessToken();
  return new Promise<T>((resolve, reject) => {
    // fetch tells nothing about how much of a body has left.
    const exchange = new XMLHttpRequest();
    const abort = () => exchange.abort();
    exchange.open("POST", `/api/workspaces/${workspaceId}/import`);
    exchange.setRequestHeader("authorization", `Bearer ${token}`);
    exchange.setRequestHeader("accept", "application/json");
    exchange.responseType = "text";
    exchange.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) progress.onUpload?.(event.loaded / event.total);
    });
    exchange.addEventListener("error", () => reject(unreachable()));
    exchange.addEventListener("abort", () => reject(new DOMException("The import was called off", "AbortError")));
    exchange.addEventListener("loadend", () => progress.signal?.removeEventListener("abort", abort));
    exchange.addEventListener("load", () => {
      const body = parsed(exchange.responseText);
      if (exchange.status < 200 || exchange.status > 299) reject(errorFrom(exchange.status, body));
      else if (body === undefined) reject(malformed(exchange.status));
      else resolve(body as T);
    });
    progress.signal?.addEventListener("abort", abort);
    exchange.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
