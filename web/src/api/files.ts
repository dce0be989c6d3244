import type { NewUpload, TicketFiles, Upload } from "@/wire/http.generated";
import { errorFrom, unreachable } from "./error";
import { accessToken, request } from "./session";

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/files`;

/** Reserves room for a file. */
export const beginUpload = (workspaceId: string, input: NewUpload): Promise<Upload> => request(of(workspaceId), { body: input });

/** The parts of an upload that have arrived. */
export const readUpload = (workspaceId: string, fileId: string, signal?: AbortSignal): Promise<Upload> =>
  request(`${of(workspaceId)}/${fileId}`, signal ? { signal } : {});

/** Adds the file to its task, once all parts are there. */
export const completeUpload = (workspaceId: string, fileId: string): Promise<void> => request(`${of(workspaceId)}/${fileId}/complete`, { method: "POST" });

/** Ends an upload, and frees its room. */
export const cancelUpload = (workspaceId: string, fileId: string): Promise<void> => request(`${of(workspaceId)}/${fileId}/cancel`, { method: "POST" });

/** Addresses of a task's files, good for five minutes. */
export const fileAddresses = (workspaceId: string, ticketId: string): Promise<TicketFiles> => request(`/api/workspaces/${workspaceId}/tickets/${ticketId}/files`);

interface Sending {
  /** The bytes of the part that have left. */
  onSent(bytes: number): void;
  signal: AbortSignal;
}

/** Sends one part. */
export async function sendPart(workspaceId: string, fileId: string, part: number, bytes: Blob, { onSent, signal }: Sending): Promise<void> {
  const token = await accessToken();
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    // `fetch` does not report the progress of an upload.
    const exchange = new XMLHttpRequest();
    const abort = () => exchange.abort();
    exchange.open("POST", `${of(workspaceId)}/${fileId}/parts/${part}`);
    exchange.setRequestHeader("authorization", `Bearer ${token}`);
    exchange.setRequestHeader("content-type", "application/octet-stream");
    exchange.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
    exchange.addEventListener("error", () => reject(unreachable()));
    exchange.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    exchange.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
    exchange.addEventListener("load", () => {
      if (exchange.status >= 200 && exchange.status < 300) resolve();
      else reject(errorFrom(exchange.status, parsed(exchange.responseText)));
    });
    signal.addEventListener("abort", abort);
    exchange.send(bytes);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
