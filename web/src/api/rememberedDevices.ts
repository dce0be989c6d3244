import type { KnownDevice, RememberedDevices } from "@/wire/http.generated";
import { request } from "./session";

const path = "/api/me/remembered-devices";

/** A page of the devices that need no code to log in, the newest first. `before` is the `next` of the page before. */
export const loadRemembered = (before: string | null, signal?: AbortSignal): Promise<RememberedDevices> =>
  request(before === null ? path : `${path}?before=${before}`, signal ? { signal } : {});

export const forgetDevice = (id: string): Promise<void> => request(`${path}/${id}/forget`, { method: "POST" });

export const forgetAllDevices = (): Promise<void> => request(`${path}/forget-all`, { method: "POST" });

export type { KnownDevice, RememberedDevices };
