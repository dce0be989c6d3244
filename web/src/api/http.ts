import { ApiError, errorFrom, malformed, unreachable } from "./error";

export interface Call {
  method?: "GET" | "POST";
  body?: unknown;
  token?: string;
  /** The media types that the caller reads; JSON where it is left out. */
  accept?: string;
  signal?: AbortSignal;
  /** How long to wait for the first byte of an answer. */
  patienceMs?: number;
}

/**
 * A node answers or refuses sooner than this, with the time that a call waits for its turn. A connection that died
 * while the machine slept does neither. A shorter limit would take slow work for lost work, and ask for it twice.
 */
const usualPatienceMs = 45_000;
/** For calls that a node answers at once, that all others wait for, and that may be repeated. */
export const shortPatienceMs = 12_000;

/** One exchange with the node. Throws `ApiError`, or the reason of the signal. */
export async function send(path: string, call: Call = {}): Promise<Response> {
  const headers = new Headers({ accept: call.accept ?? "application/json" });
  if (call.body !== undefined) headers.set("content-type", "application/json");
  if (call.token !== undefined) headers.set("authorization", `Bearer ${call.token}`);
  let response: Response;
  const end = new AbortController();
  // Stays attached after the answer has begun, so that the rest can be aborted too.
  const callOff = () => end.abort(call.signal?.reason);
  if (call.signal?.aborted) callOff();
  call.signal?.addEventListener("abort", callOff, { once: true });
  const timer = setTimeout(() => end.abort(), call.patienceMs ?? usualPatienceMs);
  try {
    response = await fetch(path, {
      method: call.method ?? (call.body === undefined ? "GET" : "POST"),
      headers,
      credentials: "same-origin",
      cache: "no-store",
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      signal: end.signal,
    });
  } catch (thrown) {
    call.signal?.removeEventListener("abort", callOff);
    if (call.signal?.aborted) throw thrown;
    throw unreachable();
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) throw errorFrom(response.status, await response.json().catch(() => null));
  return response;
}

/** The same, read as JSON; `undefined` for 204. */
export async function sendForJson<T>(path: string, call: Call = {}): Promise<T> {
  const response = await send(path, call);
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown;
    throw malformed(response.status);
  }
}
