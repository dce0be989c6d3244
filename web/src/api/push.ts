import type { AddedPushDevice, NewPushDevice, PushDevices } from "@/wire/http.generated";
import { request } from "./session";

/** The devices on which the person gets push notifications, and the key with which a browser subscribes. */
export const loadPushDevices = (signal?: AbortSignal): Promise<PushDevices> => request("/api/me/push", signal ? { signal } : {});

/** Turns push notifications on for this browser. */
export const addPushDevice = (device: NewPushDevice): Promise<AddedPushDevice> => request("/api/me/push", { body: device });

export const removePushDevice = (id: string): Promise<void> => request(`/api/me/push/${id}/remove`, { method: "POST" });
