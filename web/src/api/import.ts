import type { ImportJob } from "@/wire/generated";
import type { ColumnMapping, ImportFormat, ImportPreview, RefusedImport } from "@/wire/http.generated";
import { type ApiError, errorFrom, malformed, unreachable } from "./error";
import { accessToken } from "./session";

export interface ImportInput {
  file: File;
  format: ImportFormat;
  mapping?: ColumnMapping;
}

interface Progress {
  /** 0 to 1, for the upload only; later progress comes as events of the import job. */
  onUpload?: (share: number) => void;
  signal?: AbortSignal;
}

/** The report of a refusal, by row; empty if there is none. */
export function reportOf(error: ApiError): RefusedImport["report"] {
  return Array.isArray(error.details.report) ? (error.details.report as RefusedImport["report"]) : [];
}

/** Starts an import. Its progress comes as events of the returned job. */
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
  // Last, so that the node has the other fields before the file.
  form.set("file", input.file);
  const token = await accessToken();
  return new Promise<T>((resolve, reject) => {
    // `fetch` does not report the progress of an upload.
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
